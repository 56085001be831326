import { z } from 'zod'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { type Route, route } from '../platform/http/route.ts'
import { findPhases, loadPhase } from './phase.queries.ts'
import { patchPhaseBody, phaseBody, phaseReply, reorderPhasesBody, reorderPhasesReply } from './phase.schema.ts'
import { createPhase, deletePhase, reorderPhases, updatePhase } from './write-phase.ts'

const all = { path: '/projects/{id}/phases/', tag: 'phases', scope: projectScope() } as const
const one = { ...all, path: '/projects/{id}/phases/{phaseId}/' } as const
const allow = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.manager)
const idOf = (params: Readonly<Record<string, string>>) => params.phaseId as string

/** Phases are the rows at the top of the tree; the list is shown whole, as a bare array. */
export const phaseRoutes: readonly Route[] = [
  route({
    method: 'GET',
    ...all,
    summary: 'Phases of a project in their order',
    agentReadable: true,
    reply: z.array(phaseReply),
    run: findPhases,
  }),
  route({
    method: 'POST',
    ...all,
    summary: 'Add a phase behind the others',
    allow,
    body: phaseBody,
    status: 201,
    reply: phaseReply,
    run: (ctx, { body }) => createPhase(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/projects/{id}/phases/reorder/',
    tag: 'phases',
    scope: projectScope(),
    summary: 'Put phases into an order',
    params: z.object({ id: z.guid() }),
    allow,
    body: reorderPhasesBody,
    reply: reorderPhasesReply,
    otherReplies: { 409: { description: 'A phase was changed since it was read; `conflicts` names them.' } },
    run: (ctx, { body }) => reorderPhases(ctx, body.phases),
  }),
  route({
    method: 'GET',
    ...one,
    summary: 'Read a phase',
    agentReadable: true,
    reply: phaseReply,
    run: (ctx, { params }) => loadPhase(ctx, idOf(params)),
  }),
  route({
    method: 'PUT',
    ...one,
    summary: 'Replace a phase; a colour left out stays as it is',
    allow,
    body: phaseBody,
    reply: phaseReply,
    run: (ctx, { params, body }) => updatePhase(ctx, idOf(params), body),
  }),
  route({
    method: 'PATCH',
    ...one,
    summary: 'Change the fields sent of a phase',
    allow,
    body: patchPhaseBody,
    reply: phaseReply,
    run: (ctx, { params, body }) => updatePhase(ctx, idOf(params), body),
  }),
  route({
    method: 'DELETE',
    ...one,
    summary: 'Remove a phase that holds no tasks',
    allow,
    status: 204,
    run: (ctx, { params }) => deletePhase(ctx, idOf(params)),
  }),
]
