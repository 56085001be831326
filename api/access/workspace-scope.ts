import { actingAccount, type Ctx } from '../platform/context.ts'
import { forbidden } from '../platform/errors.ts'
import { workspaceRoleOf } from './roles.queries.ts'
import { atLeast, WORKSPACE_ROLE } from './roles.ts'
import { lockWorkspaceRow } from './workspace-standing.queries.ts'

/** The caller's place in the workspace; null: deactivated. */
export interface WorkspaceScope {
  readonly kind: 'workspace'
  readonly role: number | null
}

export async function workspaceScope(ctx: Ctx): Promise<WorkspaceScope> {
  return { kind: 'workspace', role: await workspaceRoleOf(ctx, actingAccount(ctx)) }
}

export const isMember = (ctx: Ctx<WorkspaceScope>) => ctx.scope.role !== null
export const isOwner = (ctx: Ctx<WorkspaceScope>) => atLeast(ctx.scope.role, WORKSPACE_ROLE.owner)
export const isAdmin = (ctx: Ctx<WorkspaceScope>) => atLeast(ctx.scope.role, WORKSPACE_ROLE.admin)

/**
 * The write lock of settings, roles and statuses, so that "last one" rules are decided one writer at a time. Returns the
 * caller's role as it is now: it may have been lowered while waiting.
 */
export async function lockWorkspace(ctx: Ctx<unknown>): Promise<number> {
  await lockWorkspaceRow(ctx)
  const role = await workspaceRoleOf(ctx, actingAccount(ctx))
  if (!atLeast(role, WORKSPACE_ROLE.admin)) throw forbidden()
  return role as number
}

const LABELS: Record<number, string> = {
  [WORKSPACE_ROLE.member]: 'Member',
  [WORKSPACE_ROLE.admin]: 'Admin',
  [WORKSPACE_ROLE.owner]: 'Owner',
}

export function workspaceRoleLabel(role: number): string {
  return LABELS[role] ?? 'Member'
}
