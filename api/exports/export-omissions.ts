import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { IN_PLAN } from './load-plan.ts'

interface LeftOut {
  backlog: number
  cross_project: number
}

/** What no export of a project carries, counted where it is there. */
export async function projectOmissions(ctx: Ctx<unknown>, projectId: string): Promise<string[]> {
  const counts = await sqlOne<LeftOut>(
    ctx,
    `select
       (select count(*)::int from tasks where project_id = $1 and not is_deleted and not (${IN_PLAN})) as backlog,
       (select count(*)::int from dependencies where not is_deleted
          and (predecessor_project_id = $1) <> (successor_project_id = $1)) as cross_project`,
    [projectId],
  )
  const lines: [count: number, what: string][] = [
    [counts?.backlog ?? 0, 'backlog items, epics and recurring tasks'],
    [counts?.cross_project ?? 0, 'links with other projects'],
  ]
  return [
    'addresses and skills of people, comments, attachments, history and agile fields other than story points',
    ...lines.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
  ]
}

/** One header line: printable ASCII, parts set apart by a bar. */
export function omissionsHeader(omissions: readonly string[]): string {
  return omissions.map((omission) => omission.replace(/[^\x20-\x7e]/g, '?').replaceAll('|', '/')).join(' | ')
}
