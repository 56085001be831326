import { momentOf } from '../model/milestone-moments.ts'
import { LINK_TYPE, NO_DAY } from '../model/schedule-columns.ts'
import { paintWorkingDays } from '../plan/calendar-days.ts'
import { formatCivilDay } from '../plan/civil-day.ts'
import type { CheckedRule } from './checked-rule.ts'
import { findIslands } from './find-islands.ts'
import type { Breach } from './finding.ts'
import type { LintFacts } from './lint-facts.ts'
import { edgeEnds } from './network-ends.ts'

/** Days off in a row, from the data date, after which a calendar looks unfinished. */
const IDLE_DAYS = 30

export const TASK_RULES: readonly CheckedRule[] = [
  {
    code: 'dangling-start',
    severity: 'warning',
    title: 'Nothing holds the start',
    remedy: 'Add a finish-to-start or start-to-start link into the task.',
    check: (facts) => checkDangling(facts, 'into', 'Only the finish of the task waits for others.'),
  },
  {
    code: 'dangling-finish',
    severity: 'warning',
    title: 'Nothing waits for the finish',
    remedy: 'Add a finish-to-start or finish-to-finish link out of the task.',
    check: (facts) => checkDangling(facts, 'outOf', 'Others wait for the start of the task only.'),
  },
  {
    code: 'island',
    severity: 'warning',
    title: 'Unlinked island',
    remedy: 'Link the group to the rest of the plan, or keep it in a plan of its own.',
    check: ({ graph }) =>
      findIslands(graph).map((tasks) =>
        breach(`${tasks.length} tasks are linked to each other and to nothing else.`, tasks),
      ),
  },
  {
    code: 'milestone-with-duration',
    severity: 'warning',
    title: 'Milestone with a duration',
    remedy: 'Set the duration to 0, or make it a task: its duration is not scheduled.',
    check: (facts) => facts.leaves.flatMap((task) => checkMilestone(facts, task)),
  },
  {
    code: 'past-due',
    severity: 'warning',
    title: 'Dates in the past, work unfinished',
    remedy: 'Record what was done, or plan what is left.',
    check: (facts) => facts.openTasks.flatMap((task) => checkPast(facts, task)),
  },
  {
    code: 'calendar-idle',
    severity: 'warning',
    title: 'Calendar without working days ahead',
    remedy: 'Check the exceptions of the calendar.',
    check: checkCalendars,
  },
  {
    code: 'unknown-calendar',
    severity: 'error',
    title: 'Unknown calendar',
    remedy: 'Bring the calendar along, or clear the key: the project calendar is used instead.',
    check: ({ openTasks, records }) =>
      openTasks
        .filter((task) => records.hasUnknownCalendar[task] === 1)
        .map((task) => breach('The task names a calendar that the plan does not have.', [task])),
  },
]

function breach(message: string, tasks: number[]): Breach {
  return { message, tasks, links: [] }
}

/** The types of links that act on the start of what they lead into, and on the finish of what they lead out of. */
const ACTING = { into: [LINK_TYPE.FS, LINK_TYPE.SS], outOf: [LINK_TYPE.FS, LINK_TYPE.FF] } as const

/** Tasks that have links at an end, but none that acts on it. */
function checkDangling({ graph, openTasks }: LintFacts, end: 'into' | 'outOf', message: string): Breach[] {
  const acting: readonly number[] = ACTING[end]
  const all = edgeEnds(graph)[end]
  const held = edgeEnds(graph, (type) => acting.includes(type))[end]
  // Both ends of a milestone that stands at one end of its day are one moment, which any link holds.
  const isDangling = (task: number) => all[task] > 0 && held[task] === 0 && momentOf(graph.columns, task) === 0
  return openTasks.filter(isDangling).map((task) => breach(message, [task]))
}

function checkMilestone({ records }: LintFacts, task: number): Breach[] {
  const days = records.statedDays[task]
  if (records.isMilestone[task] === 0 || days === 0) return []
  return [breach(`A milestone that carries ${days} days.`, [task])]
}

function checkPast({ columns, records }: LintFacts, task: number): Breach[] {
  const { statusDay } = columns
  if (statusDay === NO_DAY) return []
  const plannedFinish = records.plannedFinishDay[task]
  const plannedStart = columns.plannedStartDay[task]
  const hasBegun = columns.percentComplete[task] > 0 || columns.actualStartDay[task] !== NO_DAY
  if (plannedFinish !== NO_DAY && plannedFinish < statusDay)
    return [breach(`Planned to finish on ${formatCivilDay(plannedFinish)}, and not finished.`, [task])]
  if (plannedStart !== NO_DAY && plannedStart < statusDay && !hasBegun)
    return [breach(`Planned to start on ${formatCivilDay(plannedStart)}, and not begun.`, [task])]
  return []
}

/** Calendars that unfinished work is laid out on and that rest for long from the data date, or the project start, on. */
function checkCalendars({ columns, openTasks }: LintFacts): Breach[] {
  const from = Math.max(columns.projectStartDay, columns.statusDay)
  const tasksOf = Map.groupBy(openTasks, (task) => columns.calendarIndex[task])
  return [...tasksOf].flatMap(([calendar, tasks]) => {
    if (paintWorkingDays(columns.calendars[calendar], from, IDLE_DAYS).includes(1)) return []
    const key = calendar === 0 ? 'The project calendar' : `Calendar "${columns.calendarKeys?.[calendar] ?? calendar}"`
    const message = `${key} has no working day in the ${IDLE_DAYS} days from ${formatCivilDay(from)}.`
    return [breach(message, tasks)]
  })
}
