import type { ProjectScope } from '../access/project-scope.ts'
import { mayReadVelocity } from '../access/team-signals.ts'
import type { Ctx } from '../platform/context.ts'

/** What only the server keeps, and the reason of a blockade, which is for the assignee alone. */
const NEVER_SHOWN = ['auto_container', 'own_status', 'own_estimate', 'blocked_reason', 'blocked_by_id']

/** Columns that tell the pace of a team. */
const OF_VELOCITY = [
  ...['story_points', 'remaining_points'],
  ...['committed_points', 'committed_task_count', 'completed_points', 'completed_task_count'],
  'binding_committed_snapshot',
]

/** Columns whose changes this caller is not told. */
export async function hiddenColumns(ctx: Ctx<ProjectScope>): Promise<string[]> {
  return columnsHiddenFrom({ readsPoints: await mayReadVelocity(ctx) })
}

export function columnsHiddenFrom({ readsPoints }: { readsPoints: boolean }): string[] {
  return [...NEVER_SHOWN, ...(readsPoints ? [] : OF_VELOCITY)]
}

/** The field by which readers know a column. */
export function fieldOfColumn(column: string): string {
  return column === 'parent_id' ? column : column.replace(/_id$/, '')
}
