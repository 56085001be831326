import type { z } from 'zod'
import { maxProjectRole, recentProjectId, workspaceRoleOf } from '../access/roles.queries.ts'
import { ADMIN_ROLES } from '../access/roles.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { Account, displayNameOf, initialsOf } from './account.entity.ts'
import type { landingReply, profileBody } from './auth.schema.ts'

/** GET /auth/me/: who one is, one's highest roles and where the client should open. */
export async function readMe(ctx: Ctx): Promise<object> {
  const account = await ctx.em.findOneOrFail(Account, actingAccount(ctx).id)
  // One after the other: within a write there is one connection, and it takes one query at a time.
  const projectRole = await maxProjectRole(ctx, account.id)
  const workspaceRole = await workspaceRoleOf(ctx, { id: account.id, isSuperuser: account.isSuperuser })
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
    default_landing: account.defaultLanding,
    landing: await landing(ctx, account, projectRole),
    hidden_views: account.hiddenViews,
    role_context: account.roleContext,
    dnd_enabled: false,
    timezone: account.timezone,
    date_format: account.dateFormat,
  }
}

type Landing = z.output<typeof landingReply>

/** An explicit preference first, then the role: who plans opens the project last visited. */
async function landing(ctx: Ctx, account: Account, projectRole: number | null): Promise<Landing> {
  const work = { intent: 'my_work', path: '/me/work' } as const
  if (account.defaultLanding === 'my_work') return { ...work, resolved_by: 'preference' }
  const wantsProject = account.defaultLanding === 'project_overview'
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
  if (input.default_landing !== undefined) account.defaultLanding = input.default_landing
  if (input.role_context !== undefined) account.roleContext = input.role_context
  if (input.hidden_views !== undefined) account.hiddenViews = input.hidden_views
  if (input.timezone !== undefined) account.timezone = input.timezone
  if (input.date_format !== undefined) account.dateFormat = input.date_format
  await ctx.em.flush()
  return account
}

export function presentProfile(account: Account): object {
  return {
    default_landing: account.defaultLanding,
    role_context: account.roleContext,
    hidden_views: account.hiddenViews,
    timezone: account.timezone,
    date_format: account.dateFormat,
  }
}
