import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { sprintScope } from '../sprint.scope.ts'
import { readDailyDelta } from './daily-delta.ts'
import { readStandup } from './standup.ts'

const instant = z.string().meta({ format: 'date-time' })
const day = z.string().meta({ format: 'date' })
const number = z.int().nullable()

const cards = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string(),
      status: z.string(),
      story_points: number,
      dwell_days: number,
      aging: z.boolean(),
      blocker_type: z.string().nullable(),
      blocked_since: instant.nullable(),
    })
    .meta({ id: 'StandupCard' }),
)
const standupReply = z
  .object({
    active: z.boolean(),
    reason: z.enum(['continuous_cadence', 'no_active_sprint']).nullable(),
    sprint: z
      .object({ id: z.guid(), name: z.string(), goal: z.string(), start_date: day, finish_date: day })
      .nullable(),
    generated_at: instant,
    window_since: instant.nullable(),
    walk: z.array(
      z
        .object({
          assignee: z.object({ id: z.guid(), name: z.string() }).nullable(),
          done: cards,
          in_progress: cards,
          blockers: cards,
        })
        .meta({ id: 'StandupBucket' }),
    ),
  })
  .meta({ id: 'Standup' })

const task = { task_id: z.guid(), task_name: z.string() }
const deltaReply = z
  .object({
    sprint_id: z.guid(),
    since: instant,
    until: instant,
    task_changes: z.array(
      z.object({ ...task, from_status: z.string().nullable(), to_status: z.string().nullable(), at: instant }),
    ),
    scope_added: z.array(
      z.object({
        id: z.guid(),
        task_id: z.guid(),
        item_name: z.string(),
        status: z.string(),
        added_at: instant,
        story_points: number,
      }),
    ),
    new_blockers: z.array(
      z.object({
        ...task,
        blocker_type: z.string().nullable(),
        kind: z.enum(['impediment', 'paused']),
        blocked_since: instant.nullable(),
      }),
    ),
    blocker_summary: z.object({ impediments: z.int(), paused: z.int() }),
    burndown_delta: z
      .object({
        from_date: day,
        to_date: day,
        remaining_points: z.int(),
        remaining_task_count: z.int(),
        completed_points: z.int(),
        completed_task_count: z.int(),
      })
      .nullable(),
    per_actor: z.array(
      z.object({
        actor_id: z.guid().nullable(),
        actor_name: z.string().nullable(),
        moved: z.int(),
        completed: z.int(),
      }),
    ),
    actor_aggregate: z.object({ actor_count: z.int(), moved: z.int(), completed: z.int() }),
    sprint_load: z.object({ loaded_points: number, capacity_points: number, pct_loaded: number }),
  })
  .meta({ id: 'SprintDailyDelta' })

export const standupRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/{id}/standup/',
    tag: 'sprints',
    summary: 'The sprint under way, from person to person',
    scope: projectScope(),
    reply: standupReply,
    run: (ctx) => readStandup(ctx),
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/daily-delta/',
    tag: 'sprints',
    summary: 'What happened in a sprint since an instant',
    scope: sprintScope(),
    query: z.object({ since: z.string().max(64).optional().describe('an instant; a day ago when left out') }),
    reply: deltaReply,
    run: (ctx, { query }) => readDailyDelta(ctx, query.since),
  }),
]
