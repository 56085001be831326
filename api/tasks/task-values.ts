import { z } from 'zod'
import { TASK_STATUSES, type TaskStatus } from '../../compute/plan/task-status.ts'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'

export const TASK_TYPES = ['epic', 'story', 'task', 'bug', 'spike', 'tech_debt'] as const
export const DELIVERY_MODES = ['waterfall', 'scrum', 'kanban', 'milestone'] as const
export const GOVERNANCE_CLASSES = ['gated', 'flow', 'hybrid'] as const
export const STRUCTURE_ROLES = ['work', 'container', 'milestone'] as const
export const DURATION_UNITS = ['days', 'hours'] as const
export const DOR_STATES = ['idea', 'refine', 'ready'] as const
export const BLOCKER_TYPES = ['', 'dependency', 'resource', 'vendor', 'decision', 'other'] as const
export const SOURCE_KINDS = [
  'hand',
  'template',
  'seed_import',
  'csv_import',
  'msproject_import',
  'jira_import',
  'paste',
] as const

export type TaskType = (typeof TASK_TYPES)[number]
export type DeliveryMode = (typeof DELIVERY_MODES)[number]
export type GovernanceClass = (typeof GOVERNANCE_CLASSES)[number]
export type StructureRole = (typeof STRUCTURE_ROLES)[number]
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Upper bound of durations and estimates, in working days (a century). */
export const MAX_DURATION = 36_525

/** What a value of a column is: its SQL type, what it is when nobody said anything, and how it is shown and sent. */
function kind<Value, Read extends z.ZodType, Write extends z.ZodType>(
  type: string,
  initial: Value,
  reads: Read,
  writes: Write,
) {
  return { type, initial, reads, writes }
}

const words = <const Words extends readonly [string, ...string[]]>(all: Words, initial: Words[number]) =>
  kind('text', initial, z.enum(all), z.enum(all))

const bounded = (most: number) => z.int().min(0).max(most)
const days = bounded(MAX_DURATION)
const whole = z.int()
const number = z.number()

export const taskName = z.string().trim().min(1).max(512)
/** Printed in either case; stored in lower case. */
const anyCaseType = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(TASK_TYPES),
)

const text = kind('text', '', z.string(), z.string())
const textOrNull = kind('text', null as string | null, z.string().nullable(), z.string().nullable())
const flag = kind('boolean', false, z.boolean(), z.boolean())
const day = kind('date', null as string | null, z.string().meta({ format: 'date' }).nullable(), civilDate.nullable())
const instant = kind(
  'timestamptz',
  null as string | null,
  z.string().meta({ format: 'date-time' }).nullable(),
  z.never(),
)
const id = kind('uuid', null as string | null, z.guid().nullable(), wireId.nullable())
const estimate = kind('int', null as number | null, whole.nullable(), days.nullable())
const small = kind('int2', null as number | null, whole.nullable(), bounded(32_767).nullable())
const count = kind('int', null as number | null, whole.nullable(), bounded(2_147_483_647).nullable())
const weight = kind('float8', null as number | null, number.nullable(), number.min(-1e15).max(1e15).nullable())
const status = words(TASK_STATUSES, 'NOT_STARTED')

interface ColumnFacts {
  /** Field of requests and replies, where it is called differently. */
  readonly field?: string
  /** Of a phase: sent with another value it is refused, or it is not applied and told. */
  readonly ofPhase?: 'refused' | 'dropped'
  /** Weighed by the prioritization models. */
  readonly isScore?: true
}

/** Only the server reads and writes it. */
const kept = <Kind extends object>(of: Kind) => ({ ...of, wire: 'kept' as const })
/** Shown to callers, who do not send it (or only when they create a task). */
const shown = <Kind extends object, const Facts extends ColumnFacts = object>(of: Kind, facts?: Facts) => ({
  ...of,
  ...(facts as Facts),
  wire: 'shown' as const,
})
/** Shown, and stored as callers send it. */
const written = <Kind extends object, const Facts extends ColumnFacts = object>(of: Kind, facts?: Facts) => ({
  ...of,
  ...(facts as Facts),
  wire: 'written' as const,
})

/**
 * The columns of a task that people, importers and rules write, each said once: rows are inserted, updated and read by
 * this table, and the fields of requests and replies, defaults and the locks of phases follow from it. A column is added
 * here and in `task.entity.ts`. Constraint and deadline have a form of their own (`constraint/`).
 */
export const TASK_COLUMNS = {
  name: written({ ...text, writes: taskName }),
  notes: written(text),
  status: written(status, { ofPhase: 'refused' }),
  type: written({ ...words(TASK_TYPES, 'task'), writes: anyCaseType }),
  parent_id: shown(id),
  /** The label path; travels as text because paths differ in length. */
  wbs_order: kept(kind('text', null as number[] | null, z.never(), z.never())),
  is_subtask: shown(flag),
  structure_role: written(words(STRUCTURE_ROLES, 'work')),
  auto_container: kept(flag),
  own_status: shown(kind('text', null as TaskStatus | null, status.reads.nullable(), z.never())),
  own_estimate: shown(estimate),
  duration: written(kind('int', 1, whole, days), { ofPhase: 'dropped' }),
  duration_unit: written(words(DURATION_UNITS, 'days')),
  percent_complete: written(kind('float8', 0, number, number.min(0).max(100))),
  planned_start: written(day),
  actual_start: written(day, { ofPhase: 'dropped' }),
  actual_finish: written(day, { ofPhase: 'dropped' }),
  optimistic_duration: written(estimate, { ofPhase: 'refused' }),
  most_likely_duration: written(estimate, { ofPhase: 'refused' }),
  pessimistic_duration: written(estimate, { ofPhase: 'refused' }),
  estimate_status: shown(textOrNull),
  is_milestone: written(flag),
  delivery_mode: written(words(DELIVERY_MODES, 'waterfall')),
  governance_class: written(words(GOVERNANCE_CLASSES, 'flow')),
  parent_governance_inherited: shown(flag),
  calendar_id: kept(id),
  assignee_id: written(id, { field: 'assignee', ofPhase: 'refused' }),
  sprint_id: written(id, { field: 'sprint' }),
  story_points: written(small),
  remaining_points: written(small),
  sprint_rank: written(count),
  priority_rank: written(count),
  parent_epic_id: written(id, { field: 'parent_epic' }),
  dor: written(words(DOR_STATES, 'idea')),
  /** The reason is for the assignee alone: everyone else learns that there is one, not what it says. */
  blocked_reason: written({
    ...text,
    reads: z.string().optional().describe('only for those the text is meant for'),
  }),
  blocker_type: written({ ...text, writes: z.enum(BLOCKER_TYPES) }),
  blocking_task_id: written(id, { field: 'blocking_task' }),
  blocked_since: shown(instant),
  blocked_by_id: kept(id),
  business_value: written(small, { isScore: true }),
  time_criticality: written(small, { isScore: true }),
  risk_reduction: written(small, { isScore: true }),
  job_size: written(small, { isScore: true }),
  reach: written(count, { isScore: true }),
  impact: written(weight, { isScore: true }),
  confidence: written(weight, { isScore: true }),
  effort: written(weight, { isScore: true }),
  value: written(small, { isScore: true }),
  effort_estimate: written(weight, { isScore: true }),
  is_recurring: kept(flag),
  status_changed_at: shown(instant),
  source_kind: shown(words(SOURCE_KINDS, 'hand')),
  source_id: shown(id),
  source_version: shown(text),
  external_id: kept(textOrNull),
  seeded_at: shown(instant),
  edited_at: shown(instant),
}

type Columns = typeof TASK_COLUMNS
export type TaskColumn = keyof Columns

/** What a write stores of one task, by column. Timestamps are ISO text; `wbs_order` is the label path. */
export type TaskValues = { [Name in TaskColumn]: Columns[Name]['initial'] }

type FieldOf<Name extends TaskColumn> = Columns[Name] extends { readonly field: infer Field extends string }
  ? Field
  : Name
type ColumnWith<Facts> = { [Name in TaskColumn]: Columns[Name] extends Facts ? Name : never }[TaskColumn]
export type ScoringColumn = ColumnWith<{ readonly isScore: true }>
type WrittenColumn = ColumnWith<{ readonly wire: 'written' }>
type ShownColumn = WrittenColumn | ColumnWith<{ readonly wire: 'shown' }>

/** The table with every fact that a column may have. */
const facts: Readonly<Record<TaskColumn, Columns[TaskColumn] & ColumnFacts>> = TASK_COLUMNS
export const taskColumns = Object.keys(facts) as TaskColumn[]

/** The name by which callers know a column. */
export function fieldOf(column: TaskColumn): string {
  return facts[column].field ?? column
}

/** A task as it is when nobody said anything about it. */
export const TASK_DEFAULTS = Object.fromEntries(
  taskColumns.filter((column) => column !== 'name').map((column) => [column, facts[column].initial]),
) as unknown as Readonly<Omit<TaskValues, 'name'>>

export const SCORING_COLUMNS = taskColumns.filter((column) => facts[column].isScore) as readonly ScoringColumn[]

/** Columns that are stored as callers send them, by field. */
export const WRITTEN_COLUMNS: ReadonlyMap<string, TaskColumn> = new Map(
  taskColumns.filter((column) => facts[column].wire === 'written').map((column) => [fieldOf(column), column]),
)

/** What a phase takes from the tasks below it: refused with another value, or not applied. */
export const PHASE_REFUSES = taskColumns.filter((column) => facts[column].ofPhase === 'refused')
export const PHASE_DROPS = taskColumns.filter((column) => facts[column].ofPhase === 'dropped')

/** Schemas of the fields that callers may send, and of those that replies show. */
export const WRITTEN_FIELDS = Object.fromEntries(
  [...WRITTEN_COLUMNS].map(([field, column]) => [field, facts[column].writes]),
) as unknown as { [Name in WrittenColumn as FieldOf<Name>]: Columns[Name]['writes'] }
export const SHOWN_FIELDS = Object.fromEntries(
  taskColumns.filter((column) => facts[column].wire !== 'kept').map((column) => [fieldOf(column), facts[column].reads]),
) as unknown as { [Name in ShownColumn as FieldOf<Name>]: Columns[Name]['reads'] }
export type ShownValues = z.input<z.ZodObject<typeof SHOWN_FIELDS>>
