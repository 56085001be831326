import { sql } from 'kysely'
import { personName } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { anyOf } from '../platform/db/statements.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { ContentKind } from './share.schema.ts'
import { ShareLink } from './share-link.entity.ts'

/** The links of the project, newest first, ended ones included. */
export function listShareLinks(ctx: Ctx<ProjectScope>): Promise<ShareLink[]> {
  return ctx.em.find(ShareLink, { project_id: ctx.scope.projectId }, { orderBy: { created_at: 'desc', id: 'desc' } })
}

/** A link of the project. */
export async function loadShareLink(ctx: Ctx<ProjectScope>, linkId: string): Promise<ShareLink> {
  const link = await ctx.em.findOne(ShareLink, { id: linkId, project_id: ctx.scope.projectId })
  refuseUnless(link, notFound)
  return link
}

/** The link that a token opens, whatever became of it; null for a token of another kind. */
export function findLinkOfToken(db: Db, kind: ContentKind, tokenHash: string): Promise<ShareLink | null> {
  return db.em.findOne(ShareLink, { token_hash: tokenHash, content_kind: kind })
}

/** Counts one access. */
export async function countAccess(db: Db, linkId: string, at: Date): Promise<void> {
  await tables(db)
    .updateTable('share_links')
    .set((eb) => ({ access_count: eb('access_count', '+', 1), last_accessed_at: at.toISOString() }))
    .where('id', '=', linkId)
    .execute()
}

/** How the accounts are called. */
export async function findPersonNames(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tables(db)
    .selectFrom('accounts as a')
    .select(['a.id', personName('a').as('name')])
    .where('a.id', '=', anyOf(accountIds))
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The links that count between tasks that are shown. */
export function findLinksAmong(db: Db, taskIds: readonly string[]) {
  const list = `{${taskIds.join(',')}}`
  return tables(db)
    .selectFrom('dependencies')
    .select(['predecessor_id', 'successor_id', 'dep_type', 'lag', 'is_driving'])
    .where(sql<boolean>`predecessor_id = any(${list}::uuid[])`)
    .where(sql<boolean>`successor_id = any(${list}::uuid[])`)
    .where('is_deleted', '=', false)
    .where('is_pending', '=', false)
    .orderBy('id')
    .execute()
}
