import { atLeast, WORKSPACE_ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { type CursorPage, cursorRequest, readCursorPage } from '../../platform/http/cursor-paging.ts'
import type { PageSizes } from '../../platform/http/paging.ts'
import type { WorkspaceScope } from '../workspace-scope.ts'

const MEMBER_LIST: PageSizes = { defaultSize: 50, maxSize: 200 }

/** An account without a row is a Member, a superuser without one an Owner. */
const ROLE = `coalesce(w.role, case when a.is_superuser then ${WORKSPACE_ROLE.owner} else ${WORKSPACE_ROLE.member} end)`
const STATUS = `case when not a.is_active or w.status = 'deactivated' then 'deactivated' else coalesce(w.status, 'active') end`

export interface MemberRow {
  cursor_key: string
  id: string
  username: string
  first_name: string
  last_name: string
  email: string
  lastLogin: string | null
  role: number
  status: string
  groups: string[]
  projectCount: number
  availabilityPercent: number
  availabilityFrom: string | null
  availabilityTo: string | null
  availabilityNotes: string
  hasIdentity: boolean
}

const SELECT = `select a.username as cursor_key, a.id, a.username, a.first_name, a.last_name,
    a.email, a.last_login as "lastLogin", ${ROLE}::int as role, ${STATUS} as status,
    array(select g.name from workspace_group_members gm join workspace_groups g on g.id = gm.group_id
      where gm.account_id = a.id order by g.name, g.id)::text[] as groups,
    (select count(*)::int from project_members m join projects p on p.id = m.project_id and not p.is_deleted
      where m.account_id = a.id and not m.is_deleted) as "projectCount",
    coalesce(w.availability_percent, 100)::int as "availabilityPercent",
    w.availability_effective_from as "availabilityFrom", w.availability_effective_to as "availabilityTo",
    coalesce(w.availability_notes, '') as "availabilityNotes",
    exists (select from sso_identities s where s.account_id = a.id) as "hasIdentity"
  from accounts a left join workspace_members w on w.account_id = a.id where true`

/** Everybody by username for Admins; anyone else sees the own row. */
export function pageMembers(
  ctx: Ctx<WorkspaceScope>,
  query: { cursor?: string | undefined; page_size?: string | undefined },
): Promise<CursorPage<MemberRow>> {
  const isLimited = !atLeast(ctx.scope.role, WORKSPACE_ROLE.admin)
  const list = {
    select: isLimited ? `${SELECT} and a.id = $1` : SELECT,
    params: isLimited ? [actingAccount(ctx).id] : [],
    key: 'a.username',
    keyType: 'text' as const,
  }
  return readCursorPage<MemberRow>(ctx, list, cursorRequest(query, MEMBER_LIST))
}

export async function loadMember(ctx: Pick<Ctx, 'em'>, accountId: string): Promise<MemberRow> {
  const row = await sqlOne<MemberRow>(ctx, `${SELECT} and a.id = $1`, [accountId])
  if (!row) throw notFound()
  return row
}

/** Owners who can act, beside one account. */
export async function hasOtherOwner(ctx: Pick<Ctx, 'em'>, accountId: string): Promise<boolean> {
  const other = await sqlOne(
    ctx,
    `select 1 as ok from accounts a left join workspace_members w on w.account_id = a.id
     where a.id <> $1 and ${ROLE} = ${WORKSPACE_ROLE.owner} and ${STATUS} <> 'deactivated' limit 1`,
    [accountId],
  )
  return other !== undefined
}
