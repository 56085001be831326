import { z } from 'zod'
import type { Ctx } from '../platform/context.ts'
import { route } from '../platform/http/route.ts'
import { canEditTask } from '../tasks/task.policy.ts'
import { presentRelation, presentRelations } from './task-relation.present.ts'
import { listRelations } from './task-relation.queries.ts'
import { listRelationsQuery, relationBody, relationPatch, relationReply } from './task-relation.schema.ts'
import { type RelationScope, relationScope, type SourceScope, sourceOfBody } from './task-relation.scope.ts'
import { createRelation, deleteRelation, updateRelation } from './write-relation.ts'

const tag = 'task relations'
const one = {
  path: '/task-relations/{id}/',
  tag,
  scope: relationScope,
} as const
const change = {
  ...one,
  allow: (ctx: Ctx<RelationScope>) => canEditTask(ctx, ctx.scope),
  reply: relationReply,
} as const

export const taskRelationRoutes = [
  route({
    method: 'GET',
    path: '/task-relations/',
    tag,
    summary: 'How tasks of the caller’s projects are related, oldest first',
    query: listRelationsQuery,
    reply: z.array(relationReply),
    run: async (ctx, { query }) => presentRelations(ctx, await listRelations(ctx, query)),
  }),
  route({
    method: 'POST',
    path: '/task-relations/',
    tag,
    summary: 'Relate a task to another of the project or its program; no dates follow from it',
    scope: sourceOfBody,
    allow: (ctx: Ctx<SourceScope>) => canEditTask(ctx, ctx.scope),
    body: relationBody,
    status: 201,
    reply: relationReply,
    run: async (ctx, { body }) => presentRelation(ctx, await createRelation(ctx, body)),
  }),
  route({
    method: 'GET',
    ...one,
    summary: 'One relation',
    reply: relationReply,
    run: (ctx) => presentRelation(ctx, ctx.scope.relation),
  }),
  route({
    method: 'PUT',
    ...change,
    summary: 'Change the note of a relation, naming its tasks',
    body: relationBody,
    run: async (ctx, { body }) => presentRelation(ctx, await updateRelation(ctx, body)),
  }),
  route({
    method: 'PATCH',
    ...change,
    summary: 'Change the note of a relation',
    body: relationPatch,
    run: async (ctx, { body }) => presentRelation(ctx, await updateRelation(ctx, body)),
  }),
  route({
    method: 'DELETE',
    ...one,
    summary: 'Remove a relation',
    allow: (ctx: Ctx<RelationScope>) => canEditTask(ctx, ctx.scope),
    status: 204,
    run: (ctx) => deleteRelation(ctx),
  }),
]
