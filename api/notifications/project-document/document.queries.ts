import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import { asJson } from '../../platform/db/statements.ts'

export type DocumentRow = RowOf<'project_notification_documents'>
export type Matrix = DocumentRow['matrix']
export type DocumentChange = Partial<
  Pick<DocumentRow, 'matrix' | 'paused' | 'quiet_hours_enabled' | 'quiet_hours_from' | 'quiet_hours_until'>
>

/** The member's document of the project, made where there is none, and the zones that its quiet hours may follow. */
export async function loadDocument(db: Db, projectId: string, accountId: string, matrix: Matrix, now: Date) {
  await tables(db)
    .insertInto('project_notification_documents')
    .values({ project_id: projectId, account_id: accountId, matrix: asJson(matrix), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tables(db)
    .selectFrom('project_notification_documents as d')
    .innerJoin('projects as p', 'p.id', 'd.project_id')
    .leftJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .selectAll('d')
    .select([
      sql<string | null>`nullif(p.timezone, '')`.as('project_zone'),
      sql<string | null>`nullif(w.timezone, '')`.as('workspace_zone'),
    ])
    .where('d.project_id', '=', projectId)
    .where('d.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export type LoadedDocument = Awaited<ReturnType<typeof loadDocument>>

export async function updateDocument(
  db: Db,
  projectId: string,
  accountId: string,
  { matrix, ...change }: DocumentChange,
  now: Date,
): Promise<void> {
  await tables(db)
    .updateTable('project_notification_documents')
    .set({ ...change, ...(matrix && { matrix: asJson(matrix) }), updated_at: now })
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .execute()
}
