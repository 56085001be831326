import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { resourceReply } from '../resources/resource.schema.ts'
import { capacityUnits } from '../units.ts'

export const listRosterQuery = z.object({
  ...pageQuery,
  project: wireId.optional(),
  ordering: z.string().max(64).optional().describe('resource or role_title; a leading - turns it round'),
})

const fields = {
  role_title: z.string().trim().max(120).optional(),
  units_override: capacityUnits.nullable().optional().describe('capacity in this project; null is the resource’s own'),
  notes: z.string().max(10_000).optional(),
}

export const rosterBody = z.object({ project: wireId, resource: wireId, ...fields })
export const rosterPatch = z.object({ project: wireId.optional(), resource: wireId.optional(), ...fields })

export type RosterFields = z.output<typeof rosterPatch>

export const removeRosterQuery = z.object({
  force: z.string().max(8).optional().describe('true: remove the assignments as well'),
})

export const rosterReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    project: z.guid(),
    resource: z.guid(),
    resource_detail: resourceReply,
    role_title: z.string(),
    units_override: z.string().nullable(),
    effective_max_units: z.string(),
    notes: z.string(),
  })
  .meta({ id: 'ProjectResource' })

export const rosterRemovedReply = z
  .object({ detail: z.string(), cascaded_assignment_count: z.int() })
  .meta({ id: 'ProjectResourceRemoved' })

export const rosterConflictReply = z
  .object({
    detail: z.string(),
    code: z.string(),
    affected_tasks: z.array(z.object({ id: z.guid(), name: z.string() })),
    task_names: z.array(z.string()),
    assignment_count: z.int(),
  })
  .meta({ id: 'RosterHasAssignments' })
