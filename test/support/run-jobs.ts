import { Logger, runOnce } from 'graphile-worker'
import type { Services } from '../../api/platform/context.ts'
import { taskList } from '../../jobs/registry.ts'

const silent = new Logger(() => () => {})

/** Runs every due job to its end in this process, also those that earlier ones asked for. */
export async function drainJobs(services: Services): Promise<void> {
  const databaseUrl = services.config.databaseUrl
  if (!databaseUrl) throw new Error('the test application has no database')
  await runOnce({
    connectionString: databaseUrl,
    taskList: taskList(services),
    concurrency: 1,
    noHandleSignals: true,
    logger: silent,
  })
}
