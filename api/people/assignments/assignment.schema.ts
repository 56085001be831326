import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { missingSkill } from '../resources/resource.schema.ts'
import { assignmentUnits } from '../units.ts'

export const listAssignmentsQuery = z.object({
  ...pageQuery,
  task: wireId.optional(),
  resource: wireId.optional(),
  ordering: z.string().max(64).optional().describe('task, resource or units; a leading - turns it round'),
})

export type ListAssignmentsQuery = z.output<typeof listAssignmentsQuery>

export const assignmentBody = z.object({ task: wireId, resource: wireId, units: assignmentUnits.optional() })
export const assignmentPatch = assignmentBody.partial()

export type AssignmentFields = z.output<typeof assignmentPatch>

export const assignmentReply = z
  .object({
    id: z.guid(),
    task: z.guid(),
    resource: z.guid(),
    resource_name: z.string(),
    units: z.string(),
    skill_fit: z.enum(['Exact', 'Partial', 'Missing']).describe('how much of what the task asks for the resource has'),
    missing_skills: z.array(missingSkill),
  })
  .meta({ id: 'TaskResource' })

export const writtenAssignmentReply = assignmentReply
  .extend({ warnings: z.array(z.looseObject({ code: z.string(), detail: z.string() })) })
  .meta({ id: 'TaskResourceWritten' })
