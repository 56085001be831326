import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { carriesRecords } from '../reading/task-relatives.queries.ts'
import { allTaskParts } from '../reading/task-relatives.ts'
import type { CreatedRow, RowShape } from './snapshots.ts'

/** Rows as they stand, deleted ones too, in order of id. */
export async function loadShapes(db: Db, ids: readonly string[]): Promise<RowShape[]> {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'parent_id', 'is_deleted', 'edited_at', 'status', 'duration', 'structure_role', 'auto_container'])
    .select(['own_status', 'own_estimate', sql<string>`array_to_string(wbs_order, '.')`.as('path')])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
}

/** Gives rows their place and their work; deleted ones live again. */
export async function storeShapes(ctx: Ctx<unknown>, projectId: string, rows: readonly RowShape[]): Promise<void> {
  await sql`update tasks t set parent_id = b.parent_id, wbs_order = string_to_array(b.path, '.')::int[],
       is_deleted = false, deleted_at = null, edited_at = b.edited_at, status = b.status, duration = b.duration,
       structure_role = b.structure_role, auto_container = b.auto_container, own_status = b.own_status,
       own_estimate = b.own_estimate, server_version = t.server_version + 1,
       sync_seq = ${await lockProject(ctx, projectId)}
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b(id uuid, parent_id uuid, path text,
       edited_at timestamptz, status text, duration int, structure_role text, auto_container boolean, own_status text,
       own_estimate int)
     where t.id = b.id`.execute(tables(ctx))
}

/** Whether a row that a change does not know hangs below one of its rows, or stands on one of the paths. */
export async function hasStranger(
  db: Db,
  projectId: string,
  facts: { knownIds: readonly string[]; parentIds: readonly string[]; paths: readonly string[] },
): Promise<boolean> {
  return isAny(
    db,
    sql`select 1 from tasks where project_id = ${projectId} and not is_deleted
    and id <> all(${facts.knownIds}::uuid[]) and (parent_id = any(${facts.parentIds}::uuid[])
      or array_to_string(wbs_order, '.') = any(${facts.paths}::text[])) limit 1`,
  )
}

/** Whether rows that a change made are gone, or carry anything that somebody gave them since. */
export async function isCreatedChanged(db: Db, created: readonly CreatedRow[]): Promise<boolean> {
  const ids = created.map((row) => row.id)
  const edits = created.map((row) => row.edited_at)
  return isAny(
    db,
    sql`select 1 from unnest(${ids}::uuid[], ${edits}::timestamptz[]) as made(id, edited_at)
     join tasks t on t.id = made.id
     where t.is_deleted or t.edited_at is distinct from made.edited_at or ${carriesRecords(allTaskParts().filter((part) => !part.outliveTask))}
       or exists (select 1 from dependencies d where not d.is_deleted and t.id in (d.predecessor_id, d.successor_id))
     limit 1`,
  )
}

/** Whether each of the rows lives and may have children. */
export async function canAllHold(db: Db, ids: readonly string[]): Promise<boolean> {
  const unfit = await tables(db)
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where((eb) => eb.or([eb('is_deleted', '=', true), eb('is_milestone', '=', true), eb('is_subtask', '=', true)]))
    .limit(1)
    .executeTakeFirst()
  return unfit === undefined
}

async function isAny(db: Db, statement: RawBuilder<unknown>): Promise<boolean> {
  return (await statement.execute(tables(db))).rows.length > 0
}
