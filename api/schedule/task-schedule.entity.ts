import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Critical path output of one task. No row: the task is outside the schedulable set or was never scheduled, and the
 * eight computed fields are null. No indexes beside the key, so that updates stay in place (HOT).
 */
export const TaskScheduleSchema = defineEntity({
  name: 'TaskSchedule',
  tableName: 'task_schedules',
  properties: {
    taskId: p.uuid().primary(),
    earlyStart: p.date(),
    earlyFinish: p.date(),
    lateStart: p.date(),
    lateFinish: p.date(),
    scheduledStart: p.date(),
    totalFloat: p.integer(),
    freeFloat: p.integer(),
    isCritical: p.boolean(),
  },
})
