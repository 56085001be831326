import { type RawBuilder, sql } from 'kysely'
import { agentMayRead } from '../access/agent-consent.queries.ts'
import { projectMemberships } from '../access/memberships.queries.ts'
import { personName } from '../access/person-name.queries.ts'
import { tables } from '../database.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { likeEscape } from '../platform/db/sql.ts'
import type { AssetKind, FeedQuery } from './asset.schema.ts'

/** Where a page goes on: behind the row of this time, kind and id. */
export interface FeedPlace {
  readonly at: string
  readonly rank: number
  readonly id: string
}

/** Whose files and links: of one project, of a program's projects, or of every project that the caller reads. */
export type FeedArea = { readonly projectId: string } | { readonly programId: string } | null

export interface AssetRow {
  readonly kind: AssetKind
  readonly id: string
  readonly title: string
  readonly url: string | null
  readonly has_file: boolean
  readonly provider: string | null
  readonly status: string | null
  readonly preview_type: string | null
  readonly labels: string[]
  readonly task_id: string
  readonly task_name: string
  readonly project_id: string
  readonly project_name: string
  readonly program_id: string | null
  readonly program_name: string | null
  readonly added_by_id: string | null
  readonly added_by_name: string | null
  readonly added_at: string
}

/** One page and one row more, the newest first. Each kind is cut to the page before the two are put together. */
export async function listAssets(
  ctx: Ctx<unknown>,
  area: FeedArea,
  query: FeedQuery,
  page: { readonly after: FeedPlace | null; readonly limit: number },
): Promise<AssetRow[]> {
  // Files have neither labels nor a provider.
  const withFiles = query.kind !== 'link' && query.label === undefined && query.provider === undefined
  const withLinks = query.kind !== 'file'
  const parts = [
    ...(withFiles ? [files(ctx, area, query, page)] : []),
    ...(withLinks ? [links(ctx, area, query, page)] : []),
  ]
  if (parts.length === 0) return []
  const found = await sql<AssetRow>`select * from (${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )}) as found
    order by added_at desc, rank, id desc limit ${page.limit}`.execute(tables(ctx))
  return found.rows
}

type Page = { readonly after: FeedPlace | null; readonly limit: number }

function files(ctx: Ctx<unknown>, area: FeedArea, query: FeedQuery, page: Page): RawBuilder<AssetRow> {
  const title = sql`coalesce(nullif(f.file_name, ''), nullif(f.external_title, ''), f.external_url)`
  return sql`select 'file' as kind, 0 as rank, f.id, ${title} as title, nullif(f.external_url, '') as url,
      f.storage_key is not null as has_file, null as provider, null as status, null as preview_type,
      array[]::text[] as labels, ${sharedColumns} f.uploaded_by_id as added_by_id, ${personName('a')} as added_by_name,
      f.created_at as added_at
    from task_attachments f ${sharedTables(ctx, sql.ref('f'))}
    left join accounts a on a.id = f.uploaded_by_id
    where not f.is_deleted and ${sharedConditions(ctx, area, query)}
      and ${mineOnly(ctx, query, sql.ref('f.uploaded_by_id'))}
      and ${contains(query.q, [title, sql.ref('f.external_url')])} and ${beyond(page.after, 0, 'f')}
    order by f.created_at desc, f.id desc limit ${page.limit}`
}

function links(ctx: Ctx<unknown>, area: FeedArea, query: FeedQuery, page: Page): RawBuilder<AssetRow> {
  const title = sql`coalesce(nullif(f.custom_title, ''), nullif(f.title, ''), f.url)`
  const { label, provider } = query
  return sql`select 'link' as kind, 1 as rank, f.id, ${title} as title, f.url, false as has_file, f.provider, f.status,
      nullif(f.preview_type, '') as preview_type, f.labels, ${sharedColumns} f.created_by_id as added_by_id,
      ${personName('a')} as added_by_name, f.created_at as added_at
    from task_links f ${sharedTables(ctx, sql.ref('f'))}
    left join accounts a on a.id = f.created_by_id
    where not f.is_deleted and ${sharedConditions(ctx, area, query)}
      and ${label === undefined ? sql`true` : sql`${label} = any(f.labels)`}
      and ${provider === undefined ? sql`true` : sql`f.provider = ${provider}`}
      and ${mineOnly(ctx, query, sql.ref('f.created_by_id'))}
      and ${contains(query.q, [title, sql.ref('f.url')])} and ${beyond(page.after, 1, 'f')}
    order by f.created_at desc, f.id desc limit ${page.limit}`
}

const sharedColumns = sql`t.id as task_id, t.name as task_name, p.id as project_id, p.name as project_name,
  g.id as program_id, g.name as program_name,`

/** What deleted tasks had is left out, and what stands in projects that the caller does not read. */
function sharedTables(ctx: Ctx<unknown>, row: RawBuilder<unknown>): RawBuilder<unknown> {
  const memberships = projectMemberships(ctx, actingAccount(ctx).id)
  return sql`join tasks t on t.id = ${row}.task_id and not t.is_deleted
    join projects p on p.id = ${row}.project_id and not p.is_deleted
    join ${memberships} on m.project_id = p.id
    left join programs g on g.id = p.program_id and not g.is_deleted`
}

function sharedConditions(ctx: Ctx<unknown>, area: FeedArea, query: FeedQuery): RawBuilder<boolean> {
  const inArea =
    area === null
      ? sql`true`
      : 'projectId' in area
        ? sql`p.id = ${area.projectId}`
        : sql`p.program_id = ${area.programId}`
  const inProgram = query.program === undefined ? sql`true` : sql`p.program_id = ${query.program}`
  return sql<boolean>`${inArea} and ${inProgram} and ${agentMayRead(ctx, 'p')}`
}

function mineOnly(ctx: Ctx<unknown>, { mine }: FeedQuery, adder: RawBuilder<unknown>): RawBuilder<boolean> {
  return mine === true ? sql<boolean>`${adder} = ${actingAccount(ctx).id}` : sql<boolean>`true`
}

function contains(q: string | undefined, columns: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  if (q === undefined || q === '') return sql<boolean>`true`
  const pattern = `%${likeEscape(q)}%`
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`
}

/** Newer rows were told; of the same instant files stand before links, and higher ids before lower ones. */
function beyond(after: FeedPlace | null, rank: number, row: string): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`true`
  const [at, id] = [sql.ref(`${row}.created_at`), sql.ref(`${row}.id`)]
  const sameInstant = rank > after.rank ? sql`true` : rank < after.rank ? sql`false` : sql`${id} < ${after.id}::uuid`
  return sql<boolean>`(${at} < ${after.at}::timestamptz or (${at} = ${after.at}::timestamptz and ${sameInstant}))`
}
