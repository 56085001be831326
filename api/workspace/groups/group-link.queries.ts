import { type Insertable, sql } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'

export async function accountsIn(db: Db, groupId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('workspace_group_members')
    .select('account_id')
    .where('group_id', '=', groupId)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

export async function projectsIn(db: Db, groupId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('workspace_group_projects')
    .select('project_id')
    .where('group_id', '=', groupId)
    .orderBy('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}

export async function insertGroupMember(db: Db, values: Insertable<Tables['workspace_group_members']>): Promise<void> {
  await tables(db).insertInto('workspace_group_members').values(values).execute()
}

export async function deleteGroupMember(db: Db, groupId: string, accountId: string): Promise<void> {
  await tables(db)
    .deleteFrom('workspace_group_members')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Links a project, or changes the role of the link. */
export async function storeGroupProject(db: Db, values: Insertable<Tables['workspace_group_projects']>): Promise<void> {
  await tables(db)
    .insertInto('workspace_group_projects')
    .values(values)
    .onConflict((conflict) => conflict.columns(['group_id', 'project_id']).doUpdateSet({ role: values.role }))
    .execute()
}

export async function deleteGroupProject(db: Db, groupId: string, projectId: string): Promise<void> {
  await tables(db)
    .deleteFrom('workspace_group_projects')
    .where('group_id', '=', groupId)
    .where('project_id', '=', projectId)
    .execute()
}

/** Whether a group is linked to a project, trashed ones too, with a role that is not below the account's own there. */
export async function confersBeyond(db: Db, groupId: string, accountId: string | null): Promise<boolean> {
  const link = await tables(db)
    .selectFrom('workspace_group_projects as gp')
    .innerJoin('projects as p', 'p.id', 'gp.project_id')
    .leftJoin(projectMemberships(db, accountId), 'm.project_id', 'gp.project_id')
    .select('p.id')
    .where('gp.group_id', '=', groupId)
    .where(sql<boolean>`coalesce(m.role, 0) <= gp.role`)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

/** Whether a project lies in the trash; undefined when it is gone. */
export function findProjectState(db: Db, projectId: string) {
  return tables(db).selectFrom('projects').select('is_deleted').where('id', '=', projectId).executeTakeFirst()
}

export type Conferred = Awaited<ReturnType<typeof findConferred>>[number]

/** The highest role that groups confer on each of the accounts in a project, and the group it comes from. */
export function findConferred(db: Db, projectId: string, accountIds: readonly string[]) {
  return tables(db)
    .selectFrom('workspace_group_projects as gp')
    .innerJoin('workspace_group_members as gm', 'gm.group_id', 'gp.group_id')
    .distinctOn('gm.account_id')
    .select(['gm.account_id', 'gp.role', 'gp.group_id'])
    .where('gp.project_id', '=', projectId)
    .where('gm.account_id', '=', anyOf(accountIds))
    .orderBy('gm.account_id')
    .orderBy('gp.role', 'desc')
    .orderBy('gp.group_id')
    .execute()
}
