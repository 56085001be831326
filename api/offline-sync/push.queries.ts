import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { anyOf, asJson } from '../platform/db/statements.ts'

export interface BatchKey {
  readonly accountId: string
  readonly batchId: string
}

/** What was replied to the batch, and where it was pushed. */
export function findBatch(db: Db, { accountId, batchId }: BatchKey) {
  return tables(db)
    .selectFrom('sync_batches')
    .select(['project_id', 'reply', 'created_at'])
    .where('account_id', '=', accountId)
    .where('client_batch_id', '=', batchId)
    .executeTakeFirst()
}

export async function saveBatch(ctx: Ctx<ProjectScope>, key: BatchKey, reply: object): Promise<void> {
  const values = { project_id: ctx.scope.projectId, reply: asJson(reply), created_at: ctx.services.clock.now() }
  await tables(ctx)
    .insertInto('sync_batches')
    .values({ account_id: key.accountId, client_batch_id: key.batchId, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'client_batch_id']).doUpdateSet(values))
    .execute()
}

/** The tasks with the cursor of their last write and their version; of other projects too, since ids are one space. */
export function findPushedTasks(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'project_id', 'sync_seq', 'server_version', 'field_versions', 'is_deleted'])
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Has the tasks told by the next pull, though nothing of them may have changed. */
export async function passOnAgain(ctx: Ctx<ProjectScope>, ids: readonly string[], syncSeq: number): Promise<void> {
  if (ids.length === 0) return
  await tables(ctx)
    .updateTable('tasks')
    .set({ sync_seq: syncSeq })
    .where('id', '=', anyOf(ids))
    .where('project_id', '=', ctx.scope.projectId)
    .where('sync_seq', '<', syncSeq)
    .execute()
}
