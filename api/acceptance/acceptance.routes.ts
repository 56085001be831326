import { type TaskOfBodyScope, taskOfBodyScope } from '../people/task-of-body.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { loadTask } from '../tasks/reading/task-page.ts'
import { canCreateTasks } from '../tasks/task.policy.ts'
import { presentOne } from '../tasks/task.present.ts'
import { readTaskReply } from '../tasks/task.reply.ts'
import { criterionReply } from '../tasks/task-parts.schema.ts'
import { taskScope } from '../tasks/task-scope.ts'
import { ingestRamp, ingestScope } from '../tokens/ingest-scope.ts'
import { canWriteCriteria } from './acceptance.policy.ts'
import { presentCriterion } from './acceptance.present.ts'
import {
  criterionBody,
  criterionPatch,
  listCriteriaQuery,
  resultsBody,
  resultsReply,
  splitBody,
} from './acceptance.schema.ts'
import { type CriterionScope, criterionScope } from './acceptance.scope.ts'
import { loadCriterion, pageCriteria } from './criterion.queries.ts'
import { splitTask } from './split-task.ts'
import { takeResults } from './take-results.ts'
import { createCriterion, deleteCriterion, updateCriterion } from './write-criterion.ts'

const tag = 'acceptance'

export const acceptanceRoutes = [
  route({
    method: 'GET',
    path: '/acceptance-criteria/',
    tag,
    summary: 'Acceptance criteria of a task, or of all tasks in the caller’s projects',
    query: listCriteriaQuery,
    reply: pageOf(criterionReply),
    run: async (ctx, { query }) => ({ page: await pageCriteria(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(presentCriterion) },
        ctx.services.config,
        '/acceptance-criteria/',
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/acceptance-criteria/',
    tag,
    summary: 'Add a criterion to a task',
    scope: taskOfBodyScope,
    allow: canWriteCriteria<TaskOfBodyScope>,
    body: criterionBody,
    status: 201,
    reply: criterionReply,
    run: (ctx, { body }) => createCriterion(ctx, body),
    present: presentCriterion,
  }),
  route({
    method: 'GET',
    path: '/acceptance-criteria/{id}/',
    tag,
    summary: 'One criterion',
    scope: criterionScope,
    reply: criterionReply,
    run: (ctx) => loadCriterion(ctx, ctx.scope.criterionId),
    present: presentCriterion,
  }),
  route({
    method: 'PUT',
    path: '/acceptance-criteria/{id}/',
    tag,
    summary: 'Change a criterion, naming its task and text',
    scope: criterionScope,
    allow: canWriteCriteria<CriterionScope>,
    body: criterionBody,
    reply: criterionReply,
    run: (ctx, { body }) => updateCriterion(ctx, body),
    present: presentCriterion,
  }),
  route({
    method: 'PATCH',
    path: '/acceptance-criteria/{id}/',
    tag,
    summary: 'Change the fields sent',
    scope: criterionScope,
    allow: canWriteCriteria<CriterionScope>,
    body: criterionPatch,
    reply: criterionReply,
    run: (ctx, { body }) => updateCriterion(ctx, body),
    present: presentCriterion,
  }),
  route({
    method: 'DELETE',
    path: '/acceptance-criteria/{id}/',
    tag,
    summary: 'Delete a criterion',
    scope: criterionScope,
    allow: canWriteCriteria<CriterionScope>,
    status: 204,
    run: deleteCriterion,
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/acceptance-results/',
    tag,
    summary: 'Push results of an outside test run: each sets the flag of its criterion',
    audience: 'integration',
    scope: ingestScope,
    limits: ingestRamp('acceptance_results', (token) => token.id),
    idempotency: { exempt: 'a repeated result finds the flag as it is and changes nothing' },
    body: resultsBody,
    reply: resultsReply,
    run: (ctx, { body }) => takeResults(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/tasks/{id}/split/',
    tag: 'tasks',
    summary: 'Make a story beside one that is too large, with the criteria that it does not meet yet',
    scope: taskScope(),
    allow: canCreateTasks,
    body: splitBody,
    status: 201,
    reply: readTaskReply,
    run: async (ctx, { body }) => presentOne(await loadTask(ctx, await splitTask(ctx, body.name))),
  }),
]
