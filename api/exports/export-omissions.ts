import type { Ctx } from '../platform/context.ts'
import { countLeftOut } from './plan.queries.ts'

/** What an export of a project does not carry, counted where it is there. Only plan JSON knows a backlog. */
export async function projectOmissions(
  ctx: Ctx<unknown>,
  projectId: string,
  options: { carriesBacklog: boolean; readsPoints: boolean },
): Promise<string[]> {
  const counts = await countLeftOut(ctx, projectId)
  const lines: [count: number, what: string][] = [
    [options.carriesBacklog ? 0 : counts.backlog, 'backlog items'],
    [counts.outside, 'epics and recurring tasks'],
    [counts.cross_project, 'links with other projects'],
  ]
  return [
    'addresses and skills of people, custom fields that name people, comments, attachments, history and agile fields other than story points',
    ...(options.readsPoints ? [] : [UNTOLD_POINTS]),
    ...lines.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
  ]
}

/** What an export says where the team does not share its points with who asks. */
export const UNTOLD_POINTS = 'story points, which the team does not share with you'

/** One header line: printable ASCII, parts set apart by a bar. */
export function omissionsHeader(omissions: readonly string[]): string {
  return omissions.map((omission) => omission.replace(/[^\x20-\x7e]/g, '?').replaceAll('|', '/')).join(' | ')
}
