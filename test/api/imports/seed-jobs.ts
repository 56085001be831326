import type { TestApp } from '../../support/start-app.ts'

/** The path of the job that a queued import answered. */
export const jobPath = (queued: { program_id: string; import_request_id: string }) =>
  `/programs/${queued.program_id}/import/jobs/${queued.import_request_id}/`

/** Counts of every table that an import could write. */
export async function tables(app: TestApp): Promise<unknown> {
  const names = [
    'programs',
    'projects',
    'tasks',
    'dependencies',
    'calendars',
    'resources',
    'labels',
    'program_import_jobs',
  ]
  const counts = names.map((name) => `select '${name}' as name, count(*)::int as n from ${name} where true`)
  return app.sql(counts.join(' union all '))
}
