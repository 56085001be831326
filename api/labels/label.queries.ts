import { sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import type { LabelChip } from '../tasks/task-parts.schema.ts'

/** A label to be stored as one of many. */
export interface NewLabel {
  readonly id: string
  readonly name: string
  readonly folded_name: string
  readonly color: string
  readonly position: number
}

export interface NewTaskLabel {
  readonly taskId: string
  readonly labelId: string
}

const ROWS_PER_STATEMENT = 10_000

/** How many live tasks carry label `r`. */
export const TASK_COUNT = sql<number>`(select count(*) from task_labels c join tasks t on t.id = c.task_id
  and not t.is_deleted where c.label_id = r.id)`

/** The live labels of a project in their order. */
export function labelsOfProject(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('labels')
    .select(['id', 'folded_name', 'color', 'position'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The labels of each of the tasks in the order of the catalogue. `idList` is the text of a uuid array. */
export async function loadLabelsOfTasks(db: Db, idList: string): Promise<Map<string, LabelChip[]>> {
  const rows = await tables(db)
    .selectFrom('task_labels as c')
    .innerJoin('labels as l', 'l.id', 'c.label_id')
    .select(['c.task_id', 'l.id', 'l.name', 'l.color', 'l.position'])
    .where(sql<boolean>`c.task_id = any(${idList}::uuid[])`)
    .orderBy('l.position')
    .orderBy('l.folded_name')
    .orderBy('l.id')
    .execute()
  const chipsOf = new Map<string, LabelChip[]>()
  for (const { task_id, ...chip } of rows) {
    const known = chipsOf.get(task_id)
    if (known) known.push(chip)
    else chipsOf.set(task_id, [chip])
  }
  return chipsOf
}

/** Labels of a project as a set. */
export async function insertLabels(
  db: Db,
  place: { readonly project_id: string; readonly sync_seq: number },
  labels: readonly NewLabel[],
): Promise<void> {
  if (labels.length === 0) return
  await tables(db)
    .insertInto('labels')
    .values(labels.map((label) => ({ ...label, ...place })))
    .execute()
}

/** Puts labels on tasks as a set, without a version or an event of their own; returns how many were not there yet. */
export async function insertTaskLabels(db: Db, rows: readonly NewTaskLabel[]): Promise<number> {
  let count = 0
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT)
    const inserted = await sql`insert into task_labels (task_id, label_id)
      select * from unnest(${chunk.map((row) => row.taskId)}::uuid[], ${chunk.map((row) => row.labelId)}::uuid[])
      on conflict do nothing returning 1`.execute(tables(db))
    count += inserted.rows.length
  }
  return count
}

/** Takes the label off the task; false when the task did not carry it. */
export async function deleteTaskLabel(db: Db, { taskId, labelId }: NewTaskLabel): Promise<boolean> {
  const removed = await tables(db)
    .deleteFrom('task_labels')
    .where('task_id', '=', taskId)
    .where('label_id', '=', labelId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Takes the label off every task. Those are sent again to offline clients; nobody edited them. */
export async function detachLabelFromAll(db: Db, labelId: string, syncSeq: number): Promise<void> {
  await tables(db)
    .with('detached', (db) => db.deleteFrom('task_labels').where('label_id', '=', labelId).returning('task_id'))
    .updateTable('tasks')
    .set({ sync_seq: syncSeq })
    .where('id', 'in', (eb) => eb.selectFrom('detached').select('task_id'))
    .execute()
}

/** What a new or renamed label meets: how many there are, the last place, and another of its name. */
export async function labelNeighbours(ctx: Ctx<ProjectScope>, foldedName: string, ownId: string | null) {
  return tables(ctx)
    .selectFrom('labels')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number | null>`max(position)`.as('last_position'),
      sql<boolean>`coalesce(bool_or(folded_name = ${foldedName} and id is distinct from ${ownId}::uuid), false)`.as(
        'is_taken',
      ),
    ])
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
}
