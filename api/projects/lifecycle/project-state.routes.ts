import { z } from 'zod'
import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { booleanFilter } from '../../platform/http/list-query.ts'
import { route } from '../../platform/http/route.ts'
import type { Project } from '../project.entity.ts'
import { ownsProject } from '../project.policy.ts'
import { presentProject } from '../project.present.ts'
import {
  deleteProjectQuery,
  healthSummaryReply,
  projectReply,
  statusSummaryReply,
  transferBody,
  trashReply,
} from '../project.schema.ts'
import { type ProjectView, viewProject } from '../project-view.ts'
import { listHealth, readStatusSummary } from '../status/status-summary.ts'
import { archiveProject, unarchiveProject } from './archive-project.ts'
import { deleteProject } from './delete-project.ts'
import { restoreProject } from './restore-project.ts'
import { transferProject } from './transfer-project.ts'
import { listTrash, presentTrashed } from './trash.ts'

const tag = 'projects'
const present = (view: ProjectView) => presentProject(view)
const viewed = async (ctx: Ctx<unknown>, project: Promise<Project>) => viewProject(ctx, (await project).id)
const isForced = (value: string | undefined) => value === 'yes' || booleanFilter(value) === true

/** Fixed names come first: `{id}` would take them. */
export const projectStateRoutes = [
  route({
    method: 'GET',
    path: '/projects/health-summary/',
    tag,
    summary: 'Health of each of the caller’s projects',
    query: z.object({ search: z.string().optional(), ordering: z.string().optional() }),
    reply: healthSummaryReply,
    run: (ctx, { query }) => listHealth(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/projects/trash/',
    tag,
    summary: 'The caller’s deleted projects',
    reply: trashReply,
    run: (ctx) => listTrash(ctx),
    present: (rows) => rows.map(presentTrashed),
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/',
    tag,
    summary: 'Put a project into the trash, or delete an archived one for good',
    scope: projectScope(),
    allow: ownsProject,
    whenArchived: 'allowed',
    query: deleteProjectQuery,
    status: 204,
    run: (ctx: Ctx<ProjectScope>, { query }) => deleteProject(ctx, { isForced: isForced(query.force) }),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/archive/',
    tag,
    summary: 'Make a project read-only',
    scope: projectScope(),
    allow: ownsProject,
    whenArchived: 'allowed',
    reply: projectReply,
    run: (ctx) => viewed(ctx, archiveProject(ctx)),
    present,
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/unarchive/',
    tag,
    summary: 'Make an archived project writable again',
    scope: projectScope(),
    allow: ownsProject,
    whenArchived: 'allowed',
    reply: projectReply,
    run: (ctx) => viewed(ctx, unarchiveProject(ctx)),
    present,
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/restore/',
    tag,
    summary: 'Take a project out of the trash',
    reply: projectReply,
    run: (ctx, { params }) => viewed(ctx, restoreProject(ctx, params.id as string)),
    present,
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/transfer/',
    tag,
    summary: 'Hand the project to another member',
    scope: projectScope(),
    allow: ownsProject,
    body: transferBody,
    reply: projectReply,
    otherReplies: { 404: { description: 'No such account.' } },
    run: (ctx, { body }) => viewed(ctx, transferProject(ctx, body.new_owner_user_id)),
    present,
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/status-summary/',
    tag,
    summary: 'Where a project stands',
    scope: projectScope(),
    reply: statusSummaryReply,
    run: (ctx) => readStatusSummary(ctx),
  }),
]
