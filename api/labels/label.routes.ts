import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { canEditTask } from '../tasks/task.policy.ts'
import { canChangeLabels, canCreateLabels } from './label.policy.ts'
import { loadLabel, pageLabels, presentLabel } from './label.queries.ts'
import {
  attachBody,
  chipsReply,
  detachFields,
  labelBody,
  labelPatch,
  labelReply,
  listLabelsQuery,
} from './label.schema.ts'
import { attachLabel, detachLabel, type LabelledTaskScope, labelledTaskScope } from './label-task.ts'
import { createLabel, deleteLabel, updateLabel } from './write-label.ts'

const tag = 'labels'
const scope = projectScope()
const mayEdit = (ctx: Ctx<LabelledTaskScope>) => canEditTask(ctx, ctx.scope)
const stored = async (ctx: Ctx<ProjectScope>, id: string) => presentLabel(await loadLabel(ctx, id))

export const labelRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/labels/',
    tag,
    summary: 'Labels of a project',
    agentReadable: true,
    scope,
    query: listLabelsQuery,
    reply: pageOf(labelReply),
    run: async (ctx, { query }) => ({ page: await pageLabels(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(presentLabel) },
        ctx.services.config,
        `/projects/${ctx.scope.projectId}/labels/`,
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/labels/',
    tag,
    summary: 'Add a label',
    scope,
    allow: canCreateLabels,
    body: labelBody,
    status: 201,
    reply: labelReply,
    run: async (ctx, { body }) => stored(ctx, await createLabel(ctx, body)),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/labels/{labelId}/',
    tag,
    summary: 'One label',
    agentReadable: true,
    scope,
    reply: labelReply,
    run: (ctx, { params }) => stored(ctx, params.labelId as string),
  }),
  route({
    method: 'PUT',
    path: '/projects/{id}/labels/{labelId}/',
    tag,
    summary: 'Change a label, naming it',
    scope,
    allow: canChangeLabels,
    body: labelBody,
    reply: labelReply,
    run: async (ctx, { params, body }) => stored(ctx, await updateLabel(ctx, params.labelId as string, body)),
  }),
  route({
    method: 'PATCH',
    path: '/projects/{id}/labels/{labelId}/',
    tag,
    summary: 'Change the fields sent',
    scope,
    allow: canChangeLabels,
    body: labelPatch,
    reply: labelReply,
    run: async (ctx, { params, body }) => stored(ctx, await updateLabel(ctx, params.labelId as string, body)),
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/labels/{labelId}/',
    tag,
    summary: 'Delete a label and take it off all tasks',
    scope,
    allow: canChangeLabels,
    status: 204,
    run: (ctx, { params }) => deleteLabel(ctx, params.labelId as string),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/{taskId}/labels/',
    tag,
    summary: 'Put a label on a task; answers all it carries',
    scope: labelledTaskScope,
    allow: mayEdit,
    body: attachBody,
    reply: chipsReply,
    run: (ctx, { body }) => attachLabel(ctx, body.label_id),
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/tasks/{taskId}/labels/',
    tag,
    summary: 'Take a label off a task, named in the body or in the query',
    scope: labelledTaskScope,
    allow: mayEdit,
    query: detachFields,
    body: detachFields,
    status: 204,
    run: (ctx, { body, query }) => {
      const labelId = body.label_id ?? query.label_id
      refuseUnless(labelId !== undefined, () => fieldError('label_id', 'This field is required.'))
      return detachLabel(ctx, labelId)
    },
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/tasks/{taskId}/labels/{labelId}/',
    tag,
    summary: 'Take a label off a task',
    scope: labelledTaskScope,
    allow: mayEdit,
    status: 204,
    run: (ctx, { params }) => detachLabel(ctx, params.labelId as string),
  }),
]
