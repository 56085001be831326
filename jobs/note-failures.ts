import type { JobHelpers } from 'graphile-worker'
import { noteFailure } from '../api/operations/failed-tasks/note-failure.ts'
import type { Services } from '../api/platform/context.ts'
import { isPassing } from '../api/platform/queue/passing.ts'

/** Does a job, and tells the operator when it fails at its last attempt. What passes is no such failure. */
export async function notingFailures(
  services: Services,
  helpers: JobHelpers,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { job } = helpers
    if (job.attempts >= job.max_attempts && !isPassing(error))
      await noteFailure(services, job, error).catch((lost) => {
        // The sweep finds the job among those that nobody spoke of.
        services.log.warn({ job: job.id, error: lost }, 'a job that was given up is not noted yet')
      })
    throw error
  }
}
