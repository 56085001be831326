import { z } from 'zod'
import { pageOf, pageQuery } from '../platform/http/paging.ts'
import { wireId } from '../platform/http/wire-kinds.ts'

export const MAX_LAG_DAYS = 36_525

const depType = z.enum(['FS', 'SS', 'FF', 'SF'])
const lagUnit = z.enum(['working', 'elapsed'])
const lag = z.int().min(-MAX_LAG_DAYS).max(MAX_LAG_DAYS)

/** POST and PUT. An omitted `lag_unit` means working days on create and leaves a stored unit alone on replace. */
export const dependencyBody = z.object({
  predecessor: wireId,
  successor: wireId,
  dep_type: depType.default('FS'),
  lag: lag.default(0),
  lag_unit: lagUnit.optional(),
})

export const patchDependencyBody = z.object({
  predecessor: wireId.optional(),
  successor: wireId.optional(),
  dep_type: depType.optional(),
  lag: lag.optional(),
  lag_unit: lagUnit.optional(),
})

export const listDependenciesQuery = z.object({
  ...pageQuery,
  project: wireId.optional().describe("the predecessor's project"),
  task: wireId.optional().describe('either end'),
  dep_type: depType.optional(),
  pending_for_project: wireId.optional().describe("pending links into this successor's project"),
  ordering: z.string().optional().describe('`dep_type` or `-dep_type`; by id otherwise'),
})

const taskCard = z
  .object({
    id: z.guid(),
    title: z.string(),
    hex_id: z.string(),
    project_id: z.guid(),
    project_name: z.string(),
    is_milestone: z.boolean(),
    early_start: z.string().nullable(),
    early_finish: z.string().nullable(),
    is_critical: z.boolean().nullable(),
  })
  .meta({ id: 'ExternalTaskCard' })

export const dependencyReply = z
  .object({
    id: z.guid(),
    predecessor: z.guid(),
    successor: z.guid(),
    dep_type: depType,
    lag: z.int(),
    lag_unit: lagUnit,
    pending_acceptance: z.boolean(),
    accepted_by: z.guid().nullable(),
    accepted_at: z.string().nullable(),
    is_driving: z.boolean(),
    predecessor_card: taskCard.nullable(),
    successor_card: taskCard.nullable(),
  })
  .meta({ id: 'Dependency' })

export const dependencyPage = pageOf(dependencyReply).meta({ id: 'DependencyPage' })

export type DependencyInput = z.output<typeof dependencyBody>
export type DependencyPatch = z.output<typeof patchDependencyBody>
export type DependencyFilters = z.output<typeof listDependenciesQuery>
