import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { lockProject } from '../projects/project-lock.ts'
import { dorBlockers } from '../tasks/task-relatives.ts'
import { loadIngestToken } from '../tokens/task-sync/ingest-scope.ts'
import { recordTokenAudit } from '../tokens/token-audit.ts'
import type { ResultsInput, ResultsOutcome } from './acceptance.schema.ts'
import { saveTasks } from './save-tasks.ts'

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
  await setFlags(ctx, flips, { accountId: token.created_by_id ?? null, syncSeq })
  const taskIds = [...new Set(outcome.updated.map((id) => stored.get(id)?.task_id as string))]
  if (taskIds.length > 0) await saveTasks(ctx, projectId, taskIds)
  await recordTokenAudit(ctx, token, 'used', {
    updated: outcome.updated.length,
    unchanged: outcome.unchanged.length,
    unknown: outcome.unknown.length,
  })
  return { ...outcome, tasks: await standOf(ctx, taskIds) }
}

interface Known {
  id: string
  task_id: string
  met: boolean
}

async function findCriteria(ctx: Ctx<ProjectScope>, ids: readonly string[]): Promise<Map<string, Known>> {
  const rows = await sql<Known>(
    ctx,
    `select c.id, c.task_id, c.met from acceptance_criteria c join tasks t on t.id = c.task_id and not t.is_deleted
     where c.id = any($2::uuid[]) and c.project_id = $1 and not c.is_deleted`,
    [ctx.scope.projectId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function setFlags(
  ctx: Ctx<unknown>,
  flips: ResultsInput['results'],
  facts: { accountId: string | null; syncSeq: number },
): Promise<void> {
  for (const passed of [true, false]) {
    const ids = flips.filter((flip) => flip.passed === passed).map((flip) => flip.criterion_id)
    if (ids.length === 0) continue
    await sql(
      ctx,
      `update acceptance_criteria set met = $2, met_by_id = $3, met_at = $4, sync_seq = $5,
         server_version = server_version + 1 where id = any($1::uuid[])`,
      [ids, passed, passed ? facts.accountId : null, passed ? ctx.services.clock.now() : null, facts.syncSeq],
    )
  }
}

interface Stand {
  task: string
  story_points: number | null
  met: number
  total: number
}

/** How far the tasks are now, by number. */
async function standOf(ctx: Ctx<unknown>, taskIds: readonly string[]): Promise<ResultsOutcome['tasks']> {
  if (taskIds.length === 0) return []
  const rows = await sql<Stand>(
    ctx,
    `select t.id as task, t.story_points, count(*) filter (where c.met)::int as met, count(*)::int as total
     from tasks t join acceptance_criteria c on c.task_id = t.id and not c.is_deleted
     where t.id = any($1::uuid[]) group by t.id order by t.number`,
    [taskIds],
  )
  return rows.map((row) => ({
    task: row.task,
    dor_ready: dorBlockers(row.story_points, { criteriaCount: row.total, criteriaMetCount: row.met }).length === 0,
    criteria_met: row.met,
    criteria_total: row.total,
  }))
}
