import { noArguments } from '../words/parse-options.ts'
import { runServiceProcess } from './run-service-process.ts'

/** `svc jobs`: works off the job queue until SIGTERM, and tells how it is on a port of its own when one is set. */
export function run(args: string[]): Promise<number> {
  noArguments(args, 'jobs')
  return runServiceProcess({ role: 'jobs', migrates: true, load: loadJobs })
}

async function loadJobs(): ReturnType<Parameters<typeof runServiceProcess>[0]['load']> {
  const [{ startJobs }, { areLanesBeating }, { startMetricsServer }] = await Promise.all([
    import('../../../jobs/main.ts'),
    import('../../../jobs/heartbeat.ts'),
    import('../../platform/metrics/metrics.ts'),
  ])
  return async (services, config) => {
    const { host, jobsPort } = config
    const door = jobsPort === null ? null : await startMetricsServer(services, host, jobsPort, areLanesBeating)
    const jobs = await startJobs(services, config)
    return {
      async close() {
        await jobs.close()
        await door?.close()
      },
    }
  }
}
