import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { lockProject } from '../projects/project-lock.ts'
import { dorBlockers } from '../tasks/reading/task-relatives.ts'
import { loadIngestToken } from '../tokens/ingest-scope.ts'
import { recordTokenAudit } from '../tokens/token-audit.ts'
import type { ResultsInput, ResultsOutcome } from './acceptance.schema.ts'
import { announceTasks } from './announce-tasks.ts'
import { countCriteria, findCriteria, updateCriteria } from './criterion.queries.ts'

/**
 * Sets the flags of criteria from the results of an outside test run, in the name of whoever made the token. An id of
 * another project reads like one that does not exist.
 */
export async function takeResults(ctx: Ctx<ProjectScope>, { results }: ResultsInput): Promise<ResultsOutcome> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const token = await loadIngestToken(ctx)
  const stored = await findCriteria(
    ctx,
    results.map((result) => result.criterion_id),
  )
  const known = results.filter((result) => stored.has(result.criterion_id))
  const isFlip = ({ criterion_id, passed }: ResultsInput['results'][number]) => stored.get(criterion_id)?.met !== passed
  const flips = known.filter(isFlip)
  const idsOf = (chosen: ResultsInput['results']) => chosen.map((result) => result.criterion_id)
  const outcome = {
    updated: idsOf(flips),
    unchanged: idsOf(known.filter((result) => !isFlip(result))),
    unknown: idsOf(results.filter((result) => !stored.has(result.criterion_id))),
  }
  await saveFlags(ctx, flips, { accountId: token.created_by_id ?? null, syncSeq })
  const taskIds = [...new Set(outcome.updated.map((id) => stored.get(id)?.task_id as string))]
  if (taskIds.length > 0) await announceTasks(ctx, taskIds)
  await recordTokenAudit(ctx, token, 'used', {
    updated: outcome.updated.length,
    unchanged: outcome.unchanged.length,
    unknown: outcome.unknown.length,
  })
  return { ...outcome, tasks: await progressOf(ctx, taskIds) }
}

async function saveFlags(
  ctx: Ctx<ProjectScope>,
  flips: ResultsInput['results'],
  { accountId, syncSeq }: { accountId: string | null; syncSeq: number },
): Promise<void> {
  for (const met of [true, false]) {
    const ids = flips.filter((flip) => flip.passed === met).map((flip) => flip.criterion_id)
    const stamps = met ? { met_by_id: accountId, met_at: ctx.services.clock.now() } : { met_by_id: null, met_at: null }
    await updateCriteria(ctx, ids, { met, ...stamps, sync_seq: syncSeq })
  }
}

/** How far the tasks are now, by number. */
async function progressOf(ctx: Ctx<ProjectScope>, taskIds: readonly string[]): Promise<ResultsOutcome['tasks']> {
  if (taskIds.length === 0) return []
  const rows = await countCriteria(ctx, taskIds)
  return rows.map(({ id, story_points, count, met_count }) => ({
    task: id,
    dor_ready: dorBlockers(story_points, { criteriaCount: count, criteriaMetCount: met_count }).length === 0,
    criteria_met: met_count,
    criteria_total: count,
  }))
}
