import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'

const dates = () => p.array().columnType('date[]').$type<string[]>().defaultRaw(`'{}'`)
const days = () => p.array().columnType('int[]').$type<number[]>().defaultRaw(`'{}'`)

/**
 * Critical path output of 128 tasks of a project, at the places of their numbers (migration 0330). Read it by `datesOf` in
 * `access/`. A task without a value is outside the schedulable set or was never scheduled.
 */
export const ScheduleBlockSchema = defineEntity({
  name: 'ScheduleBlock',
  tableName: 'schedule_blocks',
  properties: {
    project_id: p.uuid().primary(),
    block: p.integer().primary(),
    early_start: dates(),
    early_finish: dates(),
    late_start: dates(),
    late_finish: dates(),
    scheduled_start: dates(),
    total_float: days(),
    free_float: days(),
    is_critical: p.array().columnType('boolean[]').$type<(boolean | null)[]>().defaultRaw(`'{}'`),
  },
})
references(ScheduleBlockSchema, { project_id: ownedBy('projects') })
