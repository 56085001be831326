import type { z } from 'zod'
import { maxProjectRole, recentProjectId, workspaceRoleOf } from '../access/roles.queries.ts'
import { ADMIN_ROLES } from '../access/roles.ts'
import { Account, displayNameOf, initialsOf } from '../accounts/account.entity.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import type { landingReply, profileBody } from './auth.schema.ts'

/** GET /auth/me/: who one is, one's highest roles and where the client should open. */
export async function readMe(ctx: Ctx): Promise<object> {
  const account = await ctx.em.findOneOrFail(Account, actingAccount(ctx).id)
  // One after the other: within a write there is one connection, and it takes one query at a time.
  const projectRole = await maxProjectRole(ctx, account.id)
  const workspaceRole = await workspaceRoleOf(ctx, { id: account.id, isSuperuser: account.is_superuser })
  return {
    id: account.id,
    username: account.username,
    display_name: displayNameOf(account),
    initials: initialsOf(account),
    email: account.email,
    max_project_role: projectRole,
    workspace_role: workspaceRole,
    can_access_admin_settings:
      (projectRole ?? 0) >= ADMIN_ROLES.projectFloor || (workspaceRole ?? 0) >= ADMIN_ROLES.workspaceFloor,
    default_landing: account.default_landing,
    landing: await landing(ctx, account, projectRole),
    hidden_views: account.hidden_views,
    role_context: account.role_context,
    dnd_enabled: false,
    timezone: account.timezone,
    date_format: account.date_format,
  }
}

type Landing = z.output<typeof landingReply>

/** An explicit preference first, then the role: who plans opens the project last visited. */
async function landing(ctx: Ctx, account: Account, projectRole: number | null): Promise<Landing> {
  const work = { intent: 'my_work', path: '/me/work' } as const
  if (account.default_landing === 'my_work') return { ...work, resolved_by: 'preference' }
  const wantsProject = account.default_landing === 'project_overview'
  if (projectRole === null) return { ...work, resolved_by: 'fallback' }
  const recent =
    wantsProject || projectRole >= ADMIN_ROLES.schedulerFloor ? await recentProjectId(ctx, account.id) : null
  if (recent === null) return { ...work, resolved_by: wantsProject ? 'fallback' : 'role_policy' }
  const overview = { intent: 'project_overview', path: `/projects/${recent}/overview` } as const
  return { ...overview, resolved_by: wantsProject ? 'preference' : 'role_policy' }
}

export async function readProfile(ctx: Ctx): Promise<Account> {
  return ctx.em.findOneOrFail(Account, actingAccount(ctx).id)
}

export async function updateProfile(ctx: Ctx, input: z.output<typeof profileBody>): Promise<Account> {
  const account = await readProfile(ctx)
  if (input.default_landing !== undefined) account.default_landing = input.default_landing
  if (input.role_context !== undefined) account.role_context = input.role_context
  if (input.hidden_views !== undefined) account.hidden_views = input.hidden_views
  if (input.timezone !== undefined) account.timezone = input.timezone
  if (input.date_format !== undefined) account.date_format = input.date_format
  await ctx.em.flush()
  return account
}

export function presentProfile(account: Account): object {
  return {
    default_landing: account.default_landing,
    role_context: account.role_context,
    hidden_views: account.hidden_views,
    timezone: account.timezone,
    date_format: account.date_format,
  }
}
