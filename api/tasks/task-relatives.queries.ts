import { type RawBuilder, sql } from 'kysely'
import { type TaskPart, taskParts } from './task-relatives.ts'

/**
 * Condition on `tasks t`: whether any of the records that `loadRelatives` reads may speak of it. Most rows have none, and
 * a page without any asks nothing more. The scalar subqueries keep the planner from reading the whole tables.
 */
export function mayHaveRelatives(): RawBuilder<boolean> {
  return isNamedIn(taskParts.parts())
}

/** Condition on `tasks t`: whether people gave it anything that would go with it. */
export function carriesRecords(): RawBuilder<boolean> {
  return isNamedIn(taskParts.parts().filter((part) => !part.outliveTask))
}

function isNamedIn(parts: readonly Pick<TaskPart, 'table' | 'column'>[]): RawBuilder<boolean> {
  const anyIn = ({ table, column = 'task_id' }: Pick<TaskPart, 'table' | 'column'>) =>
    sql`(select true from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = t.id limit 1) is not null`
  const records = [{ table: 'task_resources' }, ...parts]
  return sql<boolean>`(t.assignee_id is not null or ${sql.join(records.map(anyIn), sql` or `)})`
}
