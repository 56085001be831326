import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'
import { SPRINT_STATES } from './sprint.entity.ts'

export const MAX_TEXT = 100_000
const count = z.int().min(0).max(2_147_483_647)
export const sprintName = z.string().trim().min(1, 'This field may not be blank').max(255)
const state = z.enum(SPRINT_STATES)
export const GOAL_OUTCOMES = ['MET', 'PARTIAL', 'MISSED'] as const

export const listSprintsQuery = z.object({
  ...pageQuery,
  state: state.optional(),
  status: state.optional().describe('the same as `state`'),
  ordering: z.string().max(200).optional().describe('start_date, finish_date, name, state; `-` for descending'),
})

export const sprintBody = z.object({
  name: sprintName,
  goal: z.string().max(MAX_TEXT).optional(),
  notes: z.string().max(MAX_TEXT).optional(),
  start_date: civilDate,
  finish_date: civilDate.describe('after start_date'),
  target_milestone: wireId.nullable().optional(),
  capacity_points: count.nullable().optional().describe('Resource Manager and above'),
  wip_limit: count.nullable().optional().describe('Resource Manager and above'),
  goal_outcome: z
    .union([z.enum(GOAL_OUTCOMES), z.literal('')])
    .nullable()
    .optional()
    .describe('Resource Manager and above; empty for none'),
  exclude_from_velocity: z.boolean().optional().describe('Resource Manager and above'),
})
export type SprintInput = z.output<typeof sprintBody>
export const sprintPatch = sprintBody.partial()

const instant = z.string().meta({ format: 'date-time' }).nullable()
const day = z.string().meta({ format: 'date' })
const number = z.number().nullable()

export const rollupReply = z
  .object({
    percent_complete: number,
    rollup_basis: z.enum(['points', 'tasks', 'none']),
    variance_days: z.int().nullable(),
    sprint_scope_changed: z.boolean(),
    scope_change_sprint_id: z.guid().nullable(),
    binding_drifted: z.boolean(),
    sprint_count: z.int(),
  })
  .meta({ id: 'MilestoneRollup' })

const sprintFields = {
  id: z.guid(),
  server_version: z.int(),
  short_id: z.string(),
  short_id_display: z.string(),
  qualified_id: z.string(),
  project: z.guid(),
  name: z.string(),
  goal: z.string(),
  notes: z.string(),
  start_date: day,
  finish_date: day,
  state,
  status: state.describe('the same as `state`'),
  target_milestone: z.guid().nullable(),
  target_milestone_detail: z
    .object({
      id: z.guid(),
      name: z.string(),
      wbs_path: z.string().nullable(),
      finish: day.nullable(),
      predecessor_ids: z.array(z.guid()),
      rollup: rollupReply,
    })
    .nullable(),
  milestone_bound_by: z.guid().nullable(),
  milestone_bound_by_name: z.string().nullable(),
  milestone_bound_at: instant,
  binding_committed_snapshot: z.int().nullable(),
  capacity_points: z.int().nullable(),
  wip_limit: z.int().nullable(),
  goal_outcome: z.enum(GOAL_OUTCOMES).nullable(),
  exclude_from_velocity: z.boolean(),
  committed_points: z.int().nullable(),
  committed_task_count: z.int().nullable(),
  completed_points: z.int().nullable(),
  completed_task_count: z.int().nullable(),
  completion_ratio_points: number,
  completion_ratio_tasks: number,
  pending_count: z.int(),
  wip_count: z.int(),
  activated_at: instant,
  closed_at: instant,
  created_by: z.guid().nullable(),
  created_at: z.string().meta({ format: 'date-time' }),
  updated_at: z.string().meta({ format: 'date-time' }),
}
export const sprintReply = z.object(sprintFields).meta({ id: 'Sprint' })

export const durationEventsReply = z
  .object({
    events: z.array(
      z
        .object({
          id: z.guid(),
          task_id: z.guid(),
          task_name: z.string().nullable(),
          old_duration: z.int(),
          new_duration: z.int(),
          percent_complete_at_change: z.number(),
          percent_complete_after: number,
          policy_applied: z.enum(['keep', 'prorate', 'confirm']),
          actor_name: z.string().nullable(),
          created_at: z.string().meta({ format: 'date-time' }),
        })
        .meta({ id: 'SprintDurationChangeEvent' }),
    ),
  })
  .meta({ id: 'SprintDurationChangeEventList' })

export const activatedReply = z
  .object({
    ...sprintFields,
    warnings: z.array(
      z.object({
        type: z.literal('over_capacity'),
        member_id: z.guid(),
        member_name: z.string(),
        committed_hours: z.number(),
        available_hours: z.number(),
        suggested_commitment_points: z.int(),
      }),
    ),
  })
  .meta({ id: 'ActivatedSprint' })
