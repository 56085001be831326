import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { presentHistory, presentRun } from './monte-carlo.present.ts'
import { findLatestRun, listHistory, loadHistorySettings } from './monte-carlo.queries.ts'
import { historyQuery, historyReply, monteCarloReply, runMonteCarloBody } from './monte-carlo.schema.ts'
import { historyCap, runMonteCarlo, simulateAhead } from './run-monte-carlo.ts'
import { runWhatIf } from './run-whatif.ts'
import { whatIfQuery, whatIfReply } from './whatif.schema.ts'

const tag = 'Schedule'
/** As long as this a result stands for the plan as it is, with the dates of all its runs. */
const FRESH_MS = 24 * 3600 * 1000

export const monteCarloRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/projects/{id}/monte-carlo/',
    tag,
    summary: 'Simulate the finish of a project',
    scope: projectScope(),
    body: runMonteCarloBody,
    limits: [byAccount('monte_carlo', (config) => config.throttleMonteCarloRate)],
    reply: monteCarloReply,
    otherReplies: { 402: { description: 'over a cap of the edition' } },
    ahead: simulateAhead,
    run: (ctx, { body, prepared }) => runMonteCarlo(ctx, body, prepared),
    present: ({ run, settings, extras }, ctx) => ({
      ...presentRun(ctx, run, { isFromHistory: false, timezone: settings.timezone }),
      ...extras,
    }),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/monte-carlo/latest/',
    tag,
    summary: 'The last simulation of a project',
    agentReadable: 'compute',
    scope: projectScope(),
    reply: monteCarloReply,
    run: readLatest,
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/monte-carlo/history/',
    tag,
    summary: 'Stored simulations of a project, newest first',
    scope: projectScope(),
    query: historyQuery,
    reply: historyReply,
    run: (ctx, { query }) => readHistory(ctx, query.expand === 'distribution'),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/monte-carlo/whatif/',
    tag,
    summary: 'What another duration of one task would do to the finish',
    agentReadable: 'compute',
    limits: [byAccount('whatif', (config) => config.throttleWhatifRate)],
    scope: projectScope(),
    query: whatIfQuery,
    reply: whatIfReply,
    otherReplies: { 402: { description: 'over a cap of the edition' } },
    run: (ctx, { query }) => runWhatIf(ctx, query),
  }),
]

async function readLatest(ctx: Ctx<ProjectScope>): Promise<object> {
  const { timezone } = await loadHistorySettings(ctx)
  const freshAfter = new Date(ctx.services.clock.now().getTime() - FRESH_MS)
  const run = await findLatestRun(ctx, freshAfter)
  refuseUnless(run, () => new Refusal(404, 'No simulation of this project is stored.'))
  return presentRun(ctx, run, { isFromHistory: new Date(run.taken_at) <= freshAfter, timezone })
}

async function readHistory(ctx: Ctx<ProjectScope>, isExpanded: boolean): Promise<object> {
  const settings = await loadHistorySettings(ctx)
  if (!settings.enabled) return { results: [], cap: null, enabled: false }
  const cap = historyCap(ctx, settings)
  const runs = await listHistory(ctx, cap)
  return { results: presentHistory(ctx, runs, { settings, isExpanded }), cap, enabled: true }
}
