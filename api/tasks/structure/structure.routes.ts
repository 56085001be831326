import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { canCreateTasks, canRestructure } from '../task.policy.ts'
import { groupTasks } from './group-tasks.ts'
import { indentTask, outdentTask, reorderTasks, reparentTask } from './move-task.ts'
import { ungroupTask } from './ungroup-task.ts'

const tag = 'tasks'

const pathEntries = z.array(z.object({ id: z.guid(), wbs_path: z.string() }))
const warning = z.enum(['has_assignments']).nullable()
const undoFields = { operation_id: z.guid().nullable(), can_undo: z.boolean() }
const restructureReply = z.object({ updated: pathEntries, warning, ...undoFields }).meta({ id: 'TaskRestructure' })

const reorderBody = z.object({ parent_path: z.string().max(4096).optional(), ordered_ids: z.array(wireId).min(1) })
const reparentBody = z.object({ new_parent_id: wireId.nullable() })
const groupBody = z.looseObject({
  task_ids: z
    .unknown()
    .optional()
    .meta({ type: 'array', items: { type: 'string', format: 'uuid' } }),
  name: z.unknown().optional().meta({ type: 'string' }),
})
const ungroupBody = z.looseObject({ task_id: z.unknown().optional().meta({ type: 'string', format: 'uuid' }) })

const groupReply = z
  .object({
    container: z.object({
      id: z.guid(),
      name: z.string(),
      wbs_path: z.string(),
      structure_role: z.string(),
      parent_id: z.guid().nullable(),
    }),
    grouped_ids: z.array(z.guid()),
    left_alone: z.array(
      z.object({
        id: z.guid(),
        reason: z.enum(['ancestor_selected', 'different_parent']),
        ancestor_id: z.guid().optional(),
      }),
    ),
    updated: pathEntries,
    warning,
    ...undoFields,
  })
  .meta({ id: 'TaskGroup' })

const ungroupReply = z
  .object({
    container_id: z.guid(),
    lifted_ids: z.array(z.guid()),
    removed_dependency_ids: z.array(z.guid()),
    updated: pathEntries,
    warning,
    ...undoFields,
  })
  .meta({ id: 'TaskUngroup' })

export const structureRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/reorder/',
    tag,
    summary: 'Order the tasks of one level',
    scope: projectScope(),
    allow: canRestructure,
    body: reorderBody,
    reply: z.object({ updated: pathEntries, ...undoFields }).meta({ id: 'TaskReorder' }),
    run: (ctx, { body }) => reorderTasks(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/{task_id}/indent/',
    tag,
    summary: 'Put a task below the sibling before it',
    scope: projectScope(),
    allow: canRestructure,
    reply: restructureReply,
    run: (ctx, { params }) => indentTask(ctx, (params.task_id as string).toLowerCase()),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/{task_id}/outdent/',
    tag,
    summary: 'Put a task behind its parent',
    scope: projectScope(),
    allow: canRestructure,
    reply: restructureReply,
    run: (ctx, { params }) => outdentTask(ctx, (params.task_id as string).toLowerCase()),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/{task_id}/reparent/',
    tag,
    summary: 'Put a task below another one',
    scope: projectScope(),
    allow: canRestructure,
    body: reparentBody,
    reply: restructureReply,
    run: (ctx, { params, body }) => reparentTask(ctx, (params.task_id as string).toLowerCase(), body.new_parent_id),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/group/',
    tag,
    summary: 'Wrap tasks into a new phase',
    scope: projectScope(),
    allow: canCreateTasks,
    body: groupBody,
    reply: groupReply,
    run: (ctx, { body }) => groupTasks(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/ungroup/',
    tag,
    summary: 'Lift the tasks of a phase and delete it',
    scope: projectScope(),
    allow: canCreateTasks,
    body: ungroupBody,
    reply: ungroupReply,
    run: (ctx, { body }) => ungroupTask(ctx, body),
  }),
]
