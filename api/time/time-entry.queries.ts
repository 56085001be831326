import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import { type Db, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { HAS_STRUCTURAL_CHILD } from '../tasks/task.queries.ts'

const COLUMNS = [
  'e.id',
  'e.project_id',
  'e.task_id',
  'e.account_id',
  'e.minutes',
  'e.entry_date',
  'e.note',
  'e.source',
  'e.server_version',
  'e.created_at',
] as const

export type TimeEntryRow = Omit<NonNullable<Awaited<ReturnType<typeof findOwnEntry>>>, 'is_archived'>

/** A live entry of the account on a task and in a project that are there. */
export function findOwnEntry(db: Db, accountId: string | null, id: string) {
  return tables(db)
    .selectFrom('time_entries as e')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'e.task_id').on('t.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 'e.project_id').on('p.is_deleted', '=', false))
    .select(COLUMNS)
    .select('p.is_archived')
    .where('e.id', '=', id)
    .where('e.account_id', '=', accountId)
    .where('e.is_deleted', '=', false)
    .executeTakeFirst()
}

export function loadEntry(db: Db, id: string): Promise<TimeEntryRow> {
  return tables(db).selectFrom('time_entries as e').select(COLUMNS).where('e.id', '=', id).executeTakeFirstOrThrow()
}

/** The account's own entries on a task, the latest day first. */
export function ownEntriesOfTask(db: Db, accountId: string | null, taskId: string): Promise<TimeEntryRow[]> {
  return tables(db)
    .selectFrom('time_entries as e')
    .select(COLUMNS)
    .where('e.task_id', '=', taskId)
    .where('e.account_id', '=', accountId)
    .where('e.is_deleted', '=', false)
    .orderBy('e.entry_date', 'desc')
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
}

export type WeekRow = Awaited<ReturnType<typeof ownEntriesBetween>>[number]

/** The caller's entries of the days, on live tasks of projects that they are a member of now. */
export function ownEntriesBetween(ctx: Ctx<unknown>, from: string, to: string) {
  return tables(ctx)
    .selectFrom('time_entries as e')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'e.task_id').on('t.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 'e.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(COLUMNS)
    .select(['t.name as task_name', 't.number', 'p.code as project_code', 'p.name as project_name'])
    .where('e.account_id', '=', actorId(ctx))
    .where('e.is_deleted', '=', false)
    .where('e.entry_date', '>=', from)
    .where('e.entry_date', '<=', to)
    .orderBy('e.entry_date')
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
}

export async function insertEntry(db: Db, values: Insertable<Tables['time_entries']>): Promise<void> {
  await tables(db).insertInto('time_entries').values(values).execute()
}

/** Stores columns of a live entry as a save of its own; false when it was deleted meanwhile. */
export async function saveEntry(
  db: Db,
  id: string,
  values: Updateable<Tables['time_entries']> & { readonly sync_seq: number },
): Promise<boolean> {
  const saved = await tables(db)
    .updateTable('time_entries')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

/** Whether the live task rolls up from others; undefined when it is gone. Call it under the project's lock. */
export async function findPhaseState(db: Db, taskId: string): Promise<boolean | undefined> {
  const found = await sql<{ is_phase: boolean }>`select ${HAS_STRUCTURAL_CHILD} and not t.is_subtask as is_phase
    from tasks t where t.id = ${taskId} and not t.is_deleted`.execute(tables(db))
  return found.rows[0]?.is_phase
}

/** The time zone of the account's profile, or the workspace's where it follows that. */
export async function loadZone(db: Db, accountId: string): Promise<string> {
  const row = await tables(db)
    .selectFrom('accounts as a')
    .innerJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .select(sql<string>`case a.timezone when 'auto' then w.timezone else a.timezone end`.as('zone'))
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.zone
}
