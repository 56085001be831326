import { z } from 'zod'
import { programScope } from '../../access/program-scope.ts'
import { route } from '../../platform/http/route.ts'
import { listMembersQuery } from '../../projects/members/member.schema.ts'
import { managesProgram, ownsProgram } from '../program.policy.ts'
import { presentProgramMember } from './member.present.ts'
import { listProgramMembers, loadProgramMember, viewProgramMember } from './member.queries.ts'
import { addProgramMemberBody, programMemberPatch, programMemberReply } from './member.schema.ts'
import { addProgramMember, changeProgramMember, removeProgramMember } from './write-program-member.ts'

const tag = 'members'

export const programMemberRoutes = [
  route({
    method: 'GET',
    path: '/programs/{id}/members/',
    tag,
    summary: 'Members of a program',
    scope: programScope(),
    query: listMembersQuery,
    reply: z.array(programMemberReply),
    run: (ctx, { query }) => listProgramMembers(ctx, query),
    present: (views) => views.map(presentProgramMember),
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/members/',
    tag,
    summary: 'Add a member to a program',
    scope: programScope(),
    allow: ownsProgram,
    body: addProgramMemberBody,
    status: 201,
    reply: programMemberReply,
    otherReplies: { 409: { description: 'A member already.' } },
    run: async (ctx, { body }) => viewProgramMember(ctx, await addProgramMember(ctx, body)),
    present: presentProgramMember,
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/members/{memberId}/',
    tag,
    summary: 'One member of a program',
    scope: programScope(),
    reply: programMemberReply,
    run: async (ctx, { params }) => viewProgramMember(ctx, await loadProgramMember(ctx, params.memberId as string)),
    present: presentProgramMember,
  }),
  route({
    method: 'PATCH',
    path: '/programs/{id}/members/{memberId}/',
    tag,
    summary: 'Change the role or the title of a program’s member',
    scope: programScope(),
    allow: managesProgram,
    body: programMemberPatch,
    reply: programMemberReply,
    run: async (ctx, { params, body }) =>
      viewProgramMember(ctx, await changeProgramMember(ctx, params.memberId as string, body)),
    present: presentProgramMember,
  }),
  route({
    method: 'DELETE',
    path: '/programs/{id}/members/{memberId}/',
    tag,
    summary: 'Remove a member of a program, or leave it',
    scope: programScope(),
    whenArchived: 'allowed',
    status: 204,
    run: (ctx, { params }) => removeProgramMember(ctx, params.memberId as string),
  }),
]
