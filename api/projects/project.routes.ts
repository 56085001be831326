import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { tellMerged } from '../platform/concurrent-edits.ts'
import type { Ctx } from '../platform/context.ts'
import { editBaseOf, guardedEdit } from '../platform/http/base-version.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { createProject } from './create-project.ts'
import { canEditSettings } from './project.policy.ts'
import { presentProject, presentProjectDetail } from './project.present.ts'
import {
  createProjectBody,
  listProjectsQuery,
  type ProjectFields,
  patchProjectBody,
  projectDetailReply,
  projectReply,
  putProjectBody,
} from './project.schema.ts'
import { viewProject } from './project-view.ts'
import { pageProjects, readProject } from './read-project.ts'
import { updateProject } from './update-project.ts'

const tag = 'projects'

const change = async (ctx: Ctx<ProjectScope>, input: { body: ProjectFields; sent: unknown }) => {
  const saved = await updateProject(ctx, input.body, editBaseOf(ctx, input.sent))
  tellMerged(ctx, saved.mergedFields)
  return viewProject(ctx, saved.project.id)
}

export const projectRoutes = [
  route({
    method: 'GET',
    path: '/projects/',
    tag,
    summary: 'The caller’s projects',
    agentReadable: true,
    query: listProjectsQuery,
    reply: pageOf(projectReply),
    run: async (ctx, { query }) => ({ page: await pageProjects(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(({ view, figures }) => presentProject(view, figures)) },
        ctx.services.config,
        '/projects/',
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/projects/',
    tag,
    summary: 'Create a project; the caller becomes its Owner',
    body: createProjectBody,
    status: 201,
    reply: projectReply,
    run: async (ctx, { body }) => viewProject(ctx, (await createProject(ctx, body)).id),
    present: (view) => presentProject(view),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/',
    tag,
    summary: 'One project with everything it inherits',
    agentReadable: true,
    scope: projectScope(),
    reply: projectDetailReply,
    run: (ctx) => readProject(ctx),
    present: presentProjectDetail,
  }),
  route({
    method: 'PUT',
    path: '/projects/{id}/',
    tag,
    summary: 'Replace a project’s settings',
    scope: projectScope(),
    allow: canEditSettings,
    body: putProjectBody,
    ...guardedEdit,
    reply: projectReply,
    run: change,
    present: (view) => presentProject(view),
  }),
  route({
    method: 'PATCH',
    path: '/projects/{id}/',
    tag,
    summary: 'Change a project’s settings',
    scope: projectScope(),
    allow: canEditSettings,
    body: patchProjectBody,
    ...guardedEdit,
    reply: projectReply,
    run: change,
    present: (view) => presentProject(view),
  }),
]
