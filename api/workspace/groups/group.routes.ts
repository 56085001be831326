import { isAdmin, isMember, workspaceScope } from '../../access/workspace-scope.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { presentGroup } from './group.present.ts'
import { pageGroups, viewGroup } from './group.queries.ts'
import {
  groupBody,
  groupMemberBody,
  groupPatch,
  groupProjectBody,
  groupReply,
  listGroupsQuery,
} from './group.schema.ts'
import { addGroupMember, linkProject, removeGroupMember, unlinkProject } from './group-links.ts'
import { createGroup, deleteGroup, updateGroup } from './write-group.ts'

const tag = 'workspace'
const scope = workspaceScope

export const groupRoutes = [
  route({
    method: 'GET',
    path: '/workspace/groups/',
    tag,
    summary: 'Groups by name',
    scope,
    allow: isMember,
    query: listGroupsQuery,
    reply: pageOf(groupReply),
    run: async (ctx, { query }) => ({
      page: await pageGroups(ctx, query.search, pageRequest(query, LARGE_LIST)),
      query,
    }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(presentGroup) },
        ctx.services.config,
        '/workspace/groups/',
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/workspace/groups/',
    tag,
    summary: 'Add a group',
    scope,
    allow: isAdmin,
    body: groupBody,
    status: 201,
    reply: groupReply,
    run: (ctx, { body }) => createGroup(ctx, body),
    present: presentGroup,
  }),
  route({
    method: 'GET',
    path: '/workspace/groups/{id}/',
    tag,
    summary: 'One group with its members and projects',
    scope,
    allow: isMember,
    reply: groupReply,
    run: (ctx, { params }) => viewGroup(ctx, params.id as string),
    present: presentGroup,
  }),
  route({
    method: 'PATCH',
    path: '/workspace/groups/{id}/',
    tag,
    summary: 'Change a group’s name, description or lead',
    scope,
    allow: isAdmin,
    body: groupPatch,
    reply: groupReply,
    run: (ctx, { params, body }) => updateGroup(ctx, params.id as string, body),
    present: presentGroup,
  }),
  route({
    method: 'DELETE',
    path: '/workspace/groups/{id}/',
    tag,
    summary: 'Delete a group and what it confers',
    scope,
    allow: isAdmin,
    status: 204,
    run: (ctx, { params }) => deleteGroup(ctx, params.id as string),
  }),
  route({
    method: 'POST',
    path: '/workspace/groups/{id}/members/',
    tag,
    summary: 'Put somebody into a group',
    scope,
    allow: isAdmin,
    body: groupMemberBody,
    status: 201,
    reply: groupReply,
    run: (ctx, { params, body }) => addGroupMember(ctx, params.id as string, body.user),
    present: presentGroup,
  }),
  route({
    method: 'DELETE',
    path: '/workspace/groups/{id}/members/{user_id}/',
    tag,
    summary: 'Take somebody out of a group',
    scope,
    allow: isAdmin,
    status: 204,
    run: (ctx, { params }) => removeGroupMember(ctx, params.id as string, params.user_id as string),
  }),
  route({
    method: 'POST',
    path: '/workspace/groups/{id}/projects/',
    tag,
    summary: 'Link a project with the role that the group confers there',
    scope,
    allow: isAdmin,
    body: groupProjectBody,
    status: 201,
    reply: groupReply,
    run: (ctx, { params, body }) => linkProject(ctx, params.id as string, body),
    present: presentGroup,
  }),
  route({
    method: 'DELETE',
    path: '/workspace/groups/{id}/projects/{project_id}/',
    tag,
    summary: 'Unlink a project',
    scope,
    allow: isAdmin,
    status: 204,
    run: (ctx, { params }) => unlinkProject(ctx, params.id as string, params.project_id as string),
  }),
]
