import { z } from 'zod'
import { programScope } from '../../access/program-scope.ts'
import { projectScope } from '../../access/project-scope.ts'
import { route } from '../../platform/http/route.ts'
import { listPins, pin, presentPinned, unpin } from './pins.ts'

const tag = 'pins'
const pinReply = z.object({ is_pinned: z.boolean() }).meta({ id: 'PinState' })
const pinnedReply = z.array(
  z
    .object({
      kind: z.enum(['project', 'program']),
      id: z.guid(),
      name: z.string(),
      code: z.string().nullable(),
      program_id: z.guid().nullable(),
      program_name: z.string().nullable(),
      pinned_at: z.string(),
    })
    .meta({ id: 'PinnedItem' }),
)

/** Pins are private: they also work on what is read-only. */
export const pinRoutes = [
  route({
    method: 'GET',
    path: '/auth/me/pinned/',
    tag,
    summary: 'What the caller pinned',
    reply: pinnedReply,
    run: (ctx) => listPins(ctx),
    present: (rows) => rows.map(presentPinned),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/pin/',
    tag,
    summary: 'Pin a project',
    scope: projectScope(),
    whenArchived: 'allowed',
    reply: pinReply,
    run: (ctx) => pin(ctx, { kind: 'project', objectId: ctx.scope.projectId }),
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/pin/',
    tag,
    summary: 'Unpin a project',
    scope: projectScope(),
    whenArchived: 'allowed',
    status: 204,
    run: (ctx) => unpin(ctx, { kind: 'project', objectId: ctx.scope.projectId }),
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/pin/',
    tag,
    summary: 'Pin a program',
    scope: programScope(),
    whenArchived: 'allowed',
    reply: pinReply,
    run: (ctx) => pin(ctx, { kind: 'program', objectId: ctx.scope.programId }),
  }),
  route({
    method: 'DELETE',
    path: '/programs/{id}/pin/',
    tag,
    summary: 'Unpin a program',
    scope: programScope(),
    whenArchived: 'allowed',
    status: 204,
    run: (ctx) => unpin(ctx, { kind: 'program', objectId: ctx.scope.programId }),
  }),
]
