import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'

/** The colour of a phase. Few rows have one, so it stands beside the tasks and widens none of them. */
export const PhaseColorSchema = defineEntity({
  name: 'PhaseColor',
  tableName: 'phase_colors',
  properties: {
    task_id: p.uuid().primary(),
    color: p.string().columnType('varchar(7)'),
  },
})
references(PhaseColorSchema, { task_id: ownedBy('tasks') })
