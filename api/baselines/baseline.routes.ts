import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { projectTaskScope } from '../tasks/project-task-scope.ts'
import { findCapturedTasks } from './baseline.queries.ts'
import {
  baselineBody,
  baselineDetailReply,
  baselineReply,
  commitReply,
  comparisonReply,
  listBaselinesQuery,
  projectComparisonReply,
} from './baseline.schema.ts'
import { activateBaseline, type BaselineRow, baselineRows, presentBaseline } from './baseline-rows.ts'
import { commitProject } from './commit-project.ts'
import { compareProject } from './compare-project.ts'
import { compareTask } from './compare-task.ts'

const path = '/projects/{id}/baselines/'
const itemPath = `${path}{baselineId}/` as const
const asked = { tag: 'baselines', scope: projectScope() }
const mayCapture = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.manager)

export const baselineRoutes = [
  route({
    method: 'GET',
    path,
    ...asked,
    summary: 'Baselines of a project, newest first',
    query: listBaselinesQuery,
    reply: pageOf(baselineReply),
    run: async (ctx, { query }) => {
      const page = await baselineRows.page(ctx, query)
      const results = page.results.map(presentBaseline)
      return presentPage(
        { ...page, results },
        ctx.services.config,
        `/projects/${ctx.scope.projectId}/baselines/`,
        query,
      )
    },
  }),
  route({
    method: 'POST',
    path,
    ...asked,
    summary: 'Capture the plan as it stands; it is not active until it is made so',
    allow: mayCapture,
    body: baselineBody,
    status: 201,
    reply: baselineReply,
    run: (ctx, { body }) => baselineRows.create(ctx, body),
    present: (row) => presentBaseline(row as BaselineRow),
  }),
  route({
    method: 'GET',
    path: itemPath,
    ...asked,
    summary: 'Read a baseline with its tasks',
    reply: baselineDetailReply,
    run: async (ctx, { params }) => {
      const row = await baselineRows.load(ctx, params.baselineId as string)
      return { ...presentBaseline(row), tasks: await findCapturedTasks(ctx, row.id) }
    },
  }),
  route({
    method: 'POST',
    path: `${itemPath}activate/`,
    ...asked,
    summary: 'Measure the tasks against this baseline',
    allow: mayCapture,
    reply: baselineReply,
    run: async (ctx, { params }) => presentBaseline(await activateBaseline(ctx, params.baselineId as string)),
  }),
  route({
    method: 'DELETE',
    path: itemPath,
    ...asked,
    summary: 'Remove a baseline',
    allow: (ctx) => atLeast(ctx.scope.role, ROLE.owner),
    status: 204,
    run: (ctx, { params }) => baselineRows.remove(ctx, params.baselineId as string),
  }),
  route({
    method: 'GET',
    path: `${itemPath}comparison/`,
    ...asked,
    summary: 'The project beside a baseline: what was planned and what is earned by the data date, and what moved',
    reply: projectComparisonReply,
    run: (ctx, { params }) => compareProject(ctx, params.baselineId as string),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/commit/',
    ...asked,
    summary: 'Make a draft the plan that counts, and capture it as the first baseline',
    allow: (ctx) => atLeast(ctx.scope.role, ROLE.scheduler),
    reply: commitReply,
    otherReplies: { 409: { description: 'the project was committed before' } },
    run: (ctx) => commitProject(ctx),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/tasks/{taskId}/baseline/',
    tag: 'baselines',
    scope: projectTaskScope,
    summary: 'A task beside the active baseline',
    reply: comparisonReply,
    run: (ctx) => compareTask(ctx),
  }),
]
