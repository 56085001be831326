// Random plans for properties: small enough for the slow engine, wide enough to reach every rule.

import fc from 'fast-check'
import type { ConstraintTypeName } from '../../../compute/plan/constraint-names.ts'
import { CONSTRAINT_NAMES } from '../../../compute/plan/constraint-names.ts'
import type { Plan, PlanCalendar, PlanDependency, PlanTask } from '../../../compute/plan/plan-document.ts'
import { dateText, dayNumber } from './slow-calendar.ts'

export interface PlanShape {
  maxTasks: number
  withProgress: boolean
  withSummaries: boolean
  withCalendars: boolean
  withExceptions: boolean
  lagUnits: ('working' | 'elapsed')[]
  withEstimates?: boolean
  withConstraints?: boolean
  withMoments?: boolean
}

export const FULL_SHAPE: PlanShape = {
  maxTasks: 14,
  withProgress: true,
  withSummaries: true,
  withCalendars: true,
  withExceptions: true,
  lagUnits: ['working', 'elapsed'],
  withMoments: true,
}

const START = '2026-01-05'

/** Valid plans only: links run from a lower to a higher leaf in a hidden order, so that no cycle arises. */
export function randomPlan(shape: PlanShape): fc.Arbitrary<Plan> {
  return fc.integer({ min: 1, max: shape.maxTasks }).chain((taskCount) =>
    fc
      .record({
        startOffset: fc.integer({ min: 0, max: 6 }),
        status: shape.withProgress ? fc.option(fc.integer({ min: -5, max: 25 }), { nil: null }) : fc.constant(null),
        calendar: randomCalendar(shape),
        extra: shape.withCalendars
          ? fc.array(randomCalendar(shape), { maxLength: 2 })
          : fc.constant<PlanCalendar[]>([]),
        ids: fc.shuffledSubarray(idPool(taskCount), { minLength: taskCount, maxLength: taskCount }),
        tasks: fc.array(randomTask(shape), { minLength: taskCount, maxLength: taskCount }),
        parents: shape.withSummaries
          ? fc.array(fc.integer({ min: -3, max: 3 }), { minLength: taskCount, maxLength: taskCount })
          : fc.constant(Array.from({ length: taskCount }, () => -1)),
        links: fc.array(randomLink(shape, taskCount), { maxLength: taskCount * 2, size: 'max' }),
        shuffle: fc.boolean(),
      })
      .map((parts) => assemble(parts, shape)),
  )
}

function idPool(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${String.fromCharCode(65 + (index % 26))}${index}`)
}

function randomCalendar(shape: PlanShape): fc.Arbitrary<PlanCalendar> {
  const week = fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([1, 2, 3, 4, 5]) },
    { weight: 2, arbitrary: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }) },
  )
  const exception = fc
    .record({ from: fc.integer({ min: -20, max: 90 }), length: fc.integer({ min: 0, max: 9 }), working: fc.boolean() })
    .map(({ from, length, working }) => ({
      from: shiftDate(START, from),
      to: shiftDate(START, from + length),
      working,
    }))
  return fc.record({
    working_days: week,
    exceptions: shape.withExceptions ? fc.array(exception, { maxLength: 4 }) : fc.constant([]),
  })
}

interface RawTask {
  duration: number
  planned: number | null
  progress: { percent: number; start: number | null; length: number | null } | null
  calendar: number
  estimates: [number, number, number] | null
  constraint: RawConstraint
  moment: PlanTask['milestone_at']
}

interface RawConstraint {
  type: ConstraintTypeName | null
  day: number
  deadline: number | null
}

const FREE: RawConstraint = { type: null, day: 0, deadline: null }

function randomTask(shape: PlanShape): fc.Arbitrary<RawTask> {
  const progress = fc.record({
    percent: fc.oneof(fc.constantFrom(0, 28.57, 50, 99.9, 100, 120, -5), fc.double({ min: 0, max: 100, noNaN: true })),
    start: fc.option(fc.integer({ min: -10, max: 30 }), { nil: null }),
    length: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null, freq: 2 }),
  })
  return fc.record({
    duration: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })),
    planned: fc.option(fc.integer({ min: -5, max: 40 }), { nil: null, freq: 2 }),
    progress: shape.withProgress ? fc.option(progress, { nil: null, freq: 2 }) : fc.constant(null),
    calendar: shape.withCalendars ? fc.integer({ min: -1, max: 2 }) : fc.constant(-1),
    estimates: shape.withEstimates
      ? fc.option(
          fc
            .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 12 }))
            .map(([o, m, p]): [number, number, number] => [o, o + m, o + m + p]),
          { nil: null },
        )
      : fc.constant(null),
    moment: shape.withMoments
      ? fc.constantFrom(undefined, null, 'start_of_day' as const, 'end_of_day' as const)
      : fc.constant(undefined),
    constraint: shape.withConstraints ? fc.oneof(fc.constant(FREE), randomConstraint()) : fc.constant(FREE),
  })
}

function randomConstraint(): fc.Arbitrary<RawConstraint> {
  return fc.record({
    type: fc.option(fc.constantFrom(...CONSTRAINT_NAMES), { nil: null, freq: 6 }),
    day: fc.integer({ min: -8, max: 45 }),
    deadline: fc.option(fc.integer({ min: -5, max: 45 }), { nil: null, freq: 1 }),
  })
}

function randomLink(shape: PlanShape, taskCount: number) {
  return fc.record({
    from: fc.integer({ min: 0, max: taskCount - 1 }),
    to: fc.integer({ min: 0, max: taskCount - 1 }),
    dep_type: fc.constantFrom('FS' as const, 'FS' as const, 'SS' as const, 'FF' as const, 'SF' as const),
    lag: fc.oneof(fc.constant(0), fc.integer({ min: -12, max: 12 })),
    lag_unit: fc.constantFrom(...shape.lagUnits),
  })
}

interface Parts {
  startOffset: number
  status: number | null
  calendar: PlanCalendar
  extra: PlanCalendar[]
  ids: string[]
  tasks: RawTask[]
  parents: number[]
  links: {
    from: number
    to: number
    dep_type: 'FS' | 'SS' | 'FF' | 'SF'
    lag: number
    lag_unit: 'working' | 'elapsed'
  }[]
  shuffle: boolean
}

function assemble(parts: Parts, shape: PlanShape): Plan {
  const start = shiftDate(START, parts.startOffset)
  // Summaries are the lowest indexes and contain higher ones; a parent always has a lower index than its child.
  const parents = parts.parents.map((_, index) => parentOf(parts, index))
  const tasks = parts.tasks.map((task, index) => buildTask(task, parts, index, parents[index] ?? -1, start))
  const dependencies = parts.links.flatMap((link) => buildLink(link, parts, parents))
  return {
    format: 'svc-plan/1',
    name: 'random',
    start_date: start,
    status_date: parts.status === null ? null : shiftDate(start, parts.status),
    calendar: parts.calendar,
    calendars: Object.fromEntries(parts.extra.map((calendar, index) => [`c${index}`, calendar])),
    tasks: parts.shuffle ? [...tasks].reverse() : tasks,
    dependencies: shape.withSummaries ? dropCycles(dependencies, tasks) : dependencies,
  }
}

function buildTask(task: RawTask, parts: Parts, index: number, parent: number, start: string): PlanTask {
  const { progress } = task
  const actualStart = progress?.start == null ? null : shiftDate(start, progress.start)
  const hasFinish = progress?.length != null && progress.percent >= 100
  return {
    id: parts.ids[index] ?? '',
    duration: task.duration,
    ...(task.moment === undefined ? {} : { milestone_at: task.moment }),
    ...constraintFields(
      task.constraint,
      start,
      parts.parents.some((_, child) => parentOf(parts, child) === index),
    ),
    parent: parent === -1 ? null : (parts.ids[parent] ?? null),
    calendar: task.calendar >= 0 ? `c${task.calendar}` : null,
    planned_start: task.planned === null ? null : shiftDate(start, task.planned),
    percent_complete: progress?.percent ?? 0,
    actual_start: actualStart,
    actual_finish: hasFinish ? shiftDate(start, (progress.start ?? 3) + (progress.length ?? 0)) : null,
    optimistic_duration: task.estimates?.[0] ?? null,
    most_likely_duration: task.estimates?.[1] ?? null,
    pessimistic_duration: task.estimates?.[2] ?? null,
  }
}

/** Nothing at all where nothing is asked for, and of a summary only what one can have. */
function constraintFields(
  { type, day, deadline }: RawConstraint,
  start: string,
  isSummary: boolean,
): Partial<PlanTask> {
  const isKept = !isSummary || type === 'ASAP' || type === 'SNET' || type === 'FNLT'
  const takesDate = type !== null && type !== 'ASAP' && type !== 'ALAP'
  return {
    ...(type === null || !isKept ? {} : { constraint_type: type }),
    ...(takesDate && isKept ? { constraint_date: shiftDate(start, day) } : {}),
    ...(deadline === null ? {} : { deadline: shiftDate(start, deadline) }),
  }
}

function parentOf({ parents }: Parts, index: number): number {
  const parent = parents[index] ?? -1
  return parent >= 0 && parent < index ? parent : -1
}

function buildLink(link: Parts['links'][number], parts: Parts, parentOf: number[]): PlanDependency[] {
  const from = Math.min(link.from, link.to)
  const to = Math.max(link.from, link.to)
  if (from === to || isAncestor(parentOf, from, to)) return []
  const { dep_type, lag, lag_unit } = link
  return [{ predecessor: parts.ids[from] ?? '', successor: parts.ids[to] ?? '', dep_type, lag, lag_unit }]
}

function isAncestor(parentOf: number[], ancestor: number, task: number): boolean {
  for (let at = parentOf[task] ?? -1; at !== -1; at = parentOf[at] ?? -1) if (at === ancestor) return true
  return false
}

/** With summaries a link from a lower to a higher index can still close a loop over the leaves: such links go. */
function dropCycles(links: PlanDependency[], tasks: PlanTask[]): PlanDependency[] {
  const leaves = (id: string): string[] => {
    const children = tasks.filter((task) => task.parent === id)
    return children.length === 0 ? [id] : children.flatMap((child) => leaves(child.id))
  }
  const reach = new Map<string, Set<string>>(tasks.map((task) => [task.id, new Set([task.id])]))
  const reachOf = (id: string): Set<string> => reach.get(id) ?? new Set()
  return links.filter((link) => {
    const from = leaves(link.predecessor)
    const to = leaves(link.successor)
    if (to.some((target) => from.some((source) => reachOf(target).has(source)))) return false
    for (const [, targets] of reach) {
      if (from.some((source) => targets.has(source)))
        for (const target of to) for (const t of reachOf(target)) targets.add(t)
    }
    return true
  })
}

function shiftDate(date: string, days: number): string {
  return dateText(dayNumber(date) + days)
}

/** How many random cases a property runs: modest by default, more on request. */
export function caseCount(normal: number): number {
  const option = process.argv.indexOf('--plans')
  const wanted = Number(option < 0 ? (process.env.SVC_PROPERTY_CASES ?? '') : process.argv[option + 1])
  return wanted > 0 ? wanted : normal
}
