import { type ProgramScope, programScope } from '../access/program-scope.ts'
import { isAdmin, workspaceScope } from '../access/workspace-scope.ts'
import type { Program } from '../levels/program.entity.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { byAccount } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { bulkProgramBody, bulkProjectBody, bulkReply, updateManyPrograms, updateManyProjects } from './bulk-fields.ts'
import { closeProgram, reopenProgram } from './close-program.ts'
import { createProgram } from './create-program.ts'
import { deleteProgram } from './delete-program.ts'
import { managesProgram, ownsProgram } from './program.policy.ts'
import { presentProgram } from './program.present.ts'
import {
  listProgramsQuery,
  patchProgramBody,
  programBody,
  programReply,
  rosterQuery,
  rosterReply,
} from './program.schema.ts'
import { pagePrograms, viewProgram } from './program-view.ts'
import { listProjectRoster, presentRosterRow } from './project-roster.ts'
import { splitBody, splitProgram, splitReply } from './split-program.ts'
import { updateProgram } from './update-program.ts'

const tag = 'programs'
const viewed = async (ctx: Ctx<unknown>, program: Promise<Program>) => viewProgram(ctx, (await program).id)

export const programRoutes = [
  route({
    method: 'POST',
    path: '/programs/bulk-fields/',
    tag,
    summary: 'Set the same values for many programs, or for none',
    scope: workspaceScope,
    allow: isAdmin,
    body: bulkProgramBody,
    reply: bulkReply,
    run: (ctx, { body }) => updateManyPrograms(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/bulk-project-fields/',
    tag,
    summary: 'Set the same values for many projects of a program, or for none',
    scope: programScope(),
    allow: managesProgram,
    body: bulkProjectBody,
    reply: bulkReply,
    run: (ctx, { body }) => updateManyProjects(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/split/',
    tag,
    summary: 'Check how a program is to be divided; dividing it is not done yet',
    scope: programScope(),
    allow: ownsProgram,
    body: splitBody,
    status: 501,
    reply: splitReply,
    run: (ctx, { body }) => splitProgram(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/programs/',
    tag,
    summary: 'The caller’s programs',
    agentReadable: true,
    query: listProgramsQuery,
    reply: pageOf(programReply),
    run: async (ctx, { query }) => ({ page: await pagePrograms(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage({ ...page, results: page.results.map(presentProgram) }, ctx.services.config, '/programs/', query),
  }),
  route({
    method: 'POST',
    path: '/programs/',
    tag,
    summary: 'Create a program; the caller becomes its Owner',
    limits: [byAccount('program_write', (config) => config.throttleProgramWriteRate)],
    body: programBody,
    status: 201,
    reply: programReply,
    run: (ctx, { body }) => viewed(ctx, createProgram(ctx, body)),
    present: presentProgram,
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/',
    tag,
    summary: 'One program with everything it inherits',
    agentReadable: true,
    scope: programScope(),
    reply: programReply,
    run: (ctx) => viewProgram(ctx, ctx.scope.programId),
    present: presentProgram,
  }),
  route({
    method: 'PUT',
    path: '/programs/{id}/',
    tag,
    summary: 'Replace a program’s settings',
    scope: programScope(),
    allow: managesProgram,
    body: programBody,
    reply: programReply,
    run: (ctx, { body }) => viewed(ctx, updateProgram(ctx, body)),
    present: presentProgram,
  }),
  route({
    method: 'PATCH',
    path: '/programs/{id}/',
    tag,
    summary: 'Change a program’s settings',
    scope: programScope(),
    allow: managesProgram,
    body: patchProgramBody,
    reply: programReply,
    run: (ctx, { body }) => viewed(ctx, updateProgram(ctx, body)),
    present: presentProgram,
  }),
  route({
    method: 'DELETE',
    path: '/programs/{id}/',
    tag,
    summary: 'Delete a program; its projects stay',
    scope: programScope(),
    allow: ownsProgram,
    whenArchived: 'allowed',
    status: 204,
    run: (ctx: Ctx<ProgramScope>) => deleteProgram(ctx),
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/projects/',
    tag,
    summary: 'The projects of a program',
    agentReadable: true,
    scope: programScope(),
    query: rosterQuery,
    reply: rosterReply,
    run: (ctx, { query }) => listProjectRoster(ctx, query),
    present: (rows) => rows.map(presentRosterRow),
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/close/',
    tag,
    summary: 'Make a program read-only',
    scope: programScope(),
    allow: ownsProgram,
    whenArchived: 'allowed',
    reply: programReply,
    run: (ctx) => viewed(ctx, closeProgram(ctx)),
    present: presentProgram,
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/reopen/',
    tag,
    summary: 'Make a closed program writable again',
    scope: programScope(),
    allow: ownsProgram,
    whenArchived: 'allowed',
    reply: programReply,
    run: (ctx) => viewed(ctx, reopenProgram(ctx)),
    present: presentProgram,
  }),
]
