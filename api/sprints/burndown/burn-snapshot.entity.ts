import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

/** What a sprint had left at the end of a day, without what waits to be accepted. */
export const BurnSnapshotSchema = defineEntity({
  name: 'BurnSnapshot',
  tableName: 'sprint_burn_snapshots',
  properties: {
    sprint_id: p.uuid().primary(),
    snapshot_date: p.date().primary(),
    remaining_points: p.integer(),
    remaining_task_count: p.integer(),
    completed_points: p.integer(),
    completed_task_count: p.integer(),
    /** What there is beyond the commitment; below zero for what went. */
    scope_change_points: p.integer(),
    scope_change_task_count: p.integer(),
  },
})
references(BurnSnapshotSchema, { sprint_id: ownedBy('sprints') })
