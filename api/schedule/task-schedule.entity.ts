import { defineEntity, p } from '@mikro-orm/postgresql'
import { HOT_PATH, references, unchecked } from '../platform/db/references.ts'

/**
 * Critical path output of one task. No row: the task is outside the schedulable set or was never scheduled, and the
 * eight computed fields are null. No indexes beside the key, so that updates stay in place (HOT).
 */
export const TaskScheduleSchema = defineEntity({
  name: 'TaskSchedule',
  tableName: 'task_schedules',
  properties: {
    task_id: p.uuid().primary(),
    early_start: p.date(),
    early_finish: p.date(),
    late_start: p.date(),
    late_finish: p.date(),
    scheduled_start: p.date(),
    total_float: p.integer(),
    free_float: p.integer(),
    is_critical: p.boolean(),
  },
})
references(TaskScheduleSchema, { task_id: unchecked(HOT_PATH) })
