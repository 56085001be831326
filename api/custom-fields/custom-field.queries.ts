import { type Insertable, sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { asJson } from '../platform/db/statements.ts'
import type { FieldOption } from './custom-field.entity.ts'

/** What a new or renamed field meets: how many there are, the last place, and another of its name. */
export function fieldNeighbours(ctx: Ctx<ProjectScope>, foldedName: string, ownId: string | null) {
  return tables(ctx)
    .selectFrom('custom_fields')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number | null>`max("order")`.as('last_order'),
      sql<boolean>`coalesce(bool_or(folded_name = ${foldedName} and id is distinct from ${ownId}::uuid), false)`.as(
        'is_taken',
      ),
    ])
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
}

/** The fields that a project has, in their order. */
export function fieldsOfProject(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('custom_fields')
    .select(['id', 'name', 'folded_name', 'field_type'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .orderBy('order')
    .orderBy('id')
    .execute()
}

/** Takes the values of a field off every task. Those are sent again to offline clients; nobody edited them. */
export async function deleteValuesOfField(db: Db, fieldId: string, syncSeq: number): Promise<void> {
  await tables(db)
    .with('removed', (db) => db.deleteFrom('task_field_values').where('field_id', '=', fieldId).returning('task_id'))
    .updateTable('tasks')
    .set({ sync_seq: syncSeq })
    .where('id', 'in', (eb) => eb.selectFrom('removed').select('task_id'))
    .execute()
}

type NewField = Omit<Insertable<Tables['custom_fields']>, 'options'> & {
  readonly options: readonly FieldOption[] | null
}

export async function insertFields(db: Db, fields: readonly NewField[]): Promise<void> {
  const rows = fields.map((field) => ({ ...field, options: field.options === null ? null : asJson(field.options) }))
  await tables(db).insertInto('custom_fields').values(rows).execute()
}

/** What the tasks of a new project have in its fields: one statement, however many. */
export async function insertFieldValues(
  db: Db,
  values: readonly (ValuePlace & { readonly value: unknown })[],
): Promise<void> {
  if (values.length === 0) return
  await sql`insert into task_field_values (task_id, field_id, value)
    select * from unnest(${values.map((row) => row.taskId)}::uuid[], ${values.map((row) => row.fieldId)}::uuid[],
      ${values.map((row) => JSON.stringify(row.value))}::jsonb[])`.execute(tables(db))
}

interface ValuePlace {
  readonly taskId: string
  readonly fieldId: string
}

/** Stores what the task has in the field; false when it had that already. */
export async function saveFieldValue(db: Db, { taskId, fieldId }: ValuePlace, value: unknown): Promise<boolean> {
  const saved = await tables(db)
    .insertInto('task_field_values')
    .values({ task_id: taskId, field_id: fieldId, value: asJson(value) })
    .onConflict((conflict) =>
      conflict
        .columns(['task_id', 'field_id'])
        .doUpdateSet({ value: asJson(value) })
        .where('task_field_values.value', 'is distinct from', asJson(value)),
    )
    .executeTakeFirst()
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False when the task had nothing in the field. */
export async function deleteFieldValue(db: Db, { taskId, fieldId }: ValuePlace): Promise<boolean> {
  const removed = await tables(db)
    .deleteFrom('task_field_values')
    .where('task_id', '=', taskId)
    .where('field_id', '=', fieldId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}
