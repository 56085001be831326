import { sql } from 'kysely'
import { personOf } from '../access/person-name.queries.ts'
import type { ProgramScope } from '../access/program-scope.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { type PageSizes, pageRequest } from '../platform/http/paging.ts'
import type { FieldChanges } from './history-row.entity.ts'

export type HistoryRow = Awaited<ReturnType<typeof findHistory>>[number]

/** Saves with their authors. A save of which every changed column is hidden is none for the reader. */
function visibleRows(ctx: Ctx<ProjectScope>, hidden: readonly string[]) {
  return tables(ctx)
    .selectFrom('history_rows as h')
    .leftJoin('accounts as a', 'a.id', 'h.actor_id')
    .select(['h.id', 'h.at', 'h.reason', 'h.change_type', 'h.object_type', 'h.object_id'])
    .select([
      personOf('a').as('author'),
      sql<FieldChanges | null>`h.changes - ${hidden as string[]}::text[]`.as('changes'),
    ])
    .where('h.project_id', '=', ctx.scope.projectId)
    .where(sql<boolean>`(h.changes is null or h.changes - ${hidden as string[]}::text[] <> '{}')`)
    .orderBy('h.id', 'desc')
}

/** Saves of a program and of what it holds beside its projects, the newest first. */
export function pageProgramHistory(ctx: Ctx<ProgramScope>, query: Parameters<typeof pageRequest>[0], sizes: PageSizes) {
  const rows = tables(ctx)
    .selectFrom('history_rows as h')
    .leftJoin('accounts as a', 'a.id', 'h.actor_id')
    .select(['h.id', 'h.at', 'h.reason', 'h.change_type', 'h.object_type', 'h.object_id', 'h.changes'])
    .select(personOf('a').as('author'))
    .where('h.program_id', '=', ctx.scope.programId)
    .orderBy('h.id', 'desc')
  return pageRows(rows, pageRequest(query, sizes))
}

/** Saves of one record, the newest first. */
export function findHistory(
  ctx: Ctx<ProjectScope>,
  of: {
    readonly types: readonly string[]
    readonly id: string
    readonly hidden: readonly string[]
    readonly limit: number
  },
) {
  return visibleRows(ctx, of.hidden)
    .where('h.object_id', '=', of.id)
    .where('h.object_type', 'in', of.types)
    .limit(of.limit)
    .execute()
}

/** What of a project's past is asked for. */
export interface ChangelogFilter {
  readonly types: readonly string[]
  readonly changeType: '+' | '~' | '-' | null
  readonly since: Date | null
  readonly actorId: string | null
  /** Rows before this one. */
  readonly before: number | null
  readonly hidden: readonly string[]
  readonly limit: number
}

/** Saves of all kinds of records of the project, the newest first. */
export function findChangelog(ctx: Ctx<ProjectScope>, filter: ChangelogFilter) {
  const { types, changeType, since, actorId, before, hidden, limit } = filter
  return visibleRows(ctx, hidden)
    .where(sql<boolean>`h.object_type = any(${types as string[]}::text[])`)
    .$if(changeType !== null, (some) => some.where('h.change_type', '=', changeType as '+'))
    .$if(since !== null, (some) => some.where('h.at', '>=', (since as Date).toISOString()))
    .$if(actorId !== null, (some) => some.where('h.actor_id', '=', actorId as string))
    .$if(before !== null, (some) => some.where('h.id', '<', before as number))
    .limit(limit)
    .execute()
}

/** Kinds of the saves since an instant and the columns they changed, the newest first, as far as the reader is told of them. */
export async function listSaves(
  ctx: Ctx<ProjectScope>,
  of: {
    readonly types: readonly string[]
    readonly since: Date
    readonly hidden: readonly string[]
    readonly limit: number
  },
) {
  const seen = sql`h.changes - ${of.hidden as string[]}::text[]`
  const found = await sql<{ object_type: string; columns: string[] | null }>`
    select h.object_type, case when h.change_type = '~' then array(select jsonb_object_keys(${seen})) end as columns
    from history_rows h
    where h.project_id = ${ctx.scope.projectId} and h.at >= ${of.since.toISOString()}
      and h.object_type = any(${of.types as string[]}::text[]) and (h.changes is null or ${seen} <> '{}')
    order by h.id desc limit ${of.limit}`.execute(tables(ctx))
  return found.rows
}

/** A record as it stands, column by column; what its table calls null or empty is as nobody said it. */
export async function findStanding(
  ctx: Ctx<ProjectScope>,
  table: 'tasks' | 'projects',
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  const found = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(r) as row from ${sql.table(table)} r where id = ${id}`.execute(tables(ctx))
  return found.rows[0]?.row ?? {}
}

/** Tables that name their rows, by what is named. Only rows of the project itself are, and what stands above all projects. */
const NAMED = {
  person: sql`select a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.username) as name from accounts a`,
  calendar: sql`select id, name from calendars`,
  resource: sql`select id, name from resources`,
  program: sql`select id, name from programs`,
  project: sql`select id, name from projects`,
} as const
const NAMED_IN_PROJECT = { task: 'name', sprint: 'name', risk: 'title' } as const
const TABLE_OF = { task: 'tasks', sprint: 'sprints', risk: 'risks' } as const

export type NamedKind = keyof typeof NAMED | keyof typeof NAMED_IN_PROJECT

/** How the records are called; those of other projects are left out. */
export async function findNames(
  ctx: Ctx<ProjectScope>,
  kind: NamedKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const named = isOfProject(kind)
    ? sql`select id, ${sql.ref(NAMED_IN_PROJECT[kind])} as name from ${sql.table(TABLE_OF[kind])}
        where project_id = ${ctx.scope.projectId}`
    : NAMED[kind]
  const found = await sql<{ id: string; name: string }>`select n.id, n.name from (${named}) n
    where n.id = any(${ids as string[]}::uuid[])`.execute(tables(ctx))
  return new Map(found.rows.map((row) => [row.id, row.name]))
}

function isOfProject(kind: NamedKind): kind is keyof typeof NAMED_IN_PROJECT {
  return kind in NAMED_IN_PROJECT
}

/** The tasks that links and relations join, whatever became of them, and the tasks that rules repeat. */
export async function findEnds(db: Db, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: string; ends: string[] }>`
    select id, array[predecessor_id, successor_id] as ends from dependencies where id = any(${ids as string[]}::uuid[])
    union all select id, array[source_id, target_id] from task_relations where id = any(${ids as string[]}::uuid[])
    union all select id, array[task_id] from recurrence_rules where id = any(${ids as string[]}::uuid[])`.execute(
    tables(db),
  )
  return new Map(found.rows.map((row) => [row.id, row.ends]))
}
