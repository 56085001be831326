import { z } from 'zod'
import { assignmentUnits } from '../people/units.ts'
import { baseVersionField } from '../platform/http/base-version.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'
import {
  BLOCKER_TYPES,
  DELIVERY_MODES,
  DOR_STATES,
  DURATION_UNITS,
  GOVERNANCE_CLASSES,
  MAX_DURATION,
  STRUCTURE_ROLES,
  TASK_STATUSES,
  TASK_TYPES,
} from './task-values.ts'

const days = z.int().min(0).max(MAX_DURATION)
const smallCount = z.int().min(0).max(32_767)
const count = z.int().min(0).max(2_147_483_647)
const score = z.number().min(-1e15).max(1e15)
export const taskName = z.string().trim().min(1).max(512)
/** Printed in either case; stored in lower case. */
const taskType = z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(TASK_TYPES))

const owner = z.object({
  resource: wireId,
  units: assignmentUnits.optional(),
})

/** What callers may write. Keys that are not here are reported back as dropped. */
const writableFields = {
  name: taskName,
  assignee: wireId.nullable(),
  status: z.enum(TASK_STATUSES),
  duration: days,
  duration_unit: z.enum(DURATION_UNITS),
  amend_reason: z.string().max(500),
  structure_role: z.enum(STRUCTURE_ROLES),
  percent_complete: z.number().min(0).max(100),
  notes: z.string(),
  planned_start: civilDate.nullable(),
  planned_finish: civilDate.nullable(),
  actual_start: civilDate.nullable(),
  actual_finish: civilDate.nullable(),
  is_milestone: z.boolean(),
  optimistic_duration: days.nullable(),
  most_likely_duration: days.nullable(),
  pessimistic_duration: days.nullable(),
  owners: z.array(owner),
  blocked_reason: z.string(),
  blocker_type: z.enum(BLOCKER_TYPES),
  blocking_task: wireId.nullable(),
  priority_rank: count.nullable(),
  sprint: wireId.nullable(),
  story_points: smallCount.nullable(),
  remaining_points: smallCount.nullable(),
  type: taskType,
  parent_epic: wireId.nullable(),
  dor: z.enum(DOR_STATES),
  sprint_rank: count.nullable(),
  governance_class: z.enum(GOVERNANCE_CLASSES),
  delivery_mode: z.enum(DELIVERY_MODES),
  business_value: smallCount.nullable(),
  time_criticality: smallCount.nullable(),
  risk_reduction: smallCount.nullable(),
  job_size: smallCount.nullable(),
  reach: count.nullable(),
  impact: score.nullable(),
  confidence: score.nullable(),
  effort: score.nullable(),
  value: smallCount.nullable(),
  effort_estimate: score.nullable(),
}

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'off'])

const laxBoolean = z
  .union([z.boolean(), z.number(), z.string()])
  .transform((value, issues) => {
    const word = String(value).toLowerCase()
    if (TRUE_WORDS.has(word)) return true
    if (FALSE_WORDS.has(word)) return false
    issues.addIssue({ code: 'custom', message: 'Must be a boolean' })
    return z.NEVER
  })
  .meta({ type: 'boolean' })

const optionalFields = z.object(writableFields).partial()

export const createTaskBody = optionalFields
  .extend({
    project: wireId,
    name: taskName,
    parent_id: wireId.nullable().optional(),
    is_subtask: laxBoolean.optional(),
  })
  .loose()
  .meta({ id: 'TaskCreate' })

export const patchTaskBody = optionalFields
  .extend({ project: wireId.optional(), ...baseVersionField })
  .loose()
  .meta({ id: 'TaskPatch' })

export const putTaskBody = optionalFields
  .extend({ project: wireId, name: taskName, ...baseVersionField })
  .loose()
  .meta({ id: 'TaskPut' })

export type TaskFields = z.output<typeof optionalFields>

/** Input of `createTask`; importers and batches may mint the id and name a source. */
export interface CreateTaskInput extends TaskFields {
  readonly name: string
  readonly parent_id?: string | null | undefined
  readonly is_subtask?: boolean | undefined
}

const createKeys = new Set([...Object.keys(writableFields), 'project', 'parent_id', 'is_subtask'])
const updateKeys = new Set(Object.keys(patchTaskBody.shape))

/** Keys of a body that no rule applies, in the order sent. */
export function unknownKeys(body: object, mode: 'create' | 'update'): string[] {
  const known = mode === 'create' ? createKeys : updateKeys
  return Object.keys(body).filter((key) => !known.has(key))
}

export const listTasksQuery = z
  .object({
    ...pageQuery,
    project: wireId.optional(),
    short_id: z.string().max(64).optional(),
    is_critical: z.stringbool().optional(),
    is_subtask: z.stringbool().optional(),
    mine: z.stringbool().optional(),
    status: z.string().max(64).optional(),
    type: z.string().max(64).optional(),
    sprint: z.union([z.literal('none'), z.guid()]).optional(),
    parent: z.guid().optional(),
    labels: z.string().max(10_000).optional().describe('label ids, comma separated; any of them'),
    start__gte: civilDate.optional(),
    finish__lte: civilDate.optional(),
    baseline: z.guid().optional(),
    search: z.string().max(512).optional(),
    ordering: z.string().max(64).optional().describe('wbs_path, name, early_start, status; a leading - turns it round'),
  })
  .meta({ id: 'TaskListQuery' })

export type ListTasksQuery = z.output<typeof listTasksQuery>

export const searchTasksQuery = z.object({ project: z.string().optional(), q: z.string().max(10_000).optional() })

export const taskHit = z
  .object({ id: z.guid(), name: z.string(), status: z.string(), short_id: z.string() })
  .meta({ id: 'TaskSearchResult' })

export const taskWarning = z.object({ rule: z.string(), detail: z.string() }).meta({ id: 'TaskWriteWarning' })
