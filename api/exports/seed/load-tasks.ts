import type { Db } from '../../platform/db/db.ts'
import { SCORING_COLUMNS, type TaskValues } from '../../tasks/task-values.ts'
import type { SeedPeople } from './load-people.ts'
import { loadTaskParts, type TaskParts } from './load-task-parts.ts'
import { loadRules, loadTasks, type SeedTaskRow } from './seed.queries.ts'

type Slugs = ReadonlyMap<string, string>

interface Facts {
  readonly projectSlugOf: Slugs
  readonly calendarSlugOf: Slugs
  readonly accountSlugOf: Slugs
  readonly people: SeedPeople
  /** Values by the slugs of their fields, by task. */
  readonly fieldValuesOf: ReadonlyMap<string, object>
  /** Projects whose teams tell the reader their points. */
  readonly tellsPointsOf: ReadonlySet<string>
  /** Who reads the document; null for a file that several may fetch. */
  readonly readerId: string | null
}

export interface TaskPlace {
  readonly projectId: string
  readonly projectSlug: string
  readonly wbs: string
}

export interface SeedTasks {
  readonly rowsOf: ReadonlyMap<string, object[]>
  readonly placeOf: ReadonlyMap<string, TaskPlace>
  readonly omissions: readonly string[]
}

const MAX_NOTES = 10_000
const MAX_WBS_PATH = 255
const UNTOLD_REASON = 'The reason is told to the assignee alone.'
type PlacedRow = SeedTaskRow & { readonly wbs_path: string }

/** Whether a document can say where the task stands. */
function isPlaced(row: SeedTaskRow): row is PlacedRow {
  return row.wbs_path !== null && row.wbs_path.length <= MAX_WBS_PATH
}

/** Columns that are written as they are, when they say something. */
const PLAIN = [
  'planned_start',
  'actual_start',
  'actual_finish',
  'sprint_rank',
  'priority_rank',
  'blocker_type',
  ...SCORING_COLUMNS,
  'external_id',
  'deadline',
] as const
/** Columns that are left out when they hold what a task has without being told. */
const WITH_DEFAULT = {
  type: 'task',
  duration_unit: 'days',
  percent_complete: 0,
  governance_class: 'flow',
  dor: 'idea',
  is_subtask: false,
  is_recurring: false,
} as const satisfies Partial<TaskValues>

/** The tasks in the order of their tree, each with what people wrote of it. */
export async function loadSeedTasks(db: Db, ids: readonly string[], facts: Facts): Promise<SeedTasks> {
  const all = await loadTasks(db, ids)
  const rows = all.filter(isPlaced)
  const placeOf = new Map(
    rows.map((row) => {
      const projectSlug = facts.projectSlugOf.get(row.project_id) as string
      return [row.id, { projectId: row.project_id, projectSlug, wbs: row.wbs_path }]
    }),
  )
  const parts = await loadTaskParts(db, ids, facts.people)
  const rules = new Map((await loadRules(db, ids)).map(({ task_id, ...rule }) => [task_id, rule]))
  const rowsOf = new Map<string, object[]>()
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id))
    rowsOf.set(
      projectId,
      own.map((row) => ({ ...seedTask(row, placeOf, parts, facts), recurrence: recurrenceOf(rules.get(row.id)) })),
    )
  const cut = rows.filter((row) => row.notes.length > MAX_NOTES || row.blocked_reason.length > MAX_NOTES).length
  const untold = rows.filter((row) => toldReason(row, facts.readerId) === UNTOLD_REASON).length
  return {
    rowsOf,
    placeOf,
    omissions: [
      ...(all.length > rows.length ? [`${all.length - rows.length} tasks without a place in the tree`] : []),
      ...(cut > 0 ? [`notes of ${cut} tasks beyond ${MAX_NOTES} characters`] : []),
      ...(untold > 0 ? [`reasons why ${untold} tasks are blocked`] : []),
    ],
  }
}

const USUAL_RULE: Readonly<Record<string, unknown>> = {
  interval: 1,
  weekdays: 0,
  time_of_day: '09:00:00',
  timezone: 'UTC',
  end_type: 'NEVER',
  inherit_assignee: true,
  inherit_subtasks: false,
  inherit_attachments: false,
  inherit_morning_notification: false,
}

/** The rule of a template, without what a rule is unless it says otherwise. */
function recurrenceOf(rule: object | undefined): object | null {
  return rule ? Object.fromEntries(Object.entries(rule).filter(([name, value]) => value !== USUAL_RULE[name])) : null
}

/** Why a task is blocked is told to its assignee; for everybody else the document keeps that it is. */
function toldReason(row: PlacedRow, readerId: string | null): string {
  if (row.blocked_reason === '') return ''
  return row.assignee_id !== null && row.assignee_id === readerId
    ? row.blocked_reason.slice(0, MAX_NOTES)
    : UNTOLD_REASON
}

function seedTask(row: PlacedRow, placeOf: SeedTasks['placeOf'], parts: TaskParts, facts: Facts): object {
  const isMilestone = row.is_milestone && !row.is_phase
  const refOf = (id: string | null) => {
    const place = id === null ? undefined : placeOf.get(id)
    if (place === undefined) return null
    return place.projectId === row.project_id ? place.wbs : `${place.projectSlug}:${place.wbs}`
  }
  const epic = row.parent_epic_id === null ? undefined : placeOf.get(row.parent_epic_id)
  const status = (row.is_phase && row.own_status) || row.status
  return {
    wbs_path: row.wbs_path,
    name: row.name,
    ...(facts.tellsPointsOf.has(row.project_id) ? pointsOf(row) : {}),
    ...Object.fromEntries(PLAIN.map((column) => [column, row[column]])),
    ...Object.fromEntries(
      Object.entries(WITH_DEFAULT).flatMap(([column, usual]) => {
        const value = row[column as keyof typeof WITH_DEFAULT]
        return value === usual ? [] : [[column, value]]
      }),
    ),
    is_milestone: isMilestone || null,
    ...constraintOf(row),
    milestone_at: isMilestone ? row.milestone_at : null,
    status: status === 'NOT_STARTED' ? null : status,
    duration: durationOf(row, isMilestone),
    notes: row.notes.slice(0, MAX_NOTES),
    blocked_reason: toldReason(row, facts.readerId),
    blocking_task: refOf(row.blocking_task_id),
    parent_epic: epic?.projectId === row.project_id ? epic.wbs : null,
    delivery_mode: isMilestone || row.delivery_mode === 'waterfall' ? null : row.delivery_mode,
    structure_role: declaredRole(row, isMilestone),
    estimate: estimateOf(row, isMilestone),
    assignee: row.assignee_id && facts.accountSlugOf.get(row.assignee_id),
    calendar: row.calendar_id && facts.calendarSlugOf.get(row.calendar_id),
    labels: parts.labelsOf.get(row.id),
    assignments: row.is_phase ? null : parts.assignmentsOf.get(row.id),
    skills: parts.skillsOf.get(row.id),
    acceptance_criteria: parts.criteriaOf.get(row.id),
    custom_fields: facts.fieldValuesOf.get(row.id),
  }
}

function pointsOf({ story_points, remaining_points }: PlacedRow): object {
  return { story_points, remaining_points }
}

/** A phase may hold one of before it had children, which does not count any more. */
function constraintOf(row: PlacedRow): object {
  if (row.constraint_type === null) return {}
  if (row.has_children && !['SNET', 'FNLT'].includes(row.constraint_type)) return {}
  return { constraint_type: row.constraint_type, constraint_date: row.constraint_date }
}

/** Of a phase the work it holds of its own, which comes back when its children go. */
function durationOf(row: PlacedRow, isMilestone: boolean): number | null {
  if (isMilestone) return null
  return (row.is_phase ? (row.own_estimate ?? row.duration) : row.duration) || null
}

/** Only what somebody declared: a milestone is one by its flag, and work with children is a container by itself. */
function declaredRole(row: PlacedRow, isMilestone: boolean): string | null {
  const usual = isMilestone ? 'milestone' : row.is_phase && row.auto_container ? 'container' : 'work'
  return row.structure_role === usual ? null : row.structure_role
}

function estimateOf(row: PlacedRow, isMilestone: boolean): object | null {
  const { optimistic_duration: optimistic, most_likely_duration: likely, pessimistic_duration: pessimistic } = row
  if (isMilestone || (optimistic === null && likely === null && pessimistic === null)) return null
  return { optimistic, most_likely: likely, pessimistic }
}
