// Since when a project's dates do not follow what people wrote, and which tasks are to blame. Passes write it, and
// whoever reads or writes the project is told.

import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { StaleBecause } from './stale-because.ts'
import { findCalledTasks, findStaleMark } from './stale-dates.queries.ts'

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

/** The warning of a write whose dates will not follow. */
export async function staleWarnings(ctx: Ctx<unknown>, projectId: string): Promise<{ rule: string; detail: string }[]> {
  const stored = await findStaleMark(ctx, projectId)
  if (stored === undefined) return []
  const { dates_stale_since: since, dates_stale_because: because } = await presentStaleDates(ctx, stored)
  const blamed = because?.tasks.map(({ short_id, name, reason }) => `${short_id} "${name}" ${reason}`) ?? []
  const why = blamed.length > 0 ? blamed.join(' ') : (because?.detail ?? '')
  return [{ rule: 'dates_stale', detail: `Dates of the project have been stale since ${since}. ${why}` }]
}
