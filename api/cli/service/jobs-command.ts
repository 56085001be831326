import { runServiceProcess } from './run-service-process.ts'

/** `svc jobs`: works off the job queue until SIGTERM. */
export function run(_args: string[]): Promise<number> {
  return runServiceProcess({ role: 'jobs', load: async () => (await import('../../../jobs/main.ts')).startJobs })
}
