import { type RawBuilder, sql } from 'kysely'
import { taskParts } from './task-relatives.ts'

/**
 * Condition on `tasks t`: whether any of the records that `loadRelatives` reads may speak of it. Most rows have none, and
 * a page without any asks nothing more. The scalar subqueries keep the planner from reading the whole tables.
 */
export function mayHaveRelatives(): RawBuilder<boolean> {
  const records = [{ table: 'task_resources' }, ...taskParts.parts()]
  const anyIn = ({ table, column = 'task_id' }: { table: string; column?: string }) =>
    sql`(select true from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = t.id limit 1) is not null`
  return sql<boolean>`(t.assignee_id is not null or ${sql.join(records.map(anyIn), sql` or `)})`
}
