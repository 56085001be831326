import { route } from '../platform/http/route.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { groupRoutes } from './groups/group.routes.ts'
import { inviteRoutes } from './invites/invite.routes.ts'
import { loadWorkspace } from './load-workspace.ts'
import { workspaceMemberRoutes } from './members/member.routes.ts'
import { updateWorkspace } from './update-workspace.ts'
import { userRoutes } from './users/user.routes.ts'
import { presentWorkspace } from './workspace.present.ts'
import { workspacePatch, workspaceReply } from './workspace.schema.ts'
import { isAdmin, isMember, workspaceScope } from './workspace-scope.ts'

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
  ...workspaceMemberRoutes,
  ...inviteRoutes,
  ...groupRoutes,
  ...auditRoutes,
  ...userRoutes,
]
