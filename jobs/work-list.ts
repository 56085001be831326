import { exportWork } from '../api/exports/bundles/export-job.work.ts'
import { writeBundle } from '../api/exports/bundles/write-bundle.ts'
import { importWork } from '../api/imports/import.work.ts'
import { seedWork } from '../api/imports/seed/seed.work.ts'
import { runPurge } from '../api/operations/retention/purge.ts'
import { purgeWork } from '../api/operations/retention/purge.work.ts'
import type { BackgroundWork, WorkPayload } from '../api/platform/queue/background-work.ts'
import { taskRunWork } from '../api/schedule/task-runs/task-run.work.ts'
import { applicationWork } from '../api/templates/applications/application.work.ts'
import { applyTemplate } from '../api/templates/applications/apply-template.ts'
import { runImport } from './imports/run-import.ts'
import { runSeedImport } from './imports/run-seed-import.ts'
import type { JobBody } from './job-body.ts'
import { type DoWork, runWork } from './run-work.ts'
import { simulateInBackground } from './schedule/simulate-in-background.ts'

interface ListedWork {
  readonly work: BackgroundWork
  readonly body: JobBody<WorkPayload>
}

function listed<Row extends WorkPayload, Columns extends object>(
  work: BackgroundWork<Row, Columns>,
  doWork: DoWork<Row>,
): ListedWork {
  return { work: work as unknown as BackgroundWork, body: runWork(work, doWork) }
}

/** Every kind of background work with what does it, one line each: registered as jobs, and swept. */
export const workList: readonly ListedWork[] = [
  listed(importWork, runImport),
  listed(seedWork, runSeedImport),
  listed(applicationWork, (services, claimed) => services.systemContext((ctx) => applyTemplate(ctx, claimed))),
  listed(taskRunWork, simulateInBackground),
  listed(exportWork, writeBundle),
  listed(purgeWork, runPurge),
]
