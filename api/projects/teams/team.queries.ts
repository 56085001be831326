import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { ROLE } from '../../access/roles.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'

type TeamRole = 'member' | 'admin'

/** Place in the team of member `m`: as given by hand, else as the role in the project has it. */
const TEAM_ROLE: RawBuilder<TeamRole> = sql`coalesce(m.team_role,
  case when m.role >= ${sql.lit(ROLE.manager)} then 'admin' else 'member' end)`

const ORDERINGS = { username: 'a.username', created_at: 'm.created_at' }

export interface TeamMemberRow {
  readonly id: string
  readonly account_id: string
  readonly role: TeamRole
  readonly is_scrum_master: boolean
  readonly is_product_owner: boolean
  readonly created_at: string
  readonly server_version: number
}

function teamMembers(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('project_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.id', 'm.account_id', 'm.is_scrum_master', 'm.is_product_owner', 'm.created_at', 'm.server_version'])
    .select(TEAM_ROLE.as('role'))
    .where('m.project_id', '=', ctx.scope.projectId)
    .where('m.is_deleted', '=', false)
}

export function pageTeamMembers(
  ctx: Ctx<ProjectScope>,
  query: { page?: string; page_size?: string; search?: string | undefined; ordering?: string | undefined },
): Promise<OffsetPage<TeamMemberRow>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql.ref('a.username')]
  const found = teamMembers(ctx)
    .where(containsWords(query.search, ['a.username']))
    .orderBy(sql`${sql.join(order)}, m.id`)
  return pageRows(found, pageRequest(query, LARGE_LIST))
}

export function findTeamMember(ctx: Ctx<ProjectScope>, memberId: string): Promise<TeamMemberRow | undefined> {
  return teamMembers(ctx).where('m.id', '=', memberId).executeTakeFirst()
}

/** Whoever has one of the facets, but not this member. */
export function findHolders(
  ctx: Ctx<ProjectScope>,
  memberId: string,
  facets: readonly ('is_scrum_master' | 'is_product_owner')[],
): Promise<TeamMemberRow[]> {
  return teamMembers(ctx)
    .where('m.id', '<>', memberId)
    .where((eb) => eb.or(facets.map((facet) => eb(`m.${facet}`, '=', true))))
    .orderBy('m.id')
    .execute()
}

export async function saveTeamPlace(
  db: Db,
  memberId: string,
  values: Updateable<Tables['project_members']>,
): Promise<void> {
  await tables(db)
    .updateTable('project_members')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', memberId)
    .execute()
}

export async function countTeam(ctx: Ctx<ProjectScope>): Promise<number> {
  const row = await tables(ctx)
    .selectFrom('project_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The caller's place in the team; undefined for the system. */
export function findOwnPlace(ctx: Ctx<ProjectScope>): Promise<TeamMemberRow | undefined> {
  return teamMembers(ctx).where('m.account_id', '=', actorId(ctx)).executeTakeFirst()
}
