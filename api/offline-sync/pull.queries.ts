import { type RawBuilder, sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { calendarChains } from '../calendars/calendar-use.queries.ts'
import { type Db, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { anyOf } from '../platform/db/statements.ts'
import type { SyncedCollection } from './collections.queries.ts'

/** Which rows of a collection are asked for. */
export interface Span {
  /** Saved by writes after this one. */
  readonly since: number
  /** And up to this one. */
  readonly upTo: number
  /** The row that was told last. */
  readonly from: { readonly seq: number; readonly id: string }
  readonly limit: number
  /** Who begins at the beginning needs no tombstones. */
  readonly tellsDeleted: boolean
}

export interface SyncedRow {
  readonly id: string
  readonly seq: number
  readonly is_deleted: boolean
  readonly server_version: number
  readonly [column: string]: unknown
}

/** The cursor of the project's last committed write. */
export async function findCursor(db: Db, projectId: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('project_counters')
    .select('sync_seq')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.sync_seq ?? 0
}

function within(
  { since, upTo, from, limit, tellsDeleted }: Span,
  isGone: RawBuilder<unknown> = sql`r.is_deleted`,
): RawBuilder<unknown> {
  return sql`r.sync_seq > ${since} and r.sync_seq <= ${upTo} and (r.sync_seq, r.id) > (${from.seq}::bigint, ${from.id}::uuid)
    ${tellsDeleted ? sql`` : sql`and not ${isGone}`} order by r.sync_seq, r.id limit ${limit}`
}

export async function findSynced(ctx: Ctx<ProjectScope>, of: SyncedCollection, span: Span): Promise<SyncedRow[]> {
  const columns = of.columns.map((column) => sql.ref(`r.${column}`))
  const isHidden = of.isOfTeam !== undefined && !atLeast(ctx.scope.role, ROLE.member)
  const isGone = isHidden ? sql`(r.is_deleted or ${of.isOfTeam})` : sql`r.is_deleted`
  const found = await sql<SyncedRow>`
    select r.id, r.sync_seq as seq, ${isGone} as is_deleted, r.server_version, ${sql.join(columns)}
    from ${sql.table(of.table)} r where ${of.ofProject(ctx.scope.projectId, actorId(ctx))} and ${within(span, isGone)}`.execute(
    tables(ctx),
  )
  return found.rows
}

export type SyncedTask = Pick<SyncedRow, 'id' | 'seq' | 'is_deleted'>

/**
 * Phases above what was written or has other dates, and above where it was before: they show what lies below them, and
 * nothing is written of them when that changes.
 */
export async function findPhasesAbove(
  ctx: Ctx<ProjectScope>,
  { since, upTo }: Pick<Span, 'since' | 'upTo'>,
  redated: readonly string[],
): Promise<string[]> {
  const { projectId } = ctx.scope
  const found = await sql<{ id: string }>`
    with recursive changed as (
      select id, parent_id from tasks where project_id = ${projectId} and sync_seq > ${since} and sync_seq <= ${upTo}
      union select id, parent_id from tasks where id = any(${redated as string[]}::uuid[])
    ), above as (
      select parent_id as id from changed
      union select (h.changes->'parent_id'->>0)::uuid from changed join history_rows h on h.object_id = changed.id
        and h.object_type = 'task' and jsonb_exists(h.changes, 'parent_id')
      union select t.parent_id from above join tasks t on t.id = above.id
    )
    select id from above where id is not null`.execute(tables(ctx))
  return found.rows.map((row) => row.id)
}

/** Tasks that were written, and others that show something else than before. */
export async function findSyncedTasks(
  ctx: Ctx<ProjectScope>,
  span: Span,
  others: readonly string[],
): Promise<SyncedTask[]> {
  const { projectId } = ctx.scope
  const written = sql`select r.id, r.sync_seq as seq, r.is_deleted from tasks r
    where r.project_id = ${projectId} and ${within(span)}`
  const moved = sql`select r.id, r.sync_seq as seq, r.is_deleted from tasks r
    where r.id = any(${others as string[]}::uuid[]) and r.project_id = ${projectId} and not r.is_deleted
      and r.sync_seq <= ${span.since} and (r.sync_seq, r.id) > (${span.from.seq}::bigint, ${span.from.id}::uuid)`
  const both = sql`select * from ((${written}) union all (${moved})) as changed order by seq, id limit ${span.limit}`
  const found = await sql<SyncedTask>`${others.length === 0 ? written : both}`.execute(tables(ctx))
  return found.rows
}

/** The calendars that the project and its tasks follow, with their exceptions: few, and without a cursor. */
export async function findCalendars(ctx: Ctx<ProjectScope>) {
  const { projectId } = ctx.scope
  const chain = (await calendarChains(ctx, [projectId])).get(projectId)
  const ids = [...(chain?.baseId ? [chain.baseId] : []), ...(chain?.overlayIds ?? [])]
  const own = await tables(ctx)
    .selectFrom('tasks')
    .select('calendar_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where('calendar_id', 'is not', null)
    .execute()
  const all = [...new Set([...ids, ...own.flatMap((row) => row.calendar_id ?? [])])]
  return tables(ctx)
    .selectFrom('calendars as c')
    .select(['c.id', 'c.server_version', 'c.name', 'c.working_days', 'c.hours_per_day', 'c.timezone'])
    .select(
      sql<
        object[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'exc_start', e.exc_start, 'exc_end', e.exc_end,
        'is_working', e.is_working, 'description', e.description) order by e.exc_start, e.id)
        from calendar_exceptions e where e.calendar_id = c.id), '[]')`.as('exceptions'),
    )
    .where('c.id', '=', anyOf(all))
    .orderBy('c.id')
    .execute()
}
