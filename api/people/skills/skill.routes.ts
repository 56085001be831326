import type { Ctx } from '../../platform/context.ts'
import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { Reply, route } from '../../platform/http/route.ts'
import { canStaff } from '../people.policy.ts'
import { resourceSkillReply } from '../resources/resource.schema.ts'
import { type TaskOfBodyScope, taskOfBodyScope } from '../task-of-body.ts'
import { pageRequirements, presentRequirement } from './requirement.queries.ts'
import { loadSkill, pageSkills } from './skill.queries.ts'
import {
  listRequirementsQuery,
  listSkillsQuery,
  listTagsQuery,
  requirementBody,
  requirementPatch,
  requirementReply,
  type SkillFields,
  skillBody,
  skillInUseReply,
  skillPatch,
  skillReply,
  tagBody,
  tagPatch,
} from './skill.schema.ts'
import { canKeepSkills, type RequirementScope, requirementScope, skillScope } from './skill.scope.ts'
import { loadTag, pageTags } from './tag.queries.ts'
import { createRequirement, deleteRequirement, updateRequirement } from './write-requirement.ts'
import { createSkill, deleteSkill, updateSkill } from './write-skill.ts'
import { createTag, deleteTag, updateTag } from './write-tag.ts'

const tag = 'skills'
const keeper = { scope: skillScope, allow: canKeepSkills }

const catalogRoutes = [
  route({
    method: 'GET',
    path: '/skills/',
    tag,
    summary: 'Skills of the workspace',
    query: listSkillsQuery,
    reply: pageOf(skillReply),
    run: async (ctx, { query }) => presentPage(await pageSkills(ctx, query), ctx.services.config, '/skills/', query),
  }),
  route({
    method: 'POST',
    path: '/skills/',
    tag,
    summary: 'Add a skill, or find the one of that name',
    ...keeper,
    body: skillBody,
    status: 201,
    reply: skillReply,
    otherReplies: { 200: { description: 'It was there already.', schema: skillReply } },
    run: (ctx, { body }) => addOrFind(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/skills/{id}/',
    tag,
    summary: 'One skill',
    reply: skillReply,
    run: (ctx, { params }) => loadSkill(ctx, params.id as string),
  }),
  route({
    method: 'PUT',
    path: '/skills/{id}/',
    tag,
    summary: 'Change a skill, naming it',
    ...keeper,
    body: skillBody,
    reply: skillReply,
    run: (ctx, { params, body }) => updateSkill(ctx, params.id as string, body),
  }),
  route({
    method: 'PATCH',
    path: '/skills/{id}/',
    tag,
    summary: 'Change the fields sent',
    ...keeper,
    body: skillPatch,
    reply: skillReply,
    run: (ctx, { params, body }) => updateSkill(ctx, params.id as string, body),
  }),
  route({
    method: 'DELETE',
    path: '/skills/{id}/',
    tag,
    summary: 'Remove a skill that is not in use',
    ...keeper,
    status: 204,
    otherReplies: { 409: { description: 'In use (skill_in_use).', schema: skillInUseReply } },
    run: (ctx, { params }) => deleteSkill(ctx, params.id as string),
  }),
]

async function addOrFind(ctx: Ctx<unknown>, input: SkillFields & { name: string }): Promise<Reply> {
  const { skill, isNew } = await createSkill(ctx, input)
  return new Reply(isNew ? 201 : 200, skill)
}

const tagRoutes = [
  route({
    method: 'GET',
    path: '/resource-skills/',
    tag,
    summary: 'What active resources are able to do',
    query: listTagsQuery,
    reply: pageOf(resourceSkillReply),
    run: async (ctx, { query }) =>
      presentPage(await pageTags(ctx, query), ctx.services.config, '/resource-skills/', query),
  }),
  route({
    method: 'POST',
    path: '/resource-skills/',
    tag,
    summary: 'Say what a resource is able to do',
    ...keeper,
    body: tagBody,
    status: 201,
    reply: resourceSkillReply,
    run: (ctx, { body }) => createTag(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/resource-skills/{id}/',
    tag,
    summary: 'One skill of a resource',
    reply: resourceSkillReply,
    run: (ctx, { params }) => loadTag(ctx, params.id as string),
  }),
  route({
    method: 'PUT',
    path: '/resource-skills/{id}/',
    tag,
    summary: 'Change a skill of a resource, naming both',
    ...keeper,
    body: tagBody,
    reply: resourceSkillReply,
    run: (ctx, { params, body }) => updateTag(ctx, params.id as string, body),
  }),
  route({
    method: 'PATCH',
    path: '/resource-skills/{id}/',
    tag,
    summary: 'Change the fields sent',
    ...keeper,
    body: tagPatch,
    reply: resourceSkillReply,
    run: (ctx, { params, body }) => updateTag(ctx, params.id as string, body),
  }),
  route({
    method: 'DELETE',
    path: '/resource-skills/{id}/',
    tag,
    summary: 'Take a skill off a resource',
    ...keeper,
    status: 204,
    run: (ctx, { params }) => deleteTag(ctx, params.id as string),
  }),
]

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

export const skillRoutes = [...catalogRoutes, ...tagRoutes, ...requirementRoutes]
