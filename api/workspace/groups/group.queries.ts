import { actingAccount, type Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { searchSql } from '../../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { WorkspaceScope } from '../workspace-scope.ts'
import { WorkspaceGroup } from './group.entity.ts'

export interface GroupPerson {
  id: string
  username: string
  first_name: string
  last_name: string
}

export interface GroupView {
  group: Pick<WorkspaceGroup, 'id' | 'name' | 'description' | 'lead_id'>
  lead: GroupPerson | null
  members: GroupPerson[]
  projects: { id: string; name: string; role: number }[]
}

/** Groups by name. */
export async function pageGroups(
  ctx: Ctx<WorkspaceScope>,
  query: { page?: string | undefined; page_size?: string | undefined; search?: string | undefined },
): Promise<OffsetPage<GroupView>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = []
  const where = ['true', ...searchSql(query.search, ['g.name', 'g.description'], params)].join(' and ')
  const total = await sqlOne<{ count: number }>(
    ctx,
    `select count(*)::int as count from workspace_groups g where ${where}`,
    params,
  )
  const rows = await sql<{ id: string }>(
    ctx,
    `select g.id from workspace_groups g where ${where}
     order by lower(g.name), g.id limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, request.pageSize, request.offset],
  )
  const ids = rows.map((row) => row.id)
  return { count: total?.count ?? 0, results: await viewGroups(ctx, ids), request }
}

export async function viewGroup(ctx: Ctx<WorkspaceScope>, groupId: string): Promise<GroupView> {
  const view = (await viewGroups(ctx, [groupId]))[0]
  if (!view) throw notFound()
  return view
}

/** Takes a group's write lock: its members and links change one writer at a time. */
export async function lockGroup(ctx: Ctx<unknown>, groupId: string): Promise<WorkspaceGroup> {
  const found = await sqlOne(ctx, 'select 1 as ok from workspace_groups where id = $1 for update', [groupId])
  if (!found) throw notFound()
  return ctx.em.findOneOrFail(WorkspaceGroup, { id: groupId }, { refresh: true })
}

/** Whether a group is linked to a project, trashed ones too, with a role that is not below the account's own there. */
export async function confersBeyond(ctx: Ctx<unknown>, groupId: string, accountId: string | null): Promise<boolean> {
  const link = await sqlOne(
    ctx,
    `select 1 as ok from workspace_group_projects gp join projects p on p.id = gp.project_id
     left join project_members m on m.project_id = gp.project_id and m.account_id = $2 and not m.is_deleted
     where gp.group_id = $1 and coalesce(m.role, 0) <= gp.role limit 1`,
    [groupId, accountId],
  )
  return link !== undefined
}

async function viewGroups(ctx: Ctx<WorkspaceScope>, ids: readonly string[]): Promise<GroupView[]> {
  const groups = await ctx.em.find(WorkspaceGroup, { id: { $in: [...ids] } })
  groups.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const members = await membersOf(ctx, ids)
  const projects = await projectsOf(ctx, ids)
  const leads = await peopleOf(
    ctx,
    groups.flatMap((group) => group.lead_id ?? []),
  )
  return groups.map((group) => ({
    group,
    lead: leads.get(group.lead_id ?? '') ?? null,
    members: members.filter((row) => row.groupId === group.id),
    projects: projects.filter((row) => row.groupId === group.id),
  }))
}

const PERSON = 'a.id, a.username, a.first_name, a.last_name'

function membersOf(ctx: Ctx<unknown>, groupIds: readonly string[]): Promise<(GroupPerson & { groupId: string })[]> {
  return sql(
    ctx,
    `select gm.group_id as "groupId", ${PERSON} from workspace_group_members gm join accounts a on a.id = gm.account_id
     where gm.group_id = any($1::uuid[]) order by a.username`,
    [groupIds],
  )
}

async function peopleOf(ctx: Ctx<unknown>, ids: readonly string[]): Promise<Map<string, GroupPerson>> {
  const people = await sql<GroupPerson>(ctx, `select ${PERSON} from accounts a where a.id = any($1::uuid[])`, [ids])
  return new Map(people.map((person) => [person.id, person]))
}

/** The projects that are the caller's, also for Admins, so that a group tells nobody of hidden ones. */
function projectsOf(
  ctx: Ctx<WorkspaceScope>,
  groupIds: readonly string[],
): Promise<{ groupId: string; id: string; name: string; role: number }[]> {
  return sql(
    ctx,
    `select gp.group_id as "groupId", p.id, p.name, gp.role::int as role
     from workspace_group_projects gp join projects p on p.id = gp.project_id and not p.is_deleted
     where gp.group_id = any($1::uuid[]) and exists (
       select from project_members m where m.project_id = p.id and m.account_id = $2 and not m.is_deleted)
     order by lower(p.name), p.id`,
    [groupIds, actingAccount(ctx).id],
  )
}
