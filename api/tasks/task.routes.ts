import { z } from 'zod'
import { type ProjectScope, projectScopeOfBody } from '../access/project-scope.ts'
import { tellMerged } from '../platform/concurrent-edits.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { editBaseOf, guardedEdit } from '../platform/http/base-version.ts'
import { presentPage } from '../platform/http/paging.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readStaleDates, staleWarnings } from '../projects/status/stale-dates.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { createTogether } from './bulk/create-together.ts'
import { classificationRoutes } from './classification/classification.routes.ts'
import { constraintRoutes } from './constraint/constraint.routes.ts'
import { durationEventRoutes } from './duration-events/duration-event.routes.ts'
import { estimateRoutes } from './estimate.routes.ts'
import { loadProjectFacts } from './project-facts.ts'
import { listTasks } from './reading/list-tasks.ts'
import { searchTasks } from './reading/search-tasks.ts'
import type { PagedRow } from './reading/task-page.queries.ts'
import { loadTasksOfProject, surround } from './reading/task-page.ts'
import { seededRoutes } from './seeded/seeded.routes.ts'
import { seenTaskScope } from './seen-task.ts'
import { structureRoutes } from './structure/structure.routes.ts'
import { taskSuggestionRoutes } from './suggestions/suggestion.routes.ts'
import { canCreateTasks, canDeleteTask, canEditTask } from './task.policy.ts'
import { presentOne, presentTask } from './task.present.ts'
import { readTaskReply, taskPageReply, writtenTaskReply } from './task.reply.ts'
import {
  type CreateTaskInput,
  createTaskBody,
  listTasksQuery,
  patchTaskBody,
  putTaskBody,
  searchTasksQuery,
  taskHit,
  unknownKeys,
} from './task.schema.ts'
import { type TaskScope, taskScope } from './task-scope.ts'
import { trashRoutes } from './trash/trash.routes.ts'
import { undoRoutes } from './undo/undo.routes.ts'
import { createTask, type SavedTask } from './writing/create-task.ts'
import { deleteTask } from './writing/delete-task.ts'
import { type UpdateTaskInput, updateTask } from './writing/update-task.ts'

const tag = 'tasks'

/** Fixed paths stand before `/tasks/{id}/`, which would take their last segment for an id. */
export const taskRoutes: readonly Route[] = [
  ...trashRoutes,
  ...structureRoutes,
  ...seededRoutes,
  ...classificationRoutes,
  ...bulkRoutes,
  ...undoRoutes,
  ...durationEventRoutes,
  ...constraintRoutes,
  ...estimateRoutes,
  ...taskSuggestionRoutes,
  route({
    method: 'GET',
    path: '/tasks/',
    tag,
    summary: 'Tasks of the caller’s projects, page by page',
    agentReadable: true,
    query: listTasksQuery,
    reply: taskPageReply,
    run: async (ctx, { query }) => {
      const { staleDates, ...page } = await listTasks(ctx, query)
      const shown = presentPage(page, ctx.services.config, '/tasks/', query)
      return staleDates.length === 0 ? shown : { ...shown, stale_dates: staleDates }
    },
  }),
  route({
    method: 'GET',
    path: '/tasks/search/',
    tag,
    summary: 'Find tasks of one project by name or notes',
    agentReadable: true,
    params: z.object({}),
    query: searchTasksQuery,
    reply: z.array(taskHit),
    run: (ctx, { query }) => searchTasks(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/tasks/',
    tag,
    summary: 'Create a task',
    scope: projectScopeOfBody,
    hasPlainScope: true,
    allow: canCreateTasks,
    body: createTaskBody,
    status: 201,
    reply: writtenTaskReply,
    run: async (ctx, { body }) => presentSaved(ctx, await createTask(ctx, body), unknownKeys(body, 'create')),
    together: async (ctx, bodies) => {
      const saved = await createTogether(ctx, bodies)
      return saved && presentAllSaved(ctx, saved, (place) => unknownKeys(bodies[place] as CreateTaskInput, 'create'))
    },
  }),
  route({
    method: 'GET',
    path: '/tasks/{id}/',
    tag,
    summary: 'One task',
    agentReadable: true,
    scope: seenTaskScope,
    reply: readTaskReply,
    run: async (ctx) => {
      const { hasStaleDates, projectId, role, row } = ctx.scope
      const task = presentOne(await surround(ctx, [row], new Map([[projectId, role]])))
      return hasStaleDates ? { ...task, ...(await readStaleDates(ctx, projectId)) } : task
    },
  }),
  route({
    method: 'PUT',
    path: '/tasks/{id}/',
    tag,
    summary: 'Change a task, naming its project and name',
    scope: taskScope(),
    allow: mayEditNamed,
    body: putTaskBody,
    ...guardedEdit,
    reply: writtenTaskReply,
    run: (ctx, { body, sent }) => change(ctx, body, sent),
  }),
  route({
    method: 'PATCH',
    path: '/tasks/{id}/',
    tag,
    summary: 'Change the fields sent',
    scope: taskScope(),
    allow: mayEditNamed,
    body: patchTaskBody,
    ...guardedEdit,
    reply: writtenTaskReply,
    run: (ctx, { body, sent }) => change(ctx, body, sent),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{id}/',
    tag,
    summary: 'Delete a task with everything below it and their links',
    scope: taskScope(),
    allow: (ctx) => canDeleteTask(ctx, ctx.scope),
    status: 204,
    run: (ctx) => deleteTask(ctx, ctx.scope.taskId),
  }),
]

function mayEditNamed(ctx: Ctx<TaskScope>): boolean {
  return canEditTask(ctx, ctx.scope)
}

async function change(ctx: Ctx<TaskScope>, body: UpdateTaskInput, sent: unknown): Promise<object> {
  const saved = await updateTask(ctx, ctx.scope.taskId, body, { base: editBaseOf(ctx, sent) })
  tellMerged(ctx, saved.mergedFields ?? [])
  return presentSaved(ctx, saved, unknownKeys(body, 'update'))
}

async function presentSaved(ctx: Ctx<ProjectScope>, saved: SavedTask, unknown: readonly string[]): Promise<object> {
  return (await presentAllSaved(ctx, [saved], () => unknown))[0] as object
}

/** The stored tasks with what was not applied, and that their dates will not follow, if so. */
async function presentAllSaved(
  ctx: Ctx<ProjectScope>,
  all: readonly SavedTask[],
  unknownOf: (place: number) => readonly string[],
): Promise<object[]> {
  const page = await loadTasksOfProject(
    ctx,
    all.map(({ id }) => id),
  )
  if (page.rows.length < all.length) throw notFound()
  const { areDatesStale } = await loadProjectFacts(ctx, ctx.scope.projectId)
  const stale = areDatesStale ? await staleWarnings(ctx, ctx.scope.projectId) : []
  return all.map((saved, place) => {
    const task = presentTask(page.rows[place] as PagedRow, page)
    const dropped = [...unknownOf(place), ...saved.dropped]
    const notApplied = { rule: 'dropped_fields', detail: `Not applied: ${dropped.join(', ')}` }
    const warnings = [...(dropped.length === 0 ? [] : [notApplied]), ...(saved.warnings ?? []), ...stale]
    return warnings.length === 0 ? task : { ...task, warnings }
  })
}
