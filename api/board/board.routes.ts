import { z } from 'zod'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { type Route, route } from '../platform/http/route.ts'
import { BOARD_STATUSES, boardConfigBody, boardConfigReply } from './board-columns.ts'
import { readBoardConfig, replaceBoardConfig } from './board-config.ts'
import { presentView, viewRows } from './views/board-views.ts'
import { patchViewBody, viewBody, viewReply } from './views/view.schema.ts'

const config = { path: '/projects/{id}/board-config/', tag: 'board', scope: projectScope() } as const
const views = { ...config, path: '/projects/{id}/board-views/' } as const
const view = { ...config, path: '/projects/{id}/board-views/{viewId}/' } as const
const isAtLeast = (floor: number) => (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, floor)

export const boardRoutes: readonly Route[] = [
  route({
    method: 'GET',
    ...config,
    agentReadable: true,
    summary: 'Columns of the board, their limits and how full they are',
    reply: boardConfigReply,
    run: readBoardConfig,
  }),
  route({
    method: 'PUT',
    ...config,
    summary: 'Replace the columns of the board',
    allow: isAtLeast(ROLE.scheduler),
    body: boardConfigBody,
    example: { columns: BOARD_STATUSES.map((status) => ({ status })) },
    reply: boardConfigReply,
    run: (ctx, { body }) => replaceBoardConfig(ctx, body.columns),
  }),
  route({
    method: 'GET',
    ...views,
    summary: 'Saved views of the board, by name',
    reply: z.array(viewReply),
    run: async (ctx) => (await viewRows.page(ctx, {})).results.map(presentView),
  }),
  route({
    method: 'POST',
    ...views,
    summary: 'Save a view of the board',
    allow: isAtLeast(ROLE.member),
    body: viewBody,
    status: 201,
    reply: viewReply,
    run: async (ctx, { body }) => presentView((await viewRows.create(ctx, body)) as Parameters<typeof presentView>[0]),
  }),
  route({
    method: 'PATCH',
    ...view,
    summary: 'Change a saved view: one’s own, or any as Resource Manager and above',
    allow: isAtLeast(ROLE.member),
    body: patchViewBody,
    reply: viewReply,
    run: async (ctx, { params, body, sent }) =>
      presentView(await viewRows.update(ctx, params.viewId as string, body, sent)),
  }),
  route({
    method: 'DELETE',
    ...view,
    summary: 'Remove a saved view: one’s own, or any as Resource Manager and above',
    allow: isAtLeast(ROLE.member),
    status: 204,
    run: (ctx, { params }) => viewRows.remove(ctx, params.viewId as string),
  }),
]
