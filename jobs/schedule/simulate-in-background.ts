import { type ProjectScope, systemProjectScope, withScope } from '../../api/access/project-scope.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { emit } from '../../api/platform/events/define-event.ts'
import type { ClaimOf } from '../../api/platform/queue/background-work.ts'
import { lockRunningWork } from '../../api/platform/queue/work.queries.ts'
import { loadHistorySettings, loadStoredFinish } from '../../api/schedule/monte-carlo/monte-carlo.queries.ts'
import {
  keepSimulation,
  loadForSimulation,
  type ProjectSimulation,
  withinCaps,
} from '../../api/schedule/monte-carlo/run-monte-carlo.ts'
import { taskRunProgress } from '../../api/schedule/task-runs/task-run.events.ts'
import { saveProgress } from '../../api/schedule/task-runs/task-run.queries.ts'
import { cancelRun, completeRun, taskRunWork } from '../../api/schedule/task-runs/task-run.work.ts'
import type { SimulationJobOptions } from '../../compute/workers/compute-pool.ts'

const DEADLINE_MS = 15 * 60_000
/** How often a run tells how far it is and looks whether it is to end. */
const TELL_MS = 1000

type ClaimedRun = ClaimOf<typeof taskRunWork>

/**
 * Works outside of transactions, which must not stay open for minutes; the run is ended in the one that stores its
 * result. A run that has ended is left alone, so a second job changes nothing.
 */
export async function simulateInBackground(
  services: Services,
  run: ClaimedRun,
  stopped: AbortSignal | undefined,
): Promise<void> {
  const watch = new RunWatch(services, run)
  try {
    const simulation = await simulate(services, run, watch, stopped)
    await watch.close()
    await services.systemContext((ctx) => finish(ctx, run, simulation))
  } catch (error) {
    await watch.close()
    if (!watch.isCancelled) throw error
    await services.systemContext((ctx) => cancelRun(ctx, run.id))
  }
}

async function simulate(
  services: Services,
  run: ClaimedRun,
  watch: RunWatch,
  stopped: AbortSignal | undefined,
): Promise<ProjectSimulation> {
  const loading = await services.systemContext(async (ctx) => {
    const scoped = await scopeOf(ctx, run)
    return { ...(await loadForSimulation(scoped, run.options.input)), storedFinish: await loadStoredFinish(scoped) }
  })
  const job: SimulationJobOptions = {
    deadlineMs: DEADLINE_MS,
    signal: stopped ? AbortSignal.any([watch.signal, stopped]) : watch.signal,
    onProgress: (done, runs) => watch.note(done, runs),
  }
  const { loaded, asked, options, columns, assumed, storedFinish } = loading
  return {
    loaded,
    asked,
    storedFinish,
    assumed,
    result: await services.compute.simulate(columns, withinCaps(services, options), job),
  }
}

/** With the rights that its person had when they asked. */
async function scopeOf(ctx: Ctx, { project_id, options }: ClaimedRun): Promise<Ctx<ProjectScope>> {
  const { scope } = await systemProjectScope(ctx, project_id)
  return withScope(ctx, { ...scope, role: options.role })
}

async function finish(ctx: Ctx, { id }: ClaimedRun, simulation: ProjectSimulation): Promise<void> {
  const run = await lockRunningWork(ctx, taskRunWork, id)
  if (!run) return
  if (run.is_cancel_asked) {
    await cancelRun(ctx, id)
    return
  }
  const scoped = await scopeOf(ctx, run)
  const settings = await loadHistorySettings(scoped)
  const kept = { settings, triggeredById: run.initiated_by_id }
  const { run: stored, extras } = await keepSimulation(scoped, simulation, kept)
  const { p50, p80, p95, runs } = stored
  await completeRun(ctx, id, { run_id: stored.in_history ? stored.id : null, p50, p80, p95, runs, extras })
}

/** Tells about once a second how far a run is, and learns then whether it is to end. */
class RunWatch {
  readonly #services: Services
  readonly #run: ClaimedRun
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  #percent = 0
  #told = 0
  #telling: Promise<void> = Promise.resolve()

  constructor(services: Services, run: ClaimedRun) {
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
