import { type ProgramScope, programScope } from '../../access/program-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { resource } from '../../platform/http/resource.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { pageItems } from './backlog-item.queries.ts'
import { itemBody, itemReply, listItemsQuery, pullBody, pullReply } from './backlog-item.schema.ts'
import { pullItem } from './pull-item.ts'
import { createItem, deleteItem, loadItem, presentItem, updateItem } from './write-item.ts'

/** Whoever works in the program, and not those who only look at it. */
const writesBacklog = (ctx: Ctx<ProgramScope>) => atLeast(ctx.scope.role, ROLE.member)

export const backlogItemRoutes: readonly Route[] = [
  ...resource({
    path: '/programs/{id}/backlog-items/',
    item: 'itemId',
    tag: 'backlog',
    one: 'a backlog item',
    many: 'What a program may do one day',
    agentReadable: true,
    scope: programScope(),
    mayCreate: writesBacklog,
    mayChange: writesBacklog,
    query: listItemsQuery,
    body: itemBody,
    reply: itemReply,
    rows: { page: pageItems, load: loadItem, create: createItem, update: updateItem, remove: deleteItem },
    present: presentItem,
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/backlog-items/{itemId}/pull/',
    tag: 'backlog',
    summary: 'Make a task of a backlog item in a project of the program',
    scope: programScope(),
    allow: writesBacklog,
    body: pullBody,
    status: 201,
    reply: pullReply,
    otherReplies: {
      400: { description: 'no project of this program' },
      409: { description: 'the item is not proposed any more' },
    },
    run: (ctx, { params, body }) => pullItem(ctx, params.itemId as string, body.project_id),
  }),
]
