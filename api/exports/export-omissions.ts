import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { IN_PLAN } from './load-plan.ts'

interface LeftOut {
  backlog: number
  outside: number
  cross_project: number
}

/** What an export of a project does not carry, counted where it is there. Only plan JSON knows a backlog. */
export async function projectOmissions(
  ctx: Ctx<unknown>,
  projectId: string,
  options: { carriesBacklog: boolean },
): Promise<string[]> {
  const counts = await sqlOne<LeftOut>(
    ctx,
    `select
       (select count(*)::int from tasks where project_id = $1 and not is_deleted and not (${IN_PLAN})) as outside,
       (select count(*)::int from tasks where project_id = $1 and ${IN_PLAN} and status = 'BACKLOG') as backlog,
       (select count(*)::int from dependencies where not is_deleted
          and (predecessor_project_id = $1) <> (successor_project_id = $1)) as cross_project`,
    [projectId],
  )
  const lines: [count: number, what: string][] = [
    [options.carriesBacklog ? 0 : (counts?.backlog ?? 0), 'backlog items'],
    [counts?.outside ?? 0, 'epics and recurring tasks'],
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
