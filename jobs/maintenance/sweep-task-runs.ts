import type { Services } from '../../api/platform/context.ts'
import { endLostTaskRuns, purgeTaskRuns } from '../../api/schedule/task-runs/end-task-runs.ts'

/** Every background run ends: what was lost is ended here, and what has ended is kept only for a time. */
export async function sweepTaskRunsBody(services: Services): Promise<void> {
  const lost = await services.systemContext((ctx) => endLostTaskRuns(ctx))
  if (lost.length > 0) services.log.warn({ runs: lost }, 'background runs without a job ended')
  await services.systemContext((ctx) => purgeTaskRuns(ctx))
}
