import { DEFAULT_SEED } from '../../../compute/simulation/input/simulation-options.ts'
import { findProjectScope, type ProjectScope, withScope } from '../../access/project-scope.ts'
import type { LinkScope, NewLinkScope } from '../../dependencies/dependency.scope.ts'
import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, throttled } from '../../platform/errors.ts'
import { withFields } from '../../platform/http/answer-fields.ts'
import { callerKey } from '../../platform/http/rate-limits.ts'
import { Reply, TakenBack } from '../../platform/http/route.ts'
import { countRuns } from '../monte-carlo/run-monte-carlo.ts'
import { compareForecasts } from '../questions/ask-what-if.ts'
import { compareSides, loadSide, type Side } from './compare-sides.ts'
import type { Explanation } from './prediction.schema.ts'

/** What a write may be about whose effect can be told. */
export type PredictedScope = ProjectScope | LinkScope | NewLinkScope

type Write = () => Promise<Reply>

/**
 * Makes a write, tells what it does to the schedule of its project, and takes it back. A write that is refused is refused
 * as ever. As with every what-if the project is computed alone: links to other projects move nothing here.
 */
export async function foretellWrite(ctx: Ctx<PredictedScope>, write: Write): Promise<Reply> {
  await countAsked(ctx)
  const own = await openProject(ctx)
  if (own === null) throw new TakenBack(new Reply(200, emptyPrediction(await write())))
  const before = await loadSide(own, own.scope.projectId)
  const reply = await write()
  const after = await loadSide(own, own.scope.projectId)
  const effect = await compareSides(own, before, after)
  const forecast = await forecastOf(own, before, after)
  const headers = Object.fromEntries(ctx.replyHeaders)
  throw new TakenBack(new Reply(200, { ...outcome(reply), ...effect, forecast }, headers))
}

/** Makes a write and tells what it did. What cannot be told does not hold the write up. */
export async function explainWrite(ctx: Ctx<PredictedScope>, write: Write): Promise<Reply> {
  await countAsked(ctx)
  const own = await openProject(ctx)
  const before = own && (await told(() => loadSide(own, own.scope.projectId)))
  const reply = await write()
  const explanation = await explain(own, before)
  return withFields(reply, { explanation })
}

async function explain(
  own: Ctx<ProjectScope> | null,
  before: Side | { readonly unavailable: string } | null,
): Promise<Explanation> {
  if (own === null || before === null) return { difference: null, added: [] }
  if ('unavailable' in before) return before
  return told(async () => compareSides(own, before, await loadSide(own, own.scope.projectId)))
}

/** A refusal of the engine in its words; anything else is a fault of the write's own transaction. */
async function told<Value>(work: () => Promise<Value>): Promise<Value | { readonly unavailable: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return { unavailable: error.message }
    throw error
  }
}

/**
 * The project whose dates a write moves, under the locks that the write takes first itself: of a link that of its
 * successor, else the one of its predecessor, where the caller is a member. Null where there is none.
 */
async function openProject(ctx: Ctx<PredictedScope>): Promise<Ctx<ProjectScope> | null> {
  const { scope } = ctx
  if (scope.kind === 'project') {
    await lockEdgeProjects(ctx, { programId: scope.programId, projectIds: [scope.projectId] })
    return withScope(ctx, scope)
  }
  const { predecessor, successor } = scope
  if (predecessor === null || successor === null) return null
  const projectIds = [predecessor.project_id, successor.project_id]
  const isOfProgram = predecessor.program_id === successor.program_id
  await lockEdgeProjects(ctx, { programId: isOfProgram ? predecessor.program_id : null, projectIds })
  const found =
    (await findProjectScope(ctx, projectIds[1] as string)) ?? (await findProjectScope(ctx, projectIds[0] as string))
  return found ? withScope(ctx, found) : null
}

async function countAsked(ctx: Ctx<unknown>): Promise<void> {
  const rate = ctx.services.config.throttleWhatifRate
  const wait = await ctx.services.rateLimits.consume({ name: 'predicted_write', rate }, callerKey(ctx as Ctx))
  if (wait !== null) throw throttled(wait)
}

function outcome({ status, body }: Reply) {
  return { dry_run: true, status, result: body ?? null }
}

function emptyPrediction(reply: Reply) {
  return { ...outcome(reply), difference: null, added: [], forecast: null }
}

/** Null where one of the sides has nothing to draw, or the edition draws no plan as large. */
async function forecastOf(ctx: Ctx<ProjectScope>, before: Side, after: Side): Promise<object | null> {
  const [from, to] = [before.loaded.input, after.loaded.input]
  if (from.rowOfTask.length === 0 || to.rowOfTask.length === 0) return null
  const drawn = await told(() =>
    compareForecasts(ctx, from.columns, to.columns, { runs: countRuns(ctx, {}), seed: DEFAULT_SEED }),
  )
  return 'unavailable' in drawn ? null : drawn
}
