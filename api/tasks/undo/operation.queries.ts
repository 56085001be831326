import { sql } from 'kysely'
import { type RowOf, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { isUuid } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { OperationKind } from './task-operation.entity.ts'

/** The record of a batch. What its snapshot holds is read by the schema of its kind. */
export type OperationRow = Readonly<RowOf<'task_operations'>>

/** A record of its kind within the retention. */
export async function findOperation(
  ctx: Ctx<unknown>,
  kind: OperationKind,
  id: string,
): Promise<OperationRow | undefined> {
  if (!isUuid(id)) return undefined
  const days = ctx.services.config.batchOperationRetentionDays
  let found = tables(ctx).selectFrom('task_operations').selectAll().where('id', '=', id).where('kind', '=', kind)
  if (days !== null) found = found.where(sql<boolean>`created_at > now() - make_interval(days => ${days}::int)`)
  return found.executeTakeFirst()
}

/** Writes the record of a batch at the cursor of its transaction. */
export async function insertOperation(
  ctx: Ctx<unknown>,
  operation: Pick<RowOf<'task_operations'>, 'id' | 'project_id' | 'kind' | 'subtree_id'> & {
    readonly snapshot: unknown
    readonly summary: object
  },
): Promise<void> {
  const { snapshot, summary, ...columns } = operation
  await tables(ctx)
    .insertInto('task_operations')
    .values({
      ...columns,
      applied_by_id: actorId(ctx),
      snapshot: JSON.stringify(snapshot),
      result_summary: JSON.stringify(summary),
      sync_seq: await lockProject(ctx, columns.project_id),
    })
    .execute()
}

/** Whether a newer change of the tree than the one at this cursor still stands. */
export async function hasNewerStructural(ctx: Ctx<unknown>, projectId: string, syncSeq: number): Promise<boolean> {
  const newer = await tables(ctx)
    .selectFrom('task_operations')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'structural')
    .where('status', '=', 'active')
    .where('sync_seq', '>', syncSeq)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

export async function markUndone(ctx: Ctx<unknown>, operationId: string): Promise<void> {
  await tables(ctx)
    .updateTable('task_operations')
    .set({ status: 'undone', undone_at: sql<string>`now()` })
    .where('id', '=', operationId)
    .execute()
}
