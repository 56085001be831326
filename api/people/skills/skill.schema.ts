import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { proficiency, proficiencyReply } from './proficiency.ts'

export const listSkillsQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('name, category; a leading - turns it round'),
})
export type ListSkillsQuery = z.output<typeof listSkillsQuery>

export const skillBody = z.object({
  name: z.string().trim().min(1, 'This field may not be blank').max(120),
  category: z.string().trim().max(60).optional(),
})
export type SkillFields = Partial<z.output<typeof skillBody>>

export const skillReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    name: z.string(),
    normalized_name: z.string(),
    category: z.string(),
  })
  .meta({ id: 'Skill' })

export const skillInUseReply = z
  .object({
    detail: z.string(),
    code: z.string(),
    reference_count: z.int(),
    references: z.array(z.object({ type: z.string(), id: z.guid(), name: z.string().optional() })),
  })
  .meta({ id: 'SkillInUse' })

export const listTagsQuery = z.object({ ...pageQuery, resource: wireId.optional() })
export const tagBody = z.object({ resource: wireId, skill: wireId, proficiency: proficiency.optional() })
export type TagFields = Partial<z.output<typeof tagBody>>

export const listRequirementsQuery = z.object({ ...pageQuery, task: wireId.optional() })
export const requirementBody = z.object({ task: wireId, skill: wireId, min_proficiency: proficiency.optional() })
export const requirementPatch = requirementBody.partial()
export type RequirementFields = z.output<typeof requirementPatch>

export const requirementReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    task: z.guid(),
    skill: z.guid(),
    skill_name: z.string(),
    min_proficiency: proficiencyReply,
  })
  .meta({ id: 'TaskSkillRequirement' })
