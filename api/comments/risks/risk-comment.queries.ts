import { sql } from 'kysely'
import { personName } from '../../access/person-name.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { containsWords, pageRows } from '../../platform/db/page-rows.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { ListRiskCommentsQuery } from './risk-comment.schema.ts'

/** The live risk of the project, as its comments need it. */
export function findRisk(db: Db, { projectId }: ProjectScope, riskId: string) {
  return tables(db)
    .selectFrom('risks')
    .select('id')
    .where('id', '=', riskId)
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

const AUTHOR = sql<{ id: string; display_name: string } | null>`case when a.id is not null
  then jsonb_build_object('id', a.id, 'display_name', ${personName('a')}) end`

function commentsOnRisk(db: Db, riskId: string) {
  return tables(db)
    .selectFrom('risk_comments as c')
    .leftJoin('accounts as a', 'a.id', 'c.author_id')
    .select(['c.id', 'c.message', 'c.created_at', AUTHOR.as('author')])
    .where('c.risk_id', '=', riskId)
}

export type RiskCommentRow = Awaited<ReturnType<typeof loadRiskComment>>

/** The comments on the risk, the oldest first. */
export function pageRiskComments(
  ctx: Ctx<{ readonly riskId: string }>,
  query: ListRiskCommentsQuery,
): Promise<OffsetPage<RiskCommentRow>> {
  const found = commentsOnRisk(ctx, ctx.scope.riskId).where(containsWords(query.search, ['c.message']))
  return pageRows(found.orderBy('c.created_at').orderBy('c.id'), pageRequest(query, LARGE_LIST))
}

export function loadRiskComment(db: Db, riskId: string, id: string) {
  return commentsOnRisk(db, riskId).where('c.id', '=', id).executeTakeFirstOrThrow()
}

export async function insertRiskComment(
  db: Db,
  row: Omit<RowOf<'risk_comments'>, 'created_at'> & { readonly created_at: Date },
): Promise<void> {
  await tables(db).insertInto('risk_comments').values(row).execute()
}
