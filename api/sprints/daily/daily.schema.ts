import { z } from 'zod'
import { BLOCKER_TYPES } from '../../tasks/task-values.ts'

const day = z.string().meta({ format: 'date' })
const instant = z.string().meta({ format: 'date-time' }).nullable()
const points = z.int().nullable().describe('null for who may not read the team’s points')
const velocity = z.number().nullable()

export const blockerTypes = z.enum(BLOCKER_TYPES)

export const blockedReply = z
  .object({
    sprint_id: z.guid(),
    count: z.int(),
    blocked: z.array(
      z.object({
        id: z.guid(),
        short_id: z.string(),
        name: z.string(),
        status: z.string(),
        assignee_id: z.guid().nullable(),
        assignee_name: z.string().nullable(),
        blocker_type: z.string(),
        blocking_task: z.guid().nullable(),
        blocked_since: instant,
        age_days: z.int().nullable(),
      }),
    ),
    truncated: z.boolean(),
  })
  .meta({ id: 'SprintBlocked' })

export const carryoverReply = z
  .object({
    sprint_id: z.guid(),
    count: z.int(),
    points,
    items: z.array(
      z.object({
        task_id: z.guid().nullable(),
        task_short_id: z.string(),
        task_title: z.string(),
        story_points: points,
        final_status: z.string().describe('at the close of the sprint before'),
        current_status: z.string().nullable().describe('null where the task is gone'),
        was_pending: z.boolean(),
        from_sprint_id: z.guid(),
        from_sprint_name: z.string(),
        is_still_here: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SprintIncomingCarryover' })

export const healthReply = z
  .object({
    has_active_sprint: z.boolean(),
    signals: z.array(
      z.object({
        key: z.enum(['orphan', 'phase_span', 'summary_in_sprint']),
        count: z.int(),
        tone: z.enum(['info', 'warning']),
        detail: z.string(),
      }),
    ),
  })
  .meta({ id: 'SprintHealth' })

export const activeSprintsReply = z.array(
  z
    .object({
      project_id: z.guid(),
      project_name: z.string(),
      sprint: z.object({
        id: z.guid(),
        name: z.string(),
        short_id_display: z.string(),
        start_date: day,
        finish_date: day,
        day: z.int(),
        total: z.int(),
        remaining_points: z.int(),
        committed_points: z.int(),
        trend_pts: z.int(),
      }),
      capacity_ratio: z.number(),
      capacity_label: z.string(),
      velocity: z.object({
        rolling_avg_points: velocity,
        forecast_range_low: velocity,
        forecast_range_high: velocity,
        velocity_suppressed: z.boolean(),
      }),
    })
    .meta({ id: 'MeActiveSprintCard' }),
)

export const reforecastReply = z
  .object({
    basis: z.string(),
    cpm_finish: day.nullable(),
    p50: day.nullable(),
    p80: day.nullable(),
    p95: day.nullable(),
    velocity_low: points,
    velocity_high: points,
    unmodeled_dependency: z.boolean(),
    unmodeled_predecessor_ids: z.array(z.guid()),
  })
  .meta({ id: 'ReforecastPreview' })
