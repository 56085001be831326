import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { canStaff } from '../people.policy.ts'
import { type TaskOfBodyScope, taskOfBodyScope } from '../task-of-body.ts'
import { pageRequirements, presentRequirement } from './requirement.queries.ts'
import { listRequirementsQuery, requirementBody, requirementPatch, requirementReply } from './skill.schema.ts'
import { type RequirementScope, requirementScope } from './skill.scope.ts'
import { skillCollection, tagCollection } from './skill-resources.ts'
import { createRequirement, deleteRequirement, updateRequirement } from './write-requirement.ts'

const tag = 'skills'

const requirementRoutes = [
  route({
    method: 'GET',
    path: '/task-skill-requirements/',
    tag,
    summary: 'What tasks of the caller’s projects ask for',
    query: listRequirementsQuery,
    reply: pageOf(requirementReply),
    run: async (ctx, { query }) => ({ page: await pageRequirements(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(presentRequirement) },
        ctx.services.config,
        '/task-skill-requirements/',
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/task-skill-requirements/',
    tag,
    summary: 'Say what a task asks for',
    scope: taskOfBodyScope,
    allow: canStaff<TaskOfBodyScope>,
    body: requirementBody,
    status: 201,
    reply: requirementReply,
    run: (ctx, { body }) => createRequirement(ctx, body),
    present: presentRequirement,
  }),
  route({
    method: 'GET',
    path: '/task-skill-requirements/{id}/',
    tag,
    summary: 'One requirement',
    scope: requirementScope,
    reply: requirementReply,
    run: async (ctx) => presentRequirement(ctx.scope.row),
  }),
  route({
    method: 'PUT',
    path: '/task-skill-requirements/{id}/',
    tag,
    summary: 'Change a requirement, naming its task and skill',
    scope: requirementScope,
    allow: canStaff<RequirementScope>,
    body: requirementBody,
    reply: requirementReply,
    run: (ctx, { body }) => updateRequirement(ctx, body),
    present: presentRequirement,
  }),
  route({
    method: 'PATCH',
    path: '/task-skill-requirements/{id}/',
    tag,
    summary: 'Change the fields sent',
    scope: requirementScope,
    allow: canStaff<RequirementScope>,
    body: requirementPatch,
    reply: requirementReply,
    run: (ctx, { body }) => updateRequirement(ctx, body),
    present: presentRequirement,
  }),
  route({
    method: 'DELETE',
    path: '/task-skill-requirements/{id}/',
    tag,
    summary: 'Drop a requirement',
    scope: requirementScope,
    allow: canStaff<RequirementScope>,
    status: 204,
    run: deleteRequirement,
  }),
]

export const skillRoutes = [...skillCollection, ...tagCollection, ...requirementRoutes]
