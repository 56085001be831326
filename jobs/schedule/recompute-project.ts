import { describeCycle } from '../../api/dependencies/describe-cycle.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { sql } from '../../api/platform/db/sql.ts'
import { emit } from '../../api/platform/events/define-event.ts'
import { announceSchedule } from '../../api/schedule/announce-schedule.ts'
import { findChanges, pinMilestones } from '../../api/schedule/changed-rows.ts'
import { type LoadedSchedule, loadSchedule } from '../../api/schedule/load-schedule.ts'
import { findPassProjects, type PassProject } from '../../api/schedule/pass-project.queries.ts'
import { keepAfterPass } from '../../api/schedule/resident/keep-after-pass.ts'
import { cpmError } from '../../api/schedule/schedule.events.ts'
import { storeSchedule } from '../../api/schedule/store-schedule.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { ComputeFailure } from '../../compute/workers/failure.ts'

/**
 * Computes a project's dates, or a program's, and stores what changed, in one transaction under a lock of each project:
 * a pass reads only after the one before it has committed, so an older result never replaces a newer one. A plan the
 * engine refuses keeps the dates it has, and its people are told why.
 */
export async function recomputeProjectBody(services: Services, payload: { projectId: string }): Promise<void> {
  await services.systemContext((ctx) => recompute(ctx, payload.projectId))
}

async function recompute(ctx: Ctx, projectId: string): Promise<void> {
  const phases = new Stopwatch()
  const projects = await lockPass(ctx, projectId)
  if (projects.length === 0) return
  phases.lap('lock')
  const loaded = await loadSchedule(ctx, projects)
  phases.lap('load')
  const result = await runPass(ctx, loaded)
  if (result !== null && 'code' in result) return announceFailure(ctx, loaded, result)
  phases.lap('compute')
  if (result) pinMilestones(loaded, result)
  const changes = findChanges(loaded, result)
  phases.lap('compare')
  const stamp = await storeSchedule(ctx, loaded, result, changes)
  keepAfterPass(ctx, loaded, result, { changes, stamp })
  phases.lap('store')
  announceSchedule(ctx, loaded, result, changes)
  phases.lap('announce')
  ctx.services.log.debug(
    {
      project: projectId,
      projects: projects.length,
      tasks: loaded.input.rowOfTask.length,
      links: loaded.input.rowOfLink.length,
      changed: changes.tasks.length,
      edits: loaded.step?.edits.length ?? null,
      ...phases.millis,
    },
    'schedule computed',
  )
}

/**
 * Locks the projects the pass will write, in id order, and looks again: a link accepted while waiting widens the pass to
 * the program.
 */
async function lockPass(ctx: Ctx, projectId: string): Promise<PassProject[]> {
  for (let projects = await findPassProjects(ctx, projectId); ; ) {
    const ids = projects.map((project) => project.id)
    await sql(ctx, 'select pg_advisory_xact_lock(hashtextextended(id, 7317012)) from unnest($1::text[]) as pass(id)', [
      ids,
    ])
    if (projects.every((project) => project.programId === null)) return projects
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
async function announceFailure(ctx: Ctx, { projects }: LoadedSchedule, failure: PassFailure): Promise<void> {
  const ids = projects.map(({ id }) => id)
  ctx.services.log.info({ code: failure.code, projects: ids }, 'no dates from the scheduler')
  const { code, detail } = failure
  const offending = failure.offending ?? null
  const isNamed = code === 'cyclic_dependency' && offending !== null && ids.length === 1
  const error = isNamed ? `The dependencies form a cycle: ${await describeCycle(ctx, offending)}.` : detail
  for (const projectId of ids) emit(ctx, cpmError, { projectId, payload: { error, code, offending } })
}

/** Milliseconds of each phase, for the debug log. */
class Stopwatch {
  readonly millis: Record<string, number> = {}
  #last = performance.now()

  lap(name: string): void {
    const now = performance.now()
    this.millis[name] = Math.round((now - this.#last) * 100) / 100
    this.#last = now
  }
}
