// What was changed between two plans, as changes that can be made one after the other.

import { calendarKey } from '../explain/schedule-facts.ts'
import { NO_DAY, NO_ESTIMATE } from '../model/schedule-columns.ts'
import { changedLinks } from './match-links.ts'
import type { LinkFields, PlanState, TaskFields } from './plan-state.ts'

/**
 * The kinds of changes, in the order in which they are made and credited with what they move: the frame first, then what
 * exists, then the tasks, then the links that tie them. Within a kind the order is that of ids.
 */
export const CAUSE_ORDER = [
  'project_start',
  'status_date',
  'calendar',
  'link_removed',
  'task_removed',
  'task_added',
  'parent',
  'task_calendar',
  'duration',
  'milestone_at',
  'planned_start',
  'constraint',
  'deadline',
  'progress',
  'estimates',
  'link_changed',
  'link_added',
] as const

export type CauseKind = (typeof CAUSE_ORDER)[number]

/** A value before or after: a number, a day by its number (null for none), a key, or the fields concerned. */
export type CauseValue = number | string | null | LinkFields | Partial<TaskFields>

export interface Cause {
  kind: CauseKind
  /** Id of the task concerned. */
  task: string | null
  link: LinkFields | null
  calendar: string | null
  before: CauseValue
  after: CauseValue
  /** Makes the change to a state. */
  apply(state: PlanState): void
}

/** All changes from one plan to the other, in order. */
export function findCauses(before: PlanState, after: PlanState, sortedIds: readonly string[]): Cause[] {
  const causes = [...frameCauses(before, after), ...linkCauses(before, after)]
  for (const id of sortedIds) causes.push(...taskCauses(id, before.tasks.get(id), after.tasks.get(id)))
  const position = new Map<CauseKind, number>(CAUSE_ORDER.map((kind, at) => [kind, at]))
  // Stable: within a kind the causes were found in the order of their ids.
  return causes.sort((left, right) => position.get(left.kind)! - position.get(right.kind)!)
}

const NOTHING = { task: null, link: null, calendar: null }

function frameCauses(before: PlanState, after: PlanState): Cause[] {
  const causes: Cause[] = []
  const fields = [
    ['project_start', 'projectStartDay'],
    ['status_date', 'statusDay'],
  ] as const
  for (const [kind, field] of fields) {
    if (before[field] === after[field]) continue
    const apply = (state: PlanState) => {
      state[field] = after[field]
    }
    causes.push({ ...NOTHING, kind, before: dayOrNull(before[field]), after: dayOrNull(after[field]), apply })
  }
  for (const key of [...new Set([...before.calendars.keys(), ...after.calendars.keys()])].sort()) {
    const old = before.calendars.get(key)
    const now = after.calendars.get(key)
    const from = old === undefined ? null : calendarKey(old)
    const to = now === undefined ? null : calendarKey(now)
    if (from === to) continue
    const apply = (state: PlanState) => {
      if (now === undefined) state.calendars.delete(key)
      else state.calendars.set(key, now)
    }
    causes.push({ ...NOTHING, kind: 'calendar', calendar: key, before: from, after: to, apply })
  }
  return causes
}

function linkCauses(before: PlanState, after: PlanState): Cause[] {
  return changedLinks([...before.links], [...after.links]).map(({ before: old, after: now }): Cause => {
    const kind = old === null ? 'link_added' : now === null ? 'link_removed' : 'link_changed'
    const apply = (state: PlanState) => {
      if (old !== null) state.links.delete(old)
      if (now !== null) state.links.add(now)
    }
    return { ...NOTHING, kind, link: now ?? old, before: old, after: now, apply }
  })
}

const TASK_FIELDS = [
  ['parent', ['parent']],
  ['task_calendar', ['calendar']],
  ['duration', ['durationDays']],
  ['milestone_at', ['milestoneMoment']],
  ['planned_start', ['plannedStartDay']],
  ['constraint', ['constraintType', 'constraintDateDay']],
  ['deadline', ['deadlineDay']],
  ['progress', ['percentComplete', 'actualStartDay', 'actualFinishDay']],
  ['estimates', ['optimisticDays', 'mostLikelyDays', 'pessimisticDays', 'deliveryMode', 'storyPoints']],
] as const satisfies readonly (readonly [CauseKind, readonly (keyof TaskFields)[]])[]

function taskCauses(id: string, old: TaskFields | undefined, now: TaskFields | undefined): Cause[] {
  const subject = { ...NOTHING, task: id }
  if (now === undefined) {
    const apply = (state: PlanState) => void state.tasks.delete(id)
    return [{ ...subject, kind: 'task_removed', before: old?.durationDays ?? 0, after: null, apply }]
  }
  if (old === undefined) {
    const apply = (state: PlanState) => void state.tasks.set(id, { ...now })
    return [{ ...subject, kind: 'task_added', before: null, after: now.durationDays, apply }]
  }
  return TASK_FIELDS.flatMap(([kind, fields]) => {
    if (fields.every((field) => Object.is(old[field], now[field]))) return []
    const change = pick(now, fields)
    const apply = (state: PlanState) => void Object.assign(state.tasks.get(id) as TaskFields, change)
    const [only] = fields
    const isOne = fields.length === 1
    return [
      {
        ...subject,
        kind,
        before: isOne ? shown(old[only]) : shownFields(pick(old, fields)),
        after: isOne ? shown(now[only]) : shownFields(change),
        apply,
      },
    ]
  })
}

function pick(task: TaskFields, fields: readonly (keyof TaskFields)[]): Partial<TaskFields> {
  return Object.fromEntries(fields.map((field) => [field, task[field]]))
}

function shownFields(fields: Partial<TaskFields>): Partial<TaskFields> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(value)]))
}

function shown(value: number | string | null): number | string | null {
  return value === NO_DAY || value === NO_ESTIMATE || Number.isNaN(value) ? null : value
}

function dayOrNull(day: number): number | null {
  return day === NO_DAY ? null : day
}
