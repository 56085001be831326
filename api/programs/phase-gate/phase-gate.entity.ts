import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

/** Whether a program holds a meeting at the gates of its phases, and how it is called. No row: it does not. */
export const PhaseGateConfigSchema = defineEntity({
  name: 'PhaseGateConfig',
  tableName: 'phase_gate_configs',
  properties: {
    program_id: p.uuid().primary(),
    server_version: p.integer().default(1),
    enabled: p.boolean().default(false),
    invite_template: p.text().default(''),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
references(PhaseGateConfigSchema, { program_id: ownedBy('programs') })
