import { type Insertable, sql } from 'kysely'
import { WORKSPACE_ROLE } from '../../access/roles.ts'
import { mayAct, workspaceRole, workspaceStatus } from '../../access/workspace-standing.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { readCursorPage } from '../../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { CursorPage, CursorRequest } from '../../platform/http/cursor-paging.ts'

const GROUP_NAMES = sql<string[]>`array(select g.name from workspace_group_members gm
  join workspace_groups g on g.id = gm.group_id where gm.account_id = a.id order by g.name, g.id)::text[]`

/** Every account as a member of the workspace. */
function members(db: Db) {
  return tables(db)
    .selectFrom('accounts as a')
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .select(['a.id', 'a.username', 'a.first_name', 'a.last_name', 'a.email', 'a.last_login'])
    .select(['w.availability_effective_from', 'w.availability_effective_to'])
    .select((eb) => [
      workspaceRole.as('role'),
      workspaceStatus.as('status'),
      GROUP_NAMES.as('groups'),
      sql<number>`coalesce(w.availability_percent, 100)`.as('availability_percent'),
      sql<string>`coalesce(w.availability_notes, '')`.as('availability_notes'),
      eb
        .selectFrom('project_members as m')
        .innerJoin('projects as p', 'p.id', 'm.project_id')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('m.account_id', '=', 'a.id')
        .where('m.is_deleted', '=', false)
        .where('p.is_deleted', '=', false)
        .$asScalar()
        .$notNull()
        .as('project_count'),
      eb
        .exists(eb.selectFrom('sso_identities as s').select('s.id').whereRef('s.account_id', '=', 'a.id'))
        .as('has_identity'),
    ])
}

export type MemberRow = Awaited<ReturnType<typeof loadMember>>

/** Members by username; of one account alone where one is named. */
export function pageMembers(
  db: Db,
  request: CursorRequest,
  onlyAccountId: string | null,
): Promise<CursorPage<MemberRow>> {
  const rows = onlyAccountId === null ? members(db) : members(db).where('a.id', '=', onlyAccountId)
  return readCursorPage(rows, { column: 'a.username', name: 'username' }, request)
}

export async function loadMember(db: Db, accountId: string) {
  const row = await members(db).where('a.id', '=', accountId).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** Whether an Owner who can act remains beside one account. */
export async function hasOtherOwner(db: Db, accountId: string): Promise<boolean> {
  const other = await tables(db)
    .selectFrom('accounts as a')
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .select('a.id')
    .where('a.id', '<>', accountId)
    .where(workspaceRole, '=', WORKSPACE_ROLE.owner)
    .where(mayAct)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

type NewMember = Insertable<Tables['workspace_members']>

/** Stores what is given of a member; the first time makes the row. */
export async function storeMember(db: Db, values: NewMember): Promise<void> {
  const { account_id: _, created_at: __, ...changed } = values
  await tables(db)
    .insertInto('workspace_members')
    .values(values)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
    .execute()
}

/** Gives a member the role unless its own is higher. */
export async function raiseMember(
  db: Db,
  values: Pick<NewMember, 'account_id' | 'role' | 'created_at'>,
): Promise<void> {
  const highest = sql<number>`greatest(workspace_members.role, excluded.role)`
  await tables(db)
    .insertInto('workspace_members')
    .values(values)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ role: highest }))
    .execute()
}

/** Lets an account sign in, or no more. */
export async function updateAccountActive(db: Db, accountId: string, isActive: boolean): Promise<void> {
  await tables(db).updateTable('accounts').set({ is_active: isActive }).where('id', '=', accountId).execute()
}
