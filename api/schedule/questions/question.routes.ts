import { projectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { askWhatIf } from './ask-what-if.ts'
import { checkReply } from './check.schema.ts'
import { checkSchedule, SARIF_TYPE } from './check-schedule.ts'
import { compareWithPlan, compareWithProject, readPlanUpload } from './compare-schedules.ts'
import { differenceQuery, differenceReply, editsReply } from './difference.schema.ts'
import { whatIfBody, whatIfQuery } from './edits.schema.ts'
import { dragReply, pathsQuery, pathsReply } from './paths.schema.ts'
import { readDrag, readPaths } from './read-paths.ts'

const tag = 'Schedule'
const MAX_PLAN_BYTES = 16 * 1024 * 1024
const READS_ONLY = { exempt: 'it writes nothing' } as const
const limits = [byAccount('schedule_question', (config) => config.throttleMonteCarloRate)]

/** Questions about a project's schedule that its members may ask; none stores anything. */
export const questionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/{id}/schedule/what-if/',
    tag,
    summary: 'The same as a read, for who may do nothing else',
    agentReadable: 'compute',
    limits: [byAccount('whatif', (config) => config.throttleWhatifRate)],
    scope: projectScope(),
    query: whatIfQuery,
    reply: editsReply,
    otherReplies: { 402: { description: 'over a cap of the edition' } },
    run: (ctx, { query }) => askWhatIf(ctx, query.question),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/schedule/what-if/',
    tag,
    summary: 'What a list of edits would do to the schedule, and to the forecast',
    limits: [byAccount('whatif', (config) => config.throttleWhatifRate)],
    scope: projectScope(),
    whenArchived: 'allowed',
    body: whatIfBody,
    idempotency: READS_ONLY,
    transaction: false,
    reply: editsReply,
    otherReplies: { 402: { description: 'over a cap of the edition' } },
    run: (ctx, { body }) => askWhatIf(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/schedule/check/',
    tag,
    agentReadable: 'compute',
    summary: 'The fourteen-point assessment of a schedule, and what else is odd about it',
    limits,
    scope: projectScope(),
    alsoAs: SARIF_TYPE,
    reply: checkReply,
    run: checkSchedule,
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/schedule/paths/',
    tag,
    summary: 'The driving path to the finish or to a task, and the paths that nearly drive it',
    limits,
    scope: projectScope(),
    query: pathsQuery,
    reply: pathsReply,
    run: (ctx, { query }) => readPaths(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/schedule/drag/',
    tag,
    agentReadable: 'compute',
    summary: 'By how many days each critical task holds the finish up',
    limits,
    scope: projectScope(),
    reply: dragReply,
    run: readDrag,
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/schedule/difference/',
    tag,
    summary: 'Why the schedule differs from that of another project',
    limits,
    scope: projectScope(),
    query: differenceQuery,
    reply: differenceReply,
    run: (ctx, { query }) => compareWithProject(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/schedule/difference/',
    tag,
    summary: 'What was changed since an uploaded plan document, and what each change moved',
    limits,
    scope: projectScope(),
    whenArchived: 'allowed',
    upload: { field: 'file', required: true, maxBytes: (_ctx: Ctx) => MAX_PLAN_BYTES, orJson: true },
    prepare: readPlanUpload,
    idempotency: READS_ONLY,
    transaction: false,
    reply: differenceReply,
    run: (ctx, { prepared }) => compareWithPlan(ctx, prepared),
  }),
]
