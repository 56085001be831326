import { sql } from 'kysely'
import { personOf } from '../access/person-name.queries.ts'
import { type Db, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { newId } from '../platform/ids.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import type { ListCommentsQuery } from './comment.schema.ts'

const ORDERINGS = { created_at: 'c.created_at' }

/**
 * The comments of a task as they are shown: the live ones, and deleted ones that live ones answer, so that a thread keeps
 * its head.
 */
function shownComments(ctx: Ctx<ProjectTaskScope>) {
  const accountId = actorId(ctx)
  return tables(ctx)
    .selectFrom('comments as c')
    .leftJoin('accounts as a', 'a.id', 'c.author_id')
    .leftJoin('accounts as d', 'd.id', 'c.deleted_by_id')
    .select([
      'c.id',
      'c.task_id',
      'c.parent_id',
      'c.body',
      'c.edited_at',
      'c.created_at',
      'c.is_deleted',
      'c.deleted_at',
    ])
    .select([personOf('a').as('author'), personOf('d').as('deleted_by')])
    .select([
      sql<number>`(select count(*) from comment_acknowledgements k where k.comment_id = c.id)`.as('acknowledged_count'),
      sql<number>`(select count(*) from comment_reactions k where k.comment_id = c.id)`.as('reaction_count'),
      sql<boolean>`exists (select from comment_acknowledgements k
        where k.comment_id = c.id and k.account_id = ${accountId}::uuid)`.as('has_my_acknowledgement'),
      sql<string | null>`(select k.id from comment_reactions k
        where k.comment_id = c.id and k.account_id = ${accountId}::uuid limit 1)`.as('my_reaction_id'),
    ])
    .where('c.task_id', '=', ctx.scope.taskId)
    .where('c.project_id', '=', ctx.scope.projectId)
    .where(
      sql<boolean>`(not c.is_deleted or exists (select from comments r where r.parent_id = c.id and not r.is_deleted))`,
    )
}

export type CommentRow = Awaited<ReturnType<typeof loadComment>>

/** The comments of the task, the oldest first. */
export function pageComments(ctx: Ctx<ProjectTaskScope>, query: ListCommentsQuery): Promise<OffsetPage<CommentRow>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql.ref('c.created_at')]
  const found = shownComments(ctx).where(containsWords(query.search, ['c.body']))
  return pageRows(found.orderBy(sql`${sql.join(order)}, c.id`), pageRequest(query, LARGE_LIST))
}

/** One of them. */
export async function loadComment(ctx: Ctx<ProjectTaskScope>, id: string) {
  const row = await shownComments(ctx).where('c.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** A live comment of the task with the comment it answers. */
export function findThreadPlace(ctx: Ctx<ProjectTaskScope>, id: string) {
  return tables(ctx)
    .selectFrom('comments')
    .select(['id', 'parent_id'])
    .where('id', '=', id)
    .where('task_id', '=', ctx.scope.taskId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** What a person did to a comment. */
interface Mark {
  readonly commentId: string
  readonly accountId: string
  readonly at: Date
}

/** The caller's reaction; false where it stood there already. */
export async function insertReaction(db: Db, mark: Mark, emoji: string): Promise<boolean> {
  const made = await tables(db)
    .insertInto('comment_reactions')
    .values({ id: newId(), comment_id: mark.commentId, account_id: mark.accountId, emoji, created_at: mark.at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The same of having read it. */
export async function insertAcknowledgement(db: Db, mark: Mark): Promise<boolean> {
  const made = await tables(db)
    .insertInto('comment_acknowledgements')
    .values({ id: newId(), comment_id: mark.commentId, account_id: mark.accountId, created_at: mark.at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function loadOwnReaction(db: Db, { commentId, accountId }: Mark, emoji: string) {
  return tables(db)
    .selectFrom('comment_reactions as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .select(['k.id', 'k.emoji', 'k.created_at', personOf('a').$notNull().as('user')])
    .where('k.comment_id', '=', commentId)
    .where('k.account_id', '=', accountId)
    .where('k.emoji', '=', emoji)
    .executeTakeFirstOrThrow()
}

export function loadOwnAcknowledgement(db: Db, { commentId, accountId }: Mark) {
  return tables(db)
    .selectFrom('comment_acknowledgements as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .select(['k.id', 'k.created_at', personOf('a').$notNull().as('user')])
    .where('k.comment_id', '=', commentId)
    .where('k.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Whose reaction to the comment it is. */
export function findReaction(db: Db, commentId: string, id: string) {
  return tables(db)
    .selectFrom('comment_reactions')
    .select(['id', 'account_id'])
    .where('id', '=', id)
    .where('comment_id', '=', commentId)
    .executeTakeFirst()
}

export async function deleteReaction(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('comment_reactions').where('id', '=', id).execute()
}

/** How many were there to be taken back: one or none. */
export async function deleteAcknowledgement(db: Db, commentId: string, accountId: string): Promise<number> {
  const removed = await tables(db)
    .deleteFrom('comment_acknowledgements')
    .where('comment_id', '=', commentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
