import { exportWork } from '../api/exports/bundles/export-job.work.ts'
import { importWork } from '../api/imports/import.work.ts'
import { seedWork } from '../api/imports/seed/seed.work.ts'
import { purgeWork } from '../api/operations/retention/purge.work.ts'
import type { BackgroundWork, WorkPayload } from '../api/platform/queue/background-work.ts'
import { taskRunWork } from '../api/schedule/task-runs/task-run.work.ts'
import { applicationWork } from '../api/templates/applications/application.work.ts'
import type { JobBody } from './job-body.ts'
import { type DoWork, runWork } from './run-work.ts'

interface ListedWork {
  readonly work: BackgroundWork
  readonly body: JobBody<WorkPayload>
}

function listed<Row extends WorkPayload, Columns extends object>(
  work: BackgroundWork<Row, Columns>,
  load: () => Promise<DoWork<Row>>,
): ListedWork {
  const doWork: DoWork<Row> = async (...given) => (await load())(...given)
  return { work: work as unknown as BackgroundWork, body: runWork(work, doWork) }
}

/**
 * Every kind of background work with what does it, one line each: registered as jobs, and swept. What does it is read with
 * the first of its kind, for the service is ready once jobs are taken.
 */
export const workList: readonly ListedWork[] = [
  listed(importWork, async () => (await import('./imports/run-import.ts')).runImport),
  listed(seedWork, async () => (await import('./imports/run-seed-import.ts')).runSeedImport),
  listed(applicationWork, async () => {
    const { applyTemplate } = await import('../api/templates/applications/apply-template.ts')
    return (services, claimed) => services.systemContext((ctx) => applyTemplate(ctx, claimed))
  }),
  listed(taskRunWork, async () => (await import('./schedule/simulate-in-background.ts')).simulateInBackground),
  listed(exportWork, async () => (await import('../api/exports/bundles/write-bundle.ts')).writeBundle),
  listed(purgeWork, async () => (await import('../api/operations/retention/purge.ts')).runPurge),
]
