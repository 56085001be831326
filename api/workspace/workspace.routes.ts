import { isAdmin, isMember, isOwner, workspaceScope } from '../access/workspace-scope.ts'
import { auditRoutes } from '../audit/audit.routes.ts'
import { detailReply } from '../auth/password/password.schema.ts'
import { loadWorkspace } from '../levels/load-workspace.ts'
import { route } from '../platform/http/route.ts'
import { groupRoutes } from './groups/group.routes.ts'
import { inviteRoutes } from './invites/invite.routes.ts'
import { logoRoutes } from './logo/logo.routes.ts'
import { workspaceMemberRoutes } from './members/member.routes.ts'
import { transferOwnership } from './transfer-ownership.ts'
import { updateWorkspace } from './update-workspace.ts'
import { userRoutes } from './users/user.routes.ts'
import { presentWorkspace } from './workspace.present.ts'
import { transferOwnershipBody, workspacePatch, workspaceReply } from './workspace.schema.ts'

const tag = 'workspace'

export const workspaceRoutes = [
  route({
    method: 'GET',
    path: '/workspace/',
    tag,
    summary: 'Settings of the workspace',
    scope: workspaceScope,
    allow: isMember,
    reply: workspaceReply,
    run: (ctx) => loadWorkspace(ctx),
    present: presentWorkspace,
  }),
  route({
    method: 'PATCH',
    path: '/workspace/',
    tag,
    summary: 'Change settings of the workspace',
    scope: workspaceScope,
    allow: isAdmin,
    body: workspacePatch,
    reply: workspaceReply,
    run: (ctx, { body }) => updateWorkspace(ctx, body),
    present: presentWorkspace,
  }),
  route({
    method: 'POST',
    path: '/workspace/transfer-ownership/',
    tag,
    summary: 'Hand the workspace to another active member',
    scope: workspaceScope,
    allow: isOwner,
    body: transferOwnershipBody,
    reply: detailReply,
    otherReplies: { 404: { description: 'No such account.' } },
    run: (ctx, { body }) => transferOwnership(ctx, body.new_owner_user_id),
  }),
  ...workspaceMemberRoutes,
  ...inviteRoutes,
  ...groupRoutes,
  ...auditRoutes,
  ...userRoutes,
  ...logoRoutes,
]
