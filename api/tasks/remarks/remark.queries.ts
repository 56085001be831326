import { type Insertable, sql, type Updateable } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type RowOf, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

/** Tables of what people write of a task. */
export type RemarkTable = 'comments' | 'task_notes'
export type NewRemark<Table extends RemarkTable> = Insertable<Tables[Table]>

/** What decides who may change a remark, and until when. */
export type StoredRemark = Pick<RowOf<RemarkTable>, 'id' | 'author_id' | 'body' | 'created_at'>

/** The live remarks of a task. */
export async function countRemarks(ctx: Ctx<ProjectScope>, table: RemarkTable, taskId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where task_id = ${taskId} and not is_deleted`.execute(tables(ctx))
  return found.rows[0]?.count ?? 0
}

/** A live remark of the task. */
export async function findRemark(
  ctx: Ctx<ProjectScope>,
  table: RemarkTable,
  place: { readonly id: string; readonly taskId: string },
): Promise<StoredRemark | undefined> {
  const found = await sql<StoredRemark>`select id, author_id, body, created_at from ${sql.table(table)}
    where id = ${place.id} and task_id = ${place.taskId} and project_id = ${ctx.scope.projectId} and not is_deleted`.execute(
    tables(ctx),
  )
  return found.rows[0]
}

export async function insertRemark<Table extends RemarkTable>(
  ctx: Ctx<ProjectScope>,
  table: Table,
  values: NewRemark<Table>,
): Promise<void> {
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))})`.execute(tables(ctx))
}

/** Saves columns of one remark. */
export async function saveRemark<Table extends RemarkTable>(
  ctx: Ctx<ProjectScope>,
  table: Table,
  id: string,
  values: Updateable<Tables[Table]>,
): Promise<void> {
  const settings = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(settings)}, server_version = server_version + 1
    where id = ${id}`.execute(tables(ctx))
}
