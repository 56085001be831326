import { sql } from 'kysely'
import { displayNameOf, initialsOf } from '../accounts/account.entity.ts'
import { type Db, tables } from '../database.ts'
import type { FieldValues } from '../tasks/task-parts.schema.ts'

/**
 * What each of the tasks has in the fields of its project, by the field's id and in its type; people with their name.
 * `idList` is the text of a uuid array.
 */
export async function loadFieldValues(db: Db, idList: string): Promise<Map<string, FieldValues>> {
  const rows = await tables(db)
    .selectFrom('task_field_values as v')
    .innerJoin('custom_fields as f', 'f.id', 'v.field_id')
    .leftJoin('accounts as a', (join) =>
      join.on('a.id', '=', sql<string>`case when f.field_type = 'USER' then (v.value #>> '{}')::uuid end`),
    )
    .select(['v.task_id', 'v.field_id', 'v.value', 'a.id', 'a.username', 'a.first_name', 'a.last_name'])
    .where(sql<boolean>`v.task_id = any(${idList}::uuid[])`)
    .orderBy('f.order')
    .orderBy('f.id')
    .execute()
  const valuesOf = new Map<string, Record<string, unknown>>()
  for (const { task_id, field_id, value, id, username, first_name, last_name } of rows) {
    const values = valuesOf.get(task_id) ?? {}
    const names = { username: username ?? '', first_name: first_name ?? '', last_name: last_name ?? '' }
    values[field_id] = id === null ? value : { id, name: displayNameOf(names), initials: initialsOf(names) }
    valuesOf.set(task_id, values)
  }
  return valuesOf
}
