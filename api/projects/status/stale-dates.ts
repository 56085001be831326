// Since when a project's dates do not follow what people wrote, and which tasks are to blame. Passes write it, and
// whoever reads or writes the project is told.

import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { StaleBecause } from './stale-because.ts'
import { findCalledTasks, findStaleMarks } from './stale-dates.queries.ts'

/** As told; nothing while all dates are up to date. */
export interface StaleDates {
  readonly dates_stale_since?: string
  readonly dates_stale_because?: {
    readonly code: string
    readonly detail: string
    readonly tasks: readonly { id: string; name: string; wbs: string; short_id: string; reason: string }[]
    readonly task_count: number
  }
}

export interface StaleColumns {
  readonly dates_stale_since?: string | Date | null
  readonly dates_stale_because?: StaleBecause | null
}

/** Tasks named at most; the rest is counted. */
export const MAX_NAMED_TASKS = 5
/** Projects told of with one page of tasks. */
const MAX_LISTED_PROJECTS = 20

/** Tells who is to blame by the names that tasks have now; one that has gone since is left off. */
export async function presentStaleDates(ctx: Ctx<unknown>, stored: StaleColumns): Promise<StaleDates> {
  const { dates_stale_since: since, dates_stale_because: because } = stored
  if (!since || !because) return {}
  const rows = await findCalledTasks(
    ctx,
    because.tasks.map(({ id }) => id),
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const tasks = because.tasks.flatMap(({ id, reason }) => {
    const row = rowOf.get(id)
    return row ? [{ ...row, reason }] : []
  })
  return { dates_stale_since: instantText(since) as string, dates_stale_because: { ...because, tasks } }
}

/** The mark of a project for whoever reads of its tasks; asked where it is known that there is one. */
export async function readStaleDates(ctx: Ctx<unknown>, projectId: string): Promise<StaleDates> {
  const [stored] = await findStaleMarks(ctx, [projectId], 1)
  return stored === undefined ? {} : presentStaleDates(ctx, stored)
}

/** The marks of several projects, each once however many of its tasks are shown. */
export async function listStaleDates(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
): Promise<(StaleDates & { readonly project: string })[]> {
  const marks = []
  for (const { id, ...stored } of await findStaleMarks(ctx, projectIds, MAX_LISTED_PROJECTS))
    marks.push({ project: id, ...(await presentStaleDates(ctx, stored)) })
  return marks
}

/** The warning of a write whose dates will not follow. */
export async function staleWarnings(ctx: Ctx<unknown>, projectId: string): Promise<{ rule: string; detail: string }[]> {
  const { dates_stale_since: since, dates_stale_because: because } = await readStaleDates(ctx, projectId)
  if (since === undefined) return []
  const blamed = because?.tasks.map(({ short_id, name, reason }) => `${short_id} "${name}" ${reason}`) ?? []
  const why = blamed.length > 0 ? blamed.join(' ') : (because?.detail ?? '')
  return [{ rule: 'dates_stale', detail: `Dates of the project have been stale since ${since}. ${why}` }]
}
