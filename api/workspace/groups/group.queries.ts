import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import type { WorkspaceScope } from '../../access/workspace-scope.ts'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { containsWords, pageRows } from '../../platform/db/page-rows.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../../platform/http/paging.ts'

const COLUMNS = ['id', 'name', 'description', 'lead_id'] as const
type GroupRow = Pick<RowOf<'workspace_groups'>, (typeof COLUMNS)[number]>
type GroupPerson = Pick<RowOf<'accounts'>, 'id' | 'username' | 'first_name' | 'last_name'>

export interface GroupView {
  group: GroupRow
  lead: GroupPerson | null
  members: GroupPerson[]
  projects: { id: string; name: string; role: number }[]
}

/** Groups by name. */
export async function pageGroups(
  ctx: Ctx<WorkspaceScope>,
  search: string | undefined,
  request: PageRequest,
): Promise<OffsetPage<GroupView>> {
  const groups = tables(ctx)
    .selectFrom('workspace_groups')
    .select(COLUMNS)
    .where(containsWords(search, ['name', 'description']))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
  const page = await pageRows(groups, request)
  return { ...page, results: await viewGroups(ctx, page.results) }
}

export async function viewGroup(ctx: Ctx<WorkspaceScope>, groupId: string): Promise<GroupView> {
  const groups = await tables(ctx).selectFrom('workspace_groups').select(COLUMNS).where('id', '=', groupId).execute()
  const [view] = await viewGroups(ctx, groups)
  refuseUnless(view, notFound)
  return view
}

/** Takes a group's write lock: its members and links change one writer at a time. */
export async function lockGroup(db: Db, groupId: string): Promise<GroupRow> {
  const group = await tables(db)
    .selectFrom('workspace_groups')
    .select(COLUMNS)
    .where('id', '=', groupId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  refuseUnless(group, notFound)
  return group
}

export async function insertGroup(db: Db, values: Insertable<Tables['workspace_groups']>): Promise<void> {
  await tables(db).insertInto('workspace_groups').values(values).execute()
}

export async function updateGroupRow(
  db: Db,
  groupId: string,
  values: Updateable<Tables['workspace_groups']>,
): Promise<void> {
  await tables(db).updateTable('workspace_groups').set(values).where('id', '=', groupId).execute()
}

export async function deleteGroupWithLinks(db: Db, groupId: string): Promise<void> {
  await tables(db).deleteFrom('workspace_group_members').where('group_id', '=', groupId).execute()
  await tables(db).deleteFrom('workspace_group_projects').where('group_id', '=', groupId).execute()
  await tables(db).deleteFrom('workspace_groups').where('id', '=', groupId).execute()
}

async function viewGroups(ctx: Ctx<WorkspaceScope>, groups: readonly GroupRow[]): Promise<GroupView[]> {
  const ids = groups.map((group) => group.id)
  const members = await findMembers(ctx, ids)
  const projects = await findOwnProjects(ctx, ids)
  const leads = await findPeople(
    ctx,
    groups.flatMap((group) => group.lead_id ?? []),
  )
  return groups.map((group) => ({
    group,
    lead: leads.find((lead) => lead.id === group.lead_id) ?? null,
    members: members.filter((row) => row.group_id === group.id),
    projects: projects.filter((row) => row.group_id === group.id),
  }))
}

const PERSON = ['a.id', 'a.username', 'a.first_name', 'a.last_name'] as const

function findMembers(db: Db, groupIds: readonly string[]) {
  return tables(db)
    .selectFrom('workspace_group_members as gm')
    .innerJoin('accounts as a', 'a.id', 'gm.account_id')
    .select(['gm.group_id', ...PERSON])
    .where('gm.group_id', '=', anyOf(groupIds))
    .orderBy('a.username')
    .execute()
}

function findPeople(db: Db, ids: readonly string[]) {
  return tables(db).selectFrom('accounts as a').select(PERSON).where('a.id', '=', anyOf(ids)).execute()
}

/** The projects that are the caller's, also for Admins, so that a group tells nobody of hidden ones. */
function findOwnProjects(ctx: Ctx<WorkspaceScope>, groupIds: readonly string[]) {
  return tables(ctx)
    .selectFrom('workspace_group_projects as gp')
    .innerJoin('projects as p', 'p.id', 'gp.project_id')
    .innerJoin(projectMemberships(ctx, actingAccount(ctx).id), 'm.project_id', 'p.id')
    .select(['gp.group_id', 'p.id', 'p.name', 'gp.role'])
    .where('gp.group_id', '=', anyOf(groupIds))
    .where('p.is_deleted', '=', false)
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute()
}
