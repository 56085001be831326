import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { proficiencyReply } from '../skills/proficiency.ts'
import { capacityUnits } from '../units.ts'

export const listResourcesQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional().describe('words of the name; for workspace Admins also of the e-mail address'),
  ordering: z.string().max(64).optional().describe('name; a leading - turns it round'),
  exclude_project: wireId.optional().describe('leaves out who stands on the roster of this project of the caller'),
  task: wireId.optional().describe('adds how well each fits this task of a project of the caller, best first'),
  include_deleted: z.string().max(8).optional().describe('for workspace Admins: deactivated ones too'),
})

export const listAssignmentsOfQuery = z.object(pageQuery)

export const resourceBody = z.object({
  name: z.string().trim().min(1, 'This field may not be blank').max(255),
  email: z
    .string()
    .trim()
    .max(254)
    .pipe(z.union([z.literal(''), z.email('Enter a valid e-mail address')]))
    .optional(),
  job_role: z.string().trim().max(120).optional(),
  calendar: wireId.nullable().optional().describe('null follows the calendar of the project'),
  max_units: capacityUnits.optional().describe('1.00 is full time'),
})
export const resourcePatch = resourceBody.partial()

export type ResourceFields = z.output<typeof resourcePatch>

export const resourceSkillReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    resource: z.guid(),
    skill: z.guid(),
    skill_name: z.string(),
    proficiency: proficiencyReply,
  })
  .meta({ id: 'ResourceSkill' })

export const missingSkill = z
  .object({
    skill_id: z.guid(),
    skill_name: z.string(),
    required: z.int(),
    required_label: z.string(),
    actual: z.int(),
    actual_label: z.string(),
  })
  .meta({ id: 'MissingSkill' })

export const resourceReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    name: z.string(),
    email: z.string().optional().describe('only for workspace Admins and the person'),
    job_role: z.string(),
    calendar: z.guid().nullable(),
    max_units: z.string(),
    skills: z.array(resourceSkillReply),
    is_me: z.boolean(),
    is_deleted: z.boolean().optional().describe('deactivated; only for workspace Admins'),
    skill_fit: z.enum(['exact', 'partial', 'missing']).optional(),
    missing_skills: z.array(missingSkill).optional(),
  })
  .meta({ id: 'Resource' })

export const resourceAssignmentReply = z
  .object({
    id: z.guid(),
    task: z.guid(),
    task_name: z.string(),
    project: z.guid(),
    project_name: z.string(),
    status: z.string(),
    percent_complete: z.number(),
    units: z.string(),
  })
  .meta({ id: 'ResourceAssignment' })
