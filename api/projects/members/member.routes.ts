import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { route } from '../../platform/http/route.ts'
import { ownsProject } from '../project.policy.ts'
import { addMember } from './add-member.ts'
import { changeMemberRole } from './change-member-role.ts'
import { presentMember } from './member.present.ts'
import { listMembers, loadMember, viewMember } from './member.queries.ts'
import { addMemberBody, listMembersQuery, memberPatch, memberReply } from './member.schema.ts'
import { removeMember } from './remove-member.ts'

const tag = 'members'

export const projectMemberRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/members/',
    tag,
    summary: 'Members of a project',
    scope: projectScope(),
    query: listMembersQuery,
    reply: z.array(memberReply),
    run: (ctx, { query }) => listMembers(ctx, query),
    present: (views) => views.map(presentMember),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/members/',
    tag,
    summary: 'Add a member',
    scope: projectScope(),
    allow: ownsProject,
    body: addMemberBody,
    status: 201,
    reply: memberReply,
    otherReplies: { 409: { description: 'A member already.' } },
    run: async (ctx, { body }) => viewMember(ctx, await addMember(ctx, body)),
    present: presentMember,
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/members/{memberId}/',
    tag,
    summary: 'One member',
    scope: projectScope(),
    reply: memberReply,
    run: async (ctx, { params }) => viewMember(ctx, await loadMember(ctx, params.memberId as string)),
    present: presentMember,
  }),
  route({
    method: 'PATCH',
    path: '/projects/{id}/members/{memberId}/',
    tag,
    summary: 'Change a member’s role',
    scope: projectScope(),
    allow: ownsProject,
    body: memberPatch,
    reply: memberReply,
    run: async (ctx, { params, body }) =>
      viewMember(ctx, await changeMemberRole(ctx, params.memberId as string, { role: body.role })),
    present: presentMember,
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/members/{memberId}/',
    tag,
    summary: 'Remove a member, or leave',
    scope: projectScope(),
    whenArchived: 'allowed',
    status: 204,
    run: (ctx, { params }) => removeMember(ctx, params.memberId as string),
  }),
]
