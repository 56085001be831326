import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { lockProject } from '../../projects/project-lock.ts'

export type ExistingTask = NonNullable<Awaited<ReturnType<typeof findTask>>>

/** A task of any project, live or deleted; `is_deleted_here`: by this batch itself. */
export async function findTask(ctx: Ctx<ProjectScope>, id: string) {
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  return tables(ctx)
    .selectFrom('tasks')
    .select(['id', 'project_id', 'is_deleted', 'assignee_id', 'is_milestone'])
    .select(sql<boolean>`sync_seq = ${syncSeq} and is_deleted`.as('is_deleted_here'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those of the ids that are taken, by tasks of any project, live or deleted. */
export async function findTakenIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tables(db).selectFrom('tasks').select('id').where('id', '=', anyOf(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Runs work that a failure undoes alone, in the open transaction. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint bulk_row`.execute(tables(db))
  try {
    const result = await work()
    await sql`release savepoint bulk_row`.execute(tables(db))
    return result
  } catch (error) {
    await sql`rollback to savepoint bulk_row`.execute(tables(db))
    throw error
  }
}
