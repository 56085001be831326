import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import { loadUserSummaries, type UserSummary } from '../../accounts/user-summary.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { changeTeamMember } from './change-team-member.ts'
import { countTeam, pageTeamMembers, type TeamMemberRow } from './team.queries.ts'
import { listTeamQuery, teamMemberPatch, teamMemberReply, teamPlaceReply, teamReply } from './team.schema.ts'

const tag = 'teams'

/**
 * A project has one team, which everybody joins and leaves with their membership. So the team bears the id of its project,
 * and a place in it the id of the membership.
 */
export const teamRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/teams/',
    tag,
    summary: 'Teams of a project, which has one',
    scope: projectScope(),
    query: listTeamQuery,
    reply: pageOf(teamReply),
    run: async (ctx, { query }) => {
      const team = await readTeam(ctx)
      const isFound = team.name.toLowerCase().includes((query.search ?? '').trim().toLowerCase())
      const request = pageRequest(query, LARGE_LIST)
      const results = isFound ? [team].slice(request.offset, request.offset + request.pageSize) : []
      const page = { count: isFound ? 1 : 0, results, request }
      return presentPage(page, ctx.services.config, `/projects/${ctx.scope.projectId}/teams/`, query)
    },
  }),
  route({
    method: 'GET',
    path: '/teams/{id}/members/',
    tag,
    summary: 'Members of a team by username',
    scope: projectScope(),
    query: listTeamQuery,
    reply: pageOf(teamMemberReply),
    run: async (ctx, { query }) => {
      const page = await pageTeamMembers(ctx, query)
      const path = `/teams/${ctx.scope.projectId}/members/`
      return presentPage(
        { ...page, results: await presentMembers(ctx, page.results) },
        ctx.services.config,
        path,
        query,
      )
    },
  }),
  route({
    method: 'PATCH',
    path: '/teams/{id}/members/{memberId}/',
    tag,
    summary: 'Change the place of a member in the team, or give or take a facet',
    scope: projectScope(),
    body: teamMemberPatch,
    reply: teamPlaceReply,
    run: (ctx, { params, body }) => changeTeamMember(ctx, params.memberId as string, body),
    present: ({ role, is_scrum_master, is_product_owner }) => ({ role, is_scrum_master, is_product_owner }),
  }),
]

async function readTeam(ctx: Ctx<ProjectScope>) {
  return {
    id: ctx.scope.projectId,
    project: ctx.scope.projectId,
    name: 'Default Team',
    short_id: 'T01',
    description: '',
    is_default: true,
    member_count: await countTeam(ctx),
    server_version: 1,
  }
}

const LABELS = { member: 'Member', admin: 'Admin' } as const

async function presentMembers(ctx: Ctx<ProjectScope>, rows: readonly TeamMemberRow[]): Promise<object[]> {
  const users = await loadUserSummaries(
    ctx,
    rows.map((row) => row.account_id),
  )
  return rows.map((row) => ({
    id: row.id,
    team: ctx.scope.projectId,
    user: row.account_id,
    user_detail: users.get(row.account_id) as UserSummary,
    role: row.role,
    role_label: LABELS[row.role],
    is_scrum_master: row.is_scrum_master,
    is_product_owner: row.is_product_owner,
    created_at: instantText(row.created_at),
    server_version: row.server_version,
  }))
}
