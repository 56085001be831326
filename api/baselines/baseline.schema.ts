import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'

export const MAX_NAME_LENGTH = 255

const date = z.string().meta({ format: 'date' }).nullable()
const instant = z.string().meta({ format: 'date-time' })

export const listBaselinesQuery = z.object(pageQuery)

export const baselineBody = z.object({
  name: z.string().trim().max(MAX_NAME_LENGTH).optional().describe('numbered when left out or empty'),
})
export type BaselineInput = z.output<typeof baselineBody>

const baseline = z.object({
  id: z.guid(),
  project: z.guid(),
  name: z.string(),
  created_by: z.guid().nullable(),
  created_at: instant,
  is_active: z.boolean(),
  has_cpm_dates: z.boolean(),
  task_count: z.int(),
})
export const baselineReply = baseline.meta({ id: 'Baseline' })

const baselineTask = z.object({
  task_id: z.guid(),
  task_name: z.string(),
  start: date,
  finish: date,
  duration: z.int(),
  actual_start: date,
  actual_finish: date,
})
export const baselineDetailReply = baseline
  .extend({ tasks: z.array(baselineTask.meta({ id: 'BaselineTask' })) })
  .meta({ id: 'BaselineDetail' })

const days = z.int().nullable()

/** A task beside the active baseline; how much is told depends on whether it was captured. */
export const comparisonReply = z
  .object({
    has_baseline: z.boolean(),
    in_baseline: z.boolean().optional(),
    baseline_name: z.string().optional(),
    baseline_taken_at: instant.optional(),
    planned_start: date.optional(),
    planned_finish: date.optional(),
    planned_duration: z.int().optional(),
    planned_total_float: days.optional(),
    current_start: date.optional(),
    current_finish: date.optional(),
    current_duration: z.int().optional(),
    current_total_float: days.optional(),
    start_delta_days: days.optional().describe('calendar days; later is positive'),
    finish_delta_days: days.optional().describe('calendar days; later is positive'),
    duration_delta: z.int().optional(),
    total_float_delta: days.optional(),
  })
  .meta({ id: 'TaskBaselineComparison' })

/** A project beside one of its baselines; later, and more than planned, is positive. */
export const projectComparisonReply = z
  .object({
    baseline: z.object({ id: z.guid(), name: z.string(), created_at: instant }),
    status_date: z.string().meta({ format: 'date' }),
    planned_start: date,
    planned_finish: date,
    current_start: date,
    current_finish: date,
    start_delta_days: days.describe('calendar days'),
    finish_delta_days: days.describe('calendar days'),
    planned_value_days: z.number().describe('working days of captured durations that were to be done by the data date'),
    earned_value_days: z.number().describe('working days of captured durations that are done'),
    schedule_variance_days: z.number().describe('earned less planned'),
    spi: z.number().nullable().describe('earned for planned; null where nothing was to be done'),
    bei: z.number().nullable().describe('tasks done for tasks due; null where none was due'),
    due_count: z.int(),
    done_count: z.int(),
    captured_count: z.int(),
    added_count: z.int(),
    removed_count: z.int(),
    later_count: z.int(),
    earlier_count: z.int(),
    most_late: z.array(
      z.object({
        id: z.guid(),
        name: z.string(),
        planned_finish: date,
        current_finish: date,
        finish_delta_days: z.int(),
      }),
    ),
  })
  .meta({ id: 'ProjectBaselineComparison' })

export const commitReply = z
  .object({
    baseline_id: z.guid(),
    baseline_name: z.string(),
    task_count: z.int(),
    notified_resource_count: z.int(),
  })
  .meta({ id: 'CommitProjectResult' })
