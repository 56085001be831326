import { z } from 'zod'
import { assignmentUnits } from '../people/units.ts'
import { baseVersionField } from '../platform/http/base-version.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'
import { taskName, WRITTEN_FIELDS } from './task-values.ts'

const owner = z.object({
  resource: wireId,
  units: assignmentUnits.optional(),
})

/** What callers may write. Keys that are not here are reported back as dropped. */
const writableFields = {
  ...WRITTEN_FIELDS,
  amend_reason: z.string().max(500),
  planned_finish: civilDate.nullable(),
  owners: z.array(owner),
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
