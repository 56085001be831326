import type { Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'

/**
 * One more than the highest label in use at a level, so that labels of deleted rows are not handed out again while
 * higher ones live. One index probe, whatever the number of siblings. `parentPath` empty: the top level.
 */
export async function nextLabel(ctx: Ctx<unknown>, projectId: string, parentPath: readonly number[]): Promise<number> {
  const depth = parentPath.length
  // Paths below [1, 2] sort between [1, 2] and [1, 3].
  const below = depth === 0 ? '' : 'and wbs_order > $2::int[] and wbs_order < $3::int[]'
  const params = depth === 0 ? [projectId] : [projectId, [...parentPath], pathAfter(parentPath)]
  const row = await sqlOne<{ label: number }>(
    ctx,
    `select wbs_order[${depth + 1}] as label from tasks
     where project_id = $1 and not is_deleted and wbs_order is not null ${below}
     order by wbs_order desc limit 1`,
    params,
  )
  return (row?.label ?? 0) + 1
}

/** The first path that sorts behind a row and everything below it. */
export function pathAfter(path: readonly number[]): number[] {
  const last = path[path.length - 1] as number
  return [...path.slice(0, -1), last + 1]
}

/** Numeric order of label paths: 1.9 before 1.10, a parent before its children. */
export function comparePaths(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length)
  for (let level = 0; level < shared; level++) {
    const difference = (a[level] as number) - (b[level] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
