import { resource } from '../../platform/http/resource.ts'
import { Reply } from '../../platform/http/route.ts'
import { resourceSkillReply } from '../resources/resource.schema.ts'
import { loadSkill, pageSkills } from './skill.queries.ts'
import { listSkillsQuery, listTagsQuery, skillBody, skillInUseReply, skillReply, tagBody } from './skill.schema.ts'
import { canKeepSkills, skillScope } from './skill.scope.ts'
import { loadTag, pageTags, presentTag } from './tag.queries.ts'
import { createSkill, deleteSkill, updateSkill } from './write-skill.ts'
import { createTag, deleteTag, updateTag } from './write-tag.ts'

const kept = {
  item: 'id',
  tag: 'skills',
  scope: skillScope,
  readsWithoutScope: true,
  mayCreate: canKeepSkills,
  mayChange: canKeepSkills,
}

export const skillCollection = resource({
  ...kept,
  path: '/skills/',
  one: 'a skill',
  many: 'Skills of the workspace',
  query: listSkillsQuery,
  body: skillBody,
  reply: skillReply,
  created: { 200: { description: 'It was there already.', schema: skillReply } },
  removed: { 409: { description: 'In use (skill_in_use).', schema: skillInUseReply } },
  rows: {
    page: pageSkills,
    load: loadSkill,
    create: async (ctx, input) => {
      const { skill, isNew } = await createSkill(ctx, input)
      return isNew ? skill : new Reply(200, skill)
    },
    update: updateSkill,
    remove: deleteSkill,
  },
})

export const tagCollection = resource({
  ...kept,
  path: '/resource-skills/',
  one: 'a skill of a resource',
  many: 'What active resources are able to do',
  query: listTagsQuery,
  body: tagBody,
  reply: resourceSkillReply,
  rows: { page: pageTags, load: loadTag, create: createTag, update: updateTag, remove: deleteTag },
  present: presentTag,
})
