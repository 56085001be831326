import { sql, type Updateable } from 'kysely'
import type { ProgramScope } from '../../access/program-scope.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { likeEscape } from '../../platform/db/sql.ts'
import { LARGE_LIST, pageRequest } from '../../platform/http/paging.ts'
import { newId } from '../../platform/ids.ts'
import type { ItemStatus, ItemType } from './backlog-item.entity.ts'

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>

interface ListQuery {
  readonly page?: string | undefined
  readonly page_size?: string | undefined
  readonly item_type?: ItemType | undefined
  readonly status?: ItemStatus | '' | undefined
  readonly tags?: string[] | undefined
  readonly q?: string | undefined
  readonly search?: string | undefined
  readonly ordering?: string | undefined
}

/** Titles at least so much alike as PostgreSQL counts trigrams are found. */
const LEAST_LIKENESS = 0.3
const ORDERINGS = { priority_rank: 'i.priority_rank', title: 'i.title', created_at: 'i.created_at' }

/** An item whose task is gone may be pulled again. */
const STATUS_NOW = sql<ItemStatus>`case when i.status = 'pulled' and t.id is null then 'proposed' else i.status end`

function items(db: Db, programId: string) {
  return tables(db)
    .selectFrom('backlog_items as i')
    .leftJoin('tasks as t', (join) =>
      join.onRef('t.id', '=', 'i.pulled_task_id').on('t.is_deleted', '=', false).on('i.status', '=', 'pulled'),
    )
    .leftJoin('projects as p', 'p.id', 't.project_id')
    .select(['i.id', 'i.server_version', 'i.program_id', 'i.title', 'i.description', 'i.item_type', 'i.tags'])
    .select(['i.priority_rank', 'i.story_points', 'i.pulled_at', 'i.pulled_by_id', 'i.created_by_id'])
    .select(['i.created_at', 'i.updated_at', STATUS_NOW.as('status')])
    .select(['t.id as pulled_task_id', 'p.id as pulled_project_id', 'p.name as pulled_project_name'])
    .where('i.program_id', '=', programId)
    .where('i.is_deleted', '=', false)
}

/** By rank and then the newest first, or by likeness of the title where that is asked for. */
export function pageItems(ctx: Ctx<ProgramScope>, query: ListQuery) {
  const { item_type, status = 'proposed', tags = [] } = query
  const text = (query.q ?? '').trim()
  let rows = items(ctx, ctx.scope.programId).where(containsWords(query.search, ['i.title', 'i.description']))
  if (item_type !== undefined) rows = rows.where('i.item_type', '=', item_type)
  if (status !== '') rows = rows.where(STATUS_NOW, '=', status)
  if (tags.length > 0) rows = rows.where(sql<boolean>`i.tags @> ${tags}::text[]`)
  if (text !== '') {
    const isLike = sql<boolean>`(similarity(i.title, ${text}) >= ${LEAST_LIKENESS}
      or i.title ilike ${`%${likeEscape(text)}%`})`
    rows = rows.where(isLike).orderBy(sql`similarity(i.title, ${text}) desc`)
  }
  for (const term of orderTerms(query.ordering, ORDERINGS) ?? []) rows = rows.orderBy(term)
  const ordered = rows.orderBy(sql`i.priority_rank nulls last`).orderBy('i.created_at', 'desc').orderBy('i.id')
  return pageRows(ordered, pageRequest(query, LARGE_LIST))
}

export function findItem(ctx: Ctx<ProgramScope>, id: string) {
  return items(ctx, ctx.scope.programId).where('i.id', '=', id).executeTakeFirst()
}

/** Holds the row of an item until the transaction ends. */
export async function lockItem(ctx: Ctx<ProgramScope>, id: string): Promise<void> {
  await tables(ctx)
    .selectFrom('backlog_items')
    .select('id')
    .where('id', '=', id)
    .where('program_id', '=', ctx.scope.programId)
    .forNoKeyUpdate()
    .execute()
}

/** A new item of the program; returns its id. */
export async function insertItem(
  ctx: Ctx<ProgramScope>,
  values: { title: string } & Updateable<Tables['backlog_items']>,
): Promise<string> {
  const id = newId()
  const now = ctx.services.clock.now()
  const stamps = { created_by_id: actorId(ctx), created_at: now, updated_at: now }
  await tables(ctx)
    .insertInto('backlog_items')
    .values({ ...values, id, program_id: ctx.scope.programId, ...stamps })
    .execute()
  return id
}

export async function saveItem(
  ctx: Ctx<ProgramScope>,
  id: string,
  values: Updateable<Tables['backlog_items']>,
): Promise<void> {
  await tables(ctx)
    .updateTable('backlog_items')
    .set({ ...values, server_version: sql<number>`server_version + 1`, updated_at: ctx.services.clock.now() })
    .where('id', '=', id)
    .where('program_id', '=', ctx.scope.programId)
    .execute()
}

/** Whether a live project of the program has this id. */
export async function isProjectOf(ctx: Ctx<ProgramScope>, projectId: string): Promise<boolean> {
  const found = await tables(ctx)
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('program_id', '=', ctx.scope.programId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return found !== undefined
}
