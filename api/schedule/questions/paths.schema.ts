import { z } from 'zod'
import { wholeNumber } from '../../platform/http/list-query.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'

const MAX_FLOAT = 36_525
const MAX_PATHS = 500

export const pathsQuery = z.object({
  to: wireId.optional().describe('paths to this task instead of to the finish'),
  max_float: wholeNumber(0, MAX_FLOAT).optional().describe('leaves out paths with more working days of float'),
  limit: wholeNumber(1, MAX_PATHS).optional().describe('the most paths; 20 when left out'),
})

const task = z.object({
  task_id: z.guid(),
  task_name: z.string().nullable().describe('null in a project the reader cannot see'),
  early_start: z.string(),
  early_finish: z.string(),
  total_float: z.int().nullable(),
  is_critical: z.boolean().nullable().describe('null, like the float, in a project closed to the reader'),
})

export const pathsReply = z
  .object({
    to: z.guid().nullable(),
    project_finish: z.string(),
    paths: z.array(
      z.object({
        float_days: z.int(),
        tasks: z.array(task),
        joins: z
          .object({
            task_id: z.guid(),
            task_name: z.string().nullable(),
            dep_type: z.enum(['FS', 'SS', 'FF', 'SF']).nullable(),
            lag_days: z.int().nullable(),
            lag_unit: z.enum(['working', 'elapsed']).nullable(),
          })
          .nullable()
          .describe('where the path meets one listed before'),
      }),
    ),
  })
  .meta({ id: 'SchedulePaths' })

export const dragReply = z
  .object({
    project_finish: z.string(),
    tasks: z.array(
      z.object({
        task_id: z.guid(),
        task_name: z.string(),
        drag_days: z.int().describe('working days by which the finish would come forward if the task took no time'),
        finish_without: z.string(),
      }),
    ),
  })
  .meta({ id: 'ScheduleDrag' })

export type PathsInput = z.output<typeof pathsQuery>
