import { z } from 'zod'

const day = z.string().meta({ format: 'date' })
const points = z.int().nullable().describe('null for who may not read the team’s points')
const count = z.int()

const item = {
  task_id: z.guid().nullable(),
  task_short_id: z.string(),
  task_title: z.string(),
  story_points: points,
}

export const outcomeReply = z
  .object({
    sprint_id: z.guid(),
    state: z.string(),
    provisional: z.boolean().describe('the sprint has not been closed'),
    outcome_recorded: z.boolean(),
    name: z.string(),
    start_date: day,
    finish_date: day,
    closed_at: z.string().meta({ format: 'date-time' }).nullable(),
    goal: z.string(),
    goal_outcome: z.string().nullable(),
    commitment: z.object({
      committed_points: points,
      committed_task_count: z.int().nullable(),
      completed_points: points,
      completed_task_count: z.int().nullable(),
      completion_ratio_points: z.number().nullable(),
      completion_ratio_tasks: z.number().nullable(),
    }),
    velocity: z
      .object({
        completed_points: z.int().nullable(),
        velocity_delta_points: z.int().nullable(),
        rolling_avg_points: z.number().nullable(),
        burn_status: z.enum(['no_data', 'ahead', 'behind', 'on_track']),
        trend_points: z.int().nullable(),
        projected_finish_date: day.nullable(),
      })
      .nullable(),
    didnt_ship: z.array(
      z
        .object({
          ...item,
          final_status: z.string(),
          disposition: z.enum(['completed', 'carried', 'dropped']).nullable(),
          next_sprint_id: z.guid().nullable(),
          next_sprint_name: z.string().nullable(),
          was_pending: z.boolean(),
        })
        .meta({ id: 'DidntShipItem' }),
    ),
    didnt_ship_summary: z.object({
      carried_count: count,
      carried_points: points,
      dropped_count: count,
      dropped_points: points,
    }),
    retro_summary: z.looseObject({}).nullable(),
    review: z.object({
      accepted_count: count,
      accepted_points: points,
      not_accepted_count: count,
      not_accepted_points: points,
      no_criteria_count: count,
      no_criteria_points: points,
      shipped: z.array(
        z.object({
          ...item,
          outcome_id: z.guid().nullable(),
          acceptance: z.object({ met: count, total: count }),
          unmet_criteria: z.array(z.string()),
          review_note: z.string(),
          flagged_to_backlog: z.boolean(),
          demo_ready: z.boolean(),
          demo_order: count,
          presenter: z.string(),
        }),
      ),
      demo_list: z.array(z.string()),
      commitment: z.object({
        committed_count: z.int().nullable(),
        shipped_count: count,
        carried_count: z.int().nullable(),
      }),
    }),
    milestone_slip: z.looseObject({}).nullable(),
  })
  .meta({ id: 'SprintOutcome' })
