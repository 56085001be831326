import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

/** How one person fares in a sprint, told by themselves. */
export const SprintPulseSchema = defineEntity({
  name: 'SprintPulse',
  tableName: 'sprint_pulses',
  properties: {
    sprint_id: p.uuid().primary(),
    account_id: p.uuid().primary(),
    mood: p.smallint(),
    energy: p.smallint(),
    confidence: p.smallint().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'sprint_pulses_in_range',
      expression: 'mood >= 1 and mood <= 5 and energy >= 1 and energy <= 5 and confidence >= 1 and confidence <= 5',
    },
  ],
  indexes: [{ name: 'sprint_pulses_account', properties: ['account_id'] }],
})
references(SprintPulseSchema, { sprint_id: ownedBy('sprints'), account_id: ownedBy('accounts') })
