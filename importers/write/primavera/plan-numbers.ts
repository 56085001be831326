import type { ImportedPlan } from '../../plan/imported-plan.ts'
import { assignUids } from '../assign-uids.ts'
import { type OrderedTask, orderTasks } from '../order-tasks.ts'

const FROM_PRIMAVERA: ReadonlySet<string> = new Set(['xer', 'pmxml'])
const CODE_STEP = 10
const LONGEST_CODE = 40

/** The numbers and codes by which Primavera knows the rows of a plan. */
export interface PlanNumbers {
  readonly ordered: readonly OrderedTask[]
  readonly taskOf: ReadonlyMap<string, number>
  readonly calendarOf: ReadonlyMap<string, number>
  readonly planCalendar: number
  readonly resourceOf: ReadonlyMap<string, number>
  /** Codes of activities: those of the file a plan came from, else numbers in the order of the plan. */
  readonly codeOf: ReadonlyMap<string, string>
  /** Numbers that no task has. */
  readonly next: () => number
}

export function numberPlan(plan: ImportedPlan): PlanNumbers {
  const ordered = orderTasks(plan.tasks)
  const taskOf = assignUids(ordered.map(({ task }) => task.id))
  let last = 0
  for (const number of taskOf.values()) last = Math.max(last, number)
  const keys = Object.keys(plan.calendars)
  const named = plan.source?.default_calendar ?? null
  const isNamed = named !== null && Object.hasOwn(plan.calendars, named)
  // The empty key stands for the plan's own calendar where it is none of the others.
  const calendarOf = assignUids(isNamed ? keys : [...keys, ''])
  return {
    ordered,
    taskOf,
    calendarOf,
    planCalendar: calendarOf.get(isNamed ? named : '') ?? 1,
    resourceOf: assignUids(plan.resources.map(({ id }) => id)),
    codeOf: activityCodes(plan, ordered),
    next: () => {
      last += 1
      return last
    },
  }
}

function activityCodes(plan: ImportedPlan, ordered: readonly OrderedTask[]): Map<string, string> {
  const leaves = ordered.filter(({ isSummary }) => !isSummary).map(({ task }) => task)
  const own = leaves.map(({ source }) => source?.wbs ?? '')
  const isKept =
    FROM_PRIMAVERA.has(plan.source?.format ?? '') &&
    own.every((code) => code !== '' && code.length <= LONGEST_CODE) &&
    new Set(own).size === own.length
  const width = String((leaves.length + 100) * CODE_STEP).length
  const numbered = (index: number) => `A${String((index + 100) * CODE_STEP).padStart(width, '0')}`
  return new Map(leaves.map(({ id }, index) => [id, isKept ? (own[index] as string) : numbered(index)]))
}

/** The last part of a node's code in the file that it came from, else its place. */
export function nodeCode(plan: ImportedPlan, { task, outlineNumber }: OrderedTask): string {
  const own = FROM_PRIMAVERA.has(plan.source?.format ?? '') ? task.source?.wbs : undefined
  return (own ?? outlineNumber).split('.').at(-1)?.slice(0, LONGEST_CODE) || '1'
}
