import { noteSilentFailures } from '../../api/operations/failed-tasks/note-failure.ts'
import type { Services } from '../../api/platform/context.ts'
import type { BackgroundWork } from '../../api/platform/queue/background-work.ts'
import { endLostWork, purgeEndedWork } from '../../api/platform/queue/work-life.ts'
import { workList } from '../work-list.ts'

/** All accepted work ends: what was lost is ended here with its reason, and what has ended is kept only for a time. */
export async function sweepBackgroundWorkBody(services: Services): Promise<void> {
  await sweepWork(
    services,
    workList.map(({ work }) => work),
  )
  await noteSilentFailures(services)
}

export async function sweepWork(services: Services, kinds: readonly BackgroundWork[]): Promise<void> {
  const faults: unknown[] = []
  for (const work of kinds) {
    try {
      const lost = await services.systemContext((ctx) => endLostWork(ctx, work))
      if (lost.length > 0) services.log.warn({ table: work.table, ids: lost }, 'work without a job ended')
      await services.systemContext((ctx) => purgeEndedWork(ctx, work))
    } catch (error) {
      // A fault of one kind does not keep the others from ending.
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}
