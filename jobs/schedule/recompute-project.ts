import { describeCycle } from '../../api/dependencies/describe-cycle.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { lockAllByName } from '../../api/platform/db/advisory-locks.ts'
import { unavailable } from '../../api/platform/errors.ts'
import { emit } from '../../api/platform/events/define-event.ts'
import { Stopwatch } from '../../api/platform/stopwatch.ts'
import { keepImportsOut } from '../../api/projects/project-lock.ts'
import { passFlag } from '../../api/recompute/recompute.jobs.ts'
import { announceSchedule } from '../../api/schedule/announce-schedule.ts'
import { findChanges } from '../../api/schedule/changed-rows.ts'
import { reasonOf } from '../../api/schedule/leave-out.ts'
import { loadedWithout, loadSchedule } from '../../api/schedule/load-schedule.ts'
import type { LoadedSchedule } from '../../api/schedule/loaded-schedule.ts'
import { LEFT_OUT, markFailed, markStale } from '../../api/schedule/mark-stale.ts'
import { findPassProjects, type PassProject } from '../../api/schedule/pass-project.queries.ts'
import { keepAfterPass } from '../../api/schedule/resident/keep-after-pass.ts'
import { cpmError } from '../../api/schedule/schedule.events.ts'
import { storeSchedule } from '../../api/schedule/store-schedule.ts'
import { refreshSlips } from '../../api/slip-conflicts/refresh-slips.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { ComputeFailure } from '../../compute/workers/failure.ts'
import { underWay } from '../under-way.ts'

/**
 * Computes a project's dates, or a program's, and stores what changed, in one transaction under a lock of each project:
 * a pass reads only after the one before it has committed, so an older result never replaces a newer one. Rows that
 * cannot be computed are left out by name and the rest is scheduled. A plan the engine refuses as a whole keeps the
 * dates it has. Either way its people are told since when and why.
 */
export async function recomputeProjectBody(services: Services, payload: { projectId: string }): Promise<void> {
  await services.systemContext((ctx) => recompute(ctx, payload.projectId))
}

async function recompute(ctx: Ctx, projectId: string): Promise<void> {
  const found = await findPassProjects(ctx, projectId)
  const flags = found.map(({ id }) => passFlag(id))
  // Who comes for one of them meanwhile waits in the queue and not in one of the few slots.
  await underWay(flags, () => recomputeLocked(ctx, projectId, found))
}

async function recomputeLocked(ctx: Ctx, projectId: string, found: PassProject[]): Promise<void> {
  const watch = new Stopwatch()
  /** Of each phase, for the debug log. */
  const millis: Record<string, number> = {}
  const projects = await lockPass(ctx, projectId, found)
  if (projects.length === 0) return
  millis.lock = watch.step()
  const whole = await loadSchedule(ctx, projects)
  millis.load = watch.step()
  const { loaded, outcome, cause } = await computeWhatCanBe(ctx, whole)
  if (outcome !== null && 'code' in outcome) return announceFailure(ctx, loaded, outcome)
  const result = outcome
  millis.compute = watch.step()
  const changes = findChanges(loaded, result)
  millis.compare = watch.step()
  const stamp = await storeSchedule(ctx, loaded, result, changes)
  keepAfterPass(ctx, loaded, result, { changes, stamp })
  const untold = await markStale(ctx, loaded, cause)
  millis.store = watch.step()
  announceSchedule(ctx, loaded, result, changes)
  await refreshSlips(
    ctx,
    projects.map(({ id }) => id),
  )
  if (untold.size > 0) await announceLeftOut(ctx, loaded, cause, untold)
  millis.announce = watch.step()
  ctx.services.log.debug(
    {
      project: projectId,
      projects: projects.length,
      tasks: loaded.input.rowOfTask.length,
      links: loaded.input.rowOfLink.length,
      changed: changes.tasks.length,
      edits: loaded.step?.edits.length ?? null,
      ...millis,
    },
    'schedule computed',
  )
}

/**
 * Locks the projects the pass will write, and looks again: a link accepted while waiting widens the pass to
 * the program.
 */
async function lockPass(ctx: Ctx, projectId: string, found: PassProject[]): Promise<PassProject[]> {
  for (let projects = found; ; ) {
    const ids = projects.map((project) => project.id)
    // Not waited for, in one of the few slots: the pass comes back a little later.
    if (!(await keepImportsOut(ctx, ids))) throw unavailable('A file is being imported into the project.')
    await lockAllByName(ctx, 'datesOfProject', ids)
    if (projects.every((project) => project.program_id === null)) return projects
    const now = await findPassProjects(ctx, projectId)
    if (now.every((project) => ids.includes(project.id))) return now
    projects = now
  }
}

/** Why a pass gave no dates, in the words of `cpm_error`. */
interface PassFailure {
  readonly code: string
  readonly detail: string
  readonly offending?: string[]
  readonly offendingTasks?: readonly number[] | null
}

/** So many refusals are followed by another try without the rows they name; each costs a pass. */
const MAX_TRIES = 12

interface Computed {
  readonly loaded: LoadedSchedule
  readonly outcome: ScheduleResult | PassFailure | null
  /** What kept rows out that only the network shows, such as a cycle. */
  readonly cause: PassFailure | null
}

/** A plan that is refused because of some of its rows is computed without them. */
async function computeWhatCanBe(ctx: Ctx, whole: LoadedSchedule): Promise<Computed> {
  let [loaded, cause]: [LoadedSchedule, PassFailure | null] = [whole, null]
  for (let tries = 1; ; tries++) {
    const outcome = await runPass(ctx, loaded)
    const blamed = outcome !== null && 'code' in outcome ? (outcome.offendingTasks ?? []) : []
    if (blamed.length === 0 || tries === MAX_TRIES) return { loaded, outcome, cause }
    const refusal = outcome as PassFailure
    const reason = refusal.code === 'cyclic_dependency' ? 'lies on a cycle of dependencies.' : reasonOf(refusal.detail)
    const rows = [...new Set(blamed)].map((task) => ({ row: loaded.input.rowOfTask[task] as number, reason }))
    cause ??= refusal
    loaded = loadedWithout(loaded, rows)
  }
}

/** A pass that outlives its deadline would do so again: its people are told instead. */
const TIMED_OUT: PassFailure = { code: 'timeout', detail: 'timeout' }

/**
 * Computes on a worker thread, whatever the size: a pass then has a deadline and can be given up, and a thread that dies
 * takes nothing with it. Handing over costs a fraction of a millisecond. Null when nothing can be scheduled; a refusal
 * of the plan and a deadline are answers, other failures run the job again.
 */
async function runPass(ctx: Ctx, { input, step }: LoadedSchedule): Promise<ScheduleResult | PassFailure | null> {
  const { columns } = input
  if (columns.taskCount === 0) return null
  try {
    const { compute } = ctx.services
    if (step) return await compute.reschedule(columns, step, { signal: ctx.signal })
    return await compute.schedule(columns, { signal: ctx.signal })
  } catch (error) {
    if (!(error instanceof ComputeFailure)) throw error
    if (error.refusal) return error.refusal
    if (error.kind === 'deadline') return TIMED_OUT
    throw error
  }
}

/** Inside one project a cycle is told by names; across projects ids have to do, because not everyone may read them all. */
async function announceFailure(ctx: Ctx, loaded: LoadedSchedule, failure: PassFailure): Promise<void> {
  const ids = loaded.projects.map(({ id }) => id)
  ctx.services.log.info({ code: failure.code, projects: ids }, 'no dates from the scheduler')
  const { code } = failure
  const offending = failure.offending ?? null
  const error = await wordsOf(ctx, failure, ids)
  const untold = await markFailed(ctx, loaded, { code, detail: error })
  for (const projectId of untold) emit(ctx, cpmError, { projectId, payload: { error, code, offending } })
}

async function wordsOf(ctx: Ctx, { code, detail, offending }: PassFailure, projectIds: string[]): Promise<string> {
  const isNamed = code === 'cyclic_dependency' && offending !== undefined && projectIds.length === 1
  return isNamed ? `The dependencies form a cycle: ${await describeCycle(ctx, offending)}.` : detail
}

/** Every project of the pass is told of its own rows, once for as long as they are the same. */
async function announceLeftOut(
  ctx: Ctx,
  loaded: LoadedSchedule,
  cause: PassFailure | null,
  untold: ReadonlySet<string>,
): Promise<void> {
  const ids = loaded.projects.map(({ id }) => id)
  ctx.services.log.info({ projects: ids, count: loaded.leftOut.length }, 'rows left out by the scheduler')
  for (const [index, projectId] of ids.entries()) {
    const own = loaded.leftOut.filter(({ row }) => loaded.rows.projectIndex[row] === index)
    if (own.length === 0 || !untold.has(projectId)) continue
    const error = cause === null ? LEFT_OUT : await wordsOf(ctx, cause, ids)
    const offending = cause?.offending ?? own.map(({ row }) => loaded.input.rowIndex.textAt(row))
    const code = cause?.code ?? 'invalid_graph_input'
    emit(ctx, cpmError, { projectId, payload: { error, code, offending } })
  }
}
