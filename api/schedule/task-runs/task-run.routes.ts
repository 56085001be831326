import { projectScope } from '../../access/project-scope.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../../platform/http/paging.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { runMonteCarloBody } from '../monte-carlo/monte-carlo.schema.ts'
import { cancelTaskRun } from './cancel-task-run.ts'
import { startSimulation } from './start-simulation.ts'
import { presentTaskRun } from './task-run.present.ts'
import { loadTaskRun, pageTaskRuns } from './task-run.queries.ts'
import { taskRunQuery, taskRunReply } from './task-run.schema.ts'

const tag = 'Schedule'

export const taskRunRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/projects/{id}/monte-carlo/start/',
    tag,
    summary: 'Simulate the finish of a project in the background',
    limits: [byAccount('monte_carlo', (config) => config.throttleMonteCarloRate)],
    scope: projectScope(),
    body: runMonteCarloBody,
    status: 202,
    reply: taskRunReply,
    otherReplies: { 402: { description: 'over a cap of the edition' }, 409: { description: 'one is under way' } },
    run: (ctx, { body }) => startSimulation(ctx, body),
    present: presentTaskRun,
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/task-runs/',
    tag,
    summary: 'Background runs of a project, newest first',
    scope: projectScope(),
    query: taskRunQuery,
    reply: pageOf(taskRunReply),
    run: async (ctx, { query }) => {
      const page = await pageTaskRuns(ctx, pageRequest(query, LARGE_LIST))
      const results = page.results.map(presentTaskRun)
      return presentPage(
        { ...page, results },
        ctx.services.config,
        `/projects/${ctx.scope.projectId}/task-runs/`,
        query,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/task-runs/{run_id}/',
    tag,
    summary: 'A background run: how far it is, or how it ended',
    scope: projectScope(),
    reply: taskRunReply,
    run: (ctx, { params }) => loadTaskRun(ctx, params.run_id as string),
    present: presentTaskRun,
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/task-runs/{run_id}/cancel/',
    tag,
    summary: 'Ask a background run to end',
    scope: projectScope(),
    status: 202,
    reply: taskRunReply,
    otherReplies: { 409: { description: 'it has ended' } },
    run: (ctx, { params }) => cancelTaskRun(ctx, params.run_id as string),
    present: presentTaskRun,
  }),
]
