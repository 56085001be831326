import type { JobHelpers } from 'graphile-worker'
import { type ProjectScope, systemProjectScope, withScope } from '../../api/access/project-scope.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { FieldErrors, Refusal } from '../../api/platform/errors.ts'
import { emit } from '../../api/platform/events/define-event.ts'
import { loadHistorySettings, loadStoredFinish } from '../../api/schedule/monte-carlo/monte-carlo.queries.ts'
import {
  keepSimulation,
  loadForSimulation,
  type ProjectSimulation,
} from '../../api/schedule/monte-carlo/run-monte-carlo.ts'
import { endTaskRun } from '../../api/schedule/task-runs/end-task-runs.ts'
import { taskRunProgress, taskRunStarted } from '../../api/schedule/task-runs/task-run.events.ts'
import {
  claimTaskRun,
  lockRunUnderWay,
  saveProgress,
  type TaskRunRow,
} from '../../api/schedule/task-runs/task-run.queries.ts'
import type { SimulationJobOptions } from '../../compute/workers/compute-pool.ts'
import { ComputeFailure } from '../../compute/workers/failure.ts'
import { doAccepted } from '../accepted-work.ts'

const DEADLINE_MS = 15 * 60_000
/** How often a run tells how far it is and looks whether it is to end. */
const TELL_MS = 1000

/**
 * Works outside of transactions, which must not stay open for minutes; the run is ended in the one that stores its
 * result. A run that has ended is left alone, so a second job changes nothing.
 */
export async function simulateInBackgroundBody(
  services: Services,
  { taskRunId }: { taskRunId: string },
  helpers: JobHelpers,
): Promise<void> {
  const claim = await services.systemContext((ctx) => claimRun(ctx, taskRunId))
  if (!claim) return
  await doAccepted(helpers, () => simulateClaimed(services, claim, helpers.abortSignal), {
    reasonOf,
    end: (detail) => services.systemContext((ctx) => endTaskRun(ctx, taskRunId, { status: 'failed', detail })),
    unexpected: 'The simulation failed unexpectedly.',
  })
}

async function simulateClaimed(services: Services, claim: TaskRunRow, stopped: AbortSignal | undefined): Promise<void> {
  const watch = new RunWatch(services, claim)
  try {
    const simulation = await simulate(services, claim, watch, stopped)
    await watch.close()
    await services.systemContext((ctx) => finish(ctx, claim, simulation))
  } catch (error) {
    await watch.close()
    if (!watch.isCancelled) throw error
    await services.systemContext((ctx) => endTaskRun(ctx, claim.id, { status: 'cancelled' }))
  }
}

/** A run whose process ended was running already, and is worked on again. */
async function claimRun(ctx: Ctx, id: string): Promise<TaskRunRow | null> {
  const claim = await claimTaskRun(ctx, id, ctx.services.clock.now())
  if (!claim) return null
  const { project_id, task_name } = claim
  emit(ctx, taskRunStarted, { projectId: project_id, payload: { task_run_id: id, task_name, project_id } })
  return claim
}

async function simulate(
  services: Services,
  claim: TaskRunRow,
  watch: RunWatch,
  stopped: AbortSignal | undefined,
): Promise<ProjectSimulation> {
  const loading = await services.systemContext(async (ctx) => {
    const scoped = await scopeOf(ctx, claim)
    return { ...(await loadForSimulation(scoped, claim.options.input)), storedFinish: await loadStoredFinish(scoped) }
  })
  const job: SimulationJobOptions = {
    deadlineMs: DEADLINE_MS,
    signal: stopped ? AbortSignal.any([watch.signal, stopped]) : watch.signal,
    onProgress: (done, runs) => watch.note(done, runs),
  }
  const { loaded, options, storedFinish } = loading
  return { loaded, storedFinish, result: await services.compute.simulate(loaded.input.columns, options, job) }
}

/** With the rights that its person had when they asked. */
async function scopeOf(ctx: Ctx, { project_id, options }: TaskRunRow): Promise<Ctx<ProjectScope>> {
  const { scope } = await systemProjectScope(ctx, project_id)
  return withScope(ctx, { ...scope, role: options.role })
}

async function finish(ctx: Ctx, claim: TaskRunRow, simulation: ProjectSimulation): Promise<void> {
  const open = await lockRunUnderWay(ctx, claim.id)
  if (!open) return
  if (open.is_cancel_asked) {
    await endTaskRun(ctx, claim.id, { status: 'cancelled' })
    return
  }
  const scoped = await scopeOf(ctx, claim)
  const settings = await loadHistorySettings(scoped)
  const kept = { input: claim.options.input, settings, triggeredById: claim.initiated_by_id }
  const { run, extras } = await keepSimulation(scoped, simulation, kept)
  const { p50, p80, p95, runs } = run
  const summary = { run_id: run.in_history ? run.id : null, p50, p80, p95, runs, extras }
  await endTaskRun(ctx, claim.id, { status: 'success', summary })
}

/** What is the plan's or the request's fault; anything else is tried again. */
function reasonOf(error: unknown): string | null {
  if (error instanceof ComputeFailure && error.refusal) return error.refusal.detail
  if (error instanceof ComputeFailure && error.kind === 'deadline') return 'The simulation took too long.'
  if (error instanceof Refusal) return error.message
  if (error instanceof FieldErrors) return JSON.stringify(error.fields).slice(0, 2_000)
  return null
}

/** Tells about once a second how far a run is, and learns then whether it is to end. */
class RunWatch {
  readonly #services: Services
  readonly #run: TaskRunRow
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  #percent = 0
  #told = 0
  #telling: Promise<void> = Promise.resolve()

  constructor(services: Services, run: TaskRunRow) {
    this.#services = services
    this.#run = run
    this.#timer = setInterval(() => {
      this.#telling = this.#telling.then(() => this.#tell())
    }, TELL_MS)
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  get isCancelled(): boolean {
    return this.#stop.signal.aborted
  }

  note(done: number, runs: number): void {
    this.#percent = Math.floor((100 * done) / runs)
  }

  /** A tick that fails is made up for by the next one. */
  async #tell(): Promise<void> {
    try {
      await this.#services.systemContext((ctx) => this.#write(ctx))
    } catch (error) {
      this.#services.log.warn({ run: this.#run.id, error: String(error) }, 'progress of a run not told')
    }
  }

  async #write(ctx: Ctx): Promise<void> {
    const { id, project_id: projectId } = this.#run
    const pct = this.#percent
    const open = await saveProgress(ctx, id, pct)
    if (!open || open.is_cancel_asked) this.#stop.abort()
    if (!open || pct === this.#told) return
    this.#told = pct
    emit(ctx, taskRunProgress, { projectId, payload: { task_run_id: id, pct, msg: '' } })
  }

  /** Afterwards nothing is told any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#telling
  }
}
