import type { Ctx } from '../platform/context.ts'
import type { StaleBecause } from '../projects/status/stale-because.ts'
import { saveStaleMarks } from '../projects/status/stale-dates.queries.ts'
import { MAX_NAMED_TASKS } from '../projects/status/stale-dates.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'

/** What is said where rows were left out each for a reason of its own. */
export const LEFT_OUT = 'Some tasks cannot be scheduled; they have no dates, and the others are computed without them.'

/** Marks projects whose pass left rows out, and clears the mark of the others. Returns those to be told: what is as it was is told once. */
export async function markStale(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  cause: { readonly code: string } | null,
): Promise<ReadonlySet<string>> {
  const { leftOut, rows, input } = loaded
  const because = loaded.projects.map((_, index): StaleBecause | null => {
    const own = leftOut.filter(({ row }) => rows.projectIndex[row] === index)
    if (own.length === 0) return null
    const tasks = own.slice(0, MAX_NAMED_TASKS).map(({ row, reason }) => ({ id: input.rowIndex.textAt(row), reason }))
    return { code: cause?.code ?? 'invalid_graph_input', detail: LEFT_OUT, tasks, task_count: own.length }
  })
  return writeMarks(ctx, loaded, because)
}

/** Marks projects whose pass gave no dates at all. Returns those to be told. */
export async function markFailed(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  failure: { readonly code: string; readonly detail: string },
): Promise<ReadonlySet<string>> {
  const { code, detail } = failure
  return writeMarks(
    ctx,
    loaded,
    loaded.projects.map(() => ({ code, detail, tasks: [], task_count: 0 })),
  )
}

/** Only where something differs, because nearly always nothing is stale and nothing was. */
async function writeMarks(
  ctx: Ctx<unknown>,
  { projects }: LoadedSchedule,
  because: readonly (StaleBecause | null)[],
): Promise<ReadonlySet<string>> {
  if (because.every((mark) => mark === null) && projects.every((project) => !project.has_stale_dates)) return new Set()
  const projectIds = projects.map(({ id }) => id)
  return new Set(await saveStaleMarks(ctx, projectIds, because, ctx.services.clock.now()))
}
