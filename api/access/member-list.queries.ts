import { type Db, tables } from '../database.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { containsWords, orderTerms } from '../platform/db/page-rows.ts'
import { booleanFilter } from '../platform/http/list-query.ts'
import type { ProgramScope } from './program-scope.ts'
import type { ProjectScope } from './project-scope.ts'

export interface MemberListQuery {
  search?: string | undefined
  ordering?: string | undefined
  self?: string | undefined
}

const COLUMNS = ['id', 'account_id', 'role', 'created_at'] as const
const ORDERINGS = { role: 'm.role', username: 'a.username', joined_at: 'm.created_at' }

/** Ids of all live members of the project or program, by role, then username, unless the caller orders otherwise. */
export async function listMemberIds(ctx: Ctx<ProjectScope | ProgramScope>, query: MemberListQuery): Promise<string[]> {
  const { scope } = ctx
  const members = scope.kind === 'project' ? projectMembers(ctx, scope) : programMembers(ctx, scope)
  let statement = tables(ctx)
    .selectFrom(members.as('m'))
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select('m.id')
    .where(containsWords(query.search, ['a.username']))
  if (booleanFilter(query.self)) statement = statement.where('m.account_id', '=', actingAccount(ctx).id)
  const terms = orderTerms(query.ordering, ORDERINGS)
  statement = terms
    ? terms.reduce((ordered, term) => ordered.orderBy(term), statement)
    : statement.orderBy('m.role', 'desc').orderBy('a.username')
  const rows = await statement.orderBy('m.id').execute()
  return rows.map((row) => row.id)
}

function projectMembers(db: Db, { projectId }: ProjectScope) {
  return tables(db)
    .selectFrom('project_members')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
}

function programMembers(db: Db, { programId }: ProgramScope) {
  return tables(db)
    .selectFrom('program_members')
    .select(COLUMNS)
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
}
