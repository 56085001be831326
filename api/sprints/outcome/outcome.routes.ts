import { z } from 'zod'
import { type Route, route } from '../../platform/http/route.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { canRunSprints } from '../sprint.policy.ts'
import { sprintScope } from '../sprint.scope.ts'
import { outcomeReply } from './outcome.schema.ts'
import { readOutcome } from './read-outcome.ts'
import { flagForBacklog, outcomeScope, reorderDemo, setDemoReady, setNote, setPresenter } from './review-outcome.ts'

const tag = 'sprints'
/** Longer texts are cut, not refused. */
const text = z.string().max(10_000)

const curatedReply = z
  .object({
    id: z.guid(),
    sprint_id: z.guid(),
    task_id: z.guid().nullable(),
    task_short_id: z.string(),
    demo_ready: z.boolean(),
    demo_order: z.int(),
    presenter: z.string(),
    review_note: z.string(),
    flagged_task_id: z.guid().nullable(),
  })
  .meta({ id: 'SprintTaskOutcome' })

const curate = { method: 'POST', tag, scope: outcomeScope, allow: canRunSprints, reply: curatedReply } as const

export const outcomeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sprints/{id}/outcome/',
    tag,
    summary: 'What became of a sprint, or what would become of it now',
    agentReadable: true,
    scope: sprintScope(),
    reply: outcomeReply,
    run: (ctx) => readOutcome(ctx),
  }),
  route({
    ...curate,
    path: '/sprint-task-outcomes/{id}/toggle-demo/',
    summary: 'Put a task on the list of the demo or take it off',
    body: z.object({ demo_ready: z.boolean().optional().describe('true when left out') }),
    run: (ctx, { body }) => setDemoReady(ctx, body.demo_ready ?? true),
  }),
  route({
    ...curate,
    path: '/sprint-task-outcomes/{id}/set-presenter/',
    summary: 'Say who presents a task in the demo',
    body: z.object({ presenter: text }),
    run: (ctx, { body }) => setPresenter(ctx, body.presenter),
  }),
  route({
    ...curate,
    path: '/sprint-task-outcomes/{id}/set-note/',
    summary: 'Write down what the review said of a task',
    body: z.object({ note: text }),
    run: (ctx, { body }) => setNote(ctx, body.note),
  }),
  route({
    ...curate,
    path: '/sprint-task-outcomes/{id}/flag-for-backlog/',
    summary: 'Make a backlog item of what the review found',
    run: (ctx) => flagForBacklog(ctx),
  }),
  route({
    method: 'POST',
    path: '/sprints/{id}/demo-list/reorder/',
    tag,
    summary: 'Put the list of the demo into an order',
    scope: sprintScope(),
    allow: canRunSprints,
    body: z.object({ outcome_ids: z.array(wireId).min(1, 'Name the outcomes in their order').max(500) }),
    reply: z.object({ updated: z.int() }),
    otherReplies: { 409: { description: 'not exactly what is on the list' } },
    run: (ctx, { body }) => reorderDemo(ctx, body.outcome_ids),
  }),
]
