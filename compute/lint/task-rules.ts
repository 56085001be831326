import { LINK_TYPE, NO_DAY } from '../model/schedule-columns.ts'
import { paintWorkingDays } from '../plan/calendar-days.ts'
import { formatCivilDay } from '../plan/civil-day.ts'
import { findIslands } from './find-islands.ts'
import type { Finding, Rule } from './finding.ts'
import type { LintFacts } from './lint-facts.ts'
import { edgeEnds } from './network-ends.ts'

/** Days off in a row, from the data date, after which a calendar looks unfinished. */
const IDLE_DAYS = 30

export const TASK_RULES: readonly Rule[] = [
  {
    code: 'dangling-start',
    severity: 'warning',
    title: 'Nothing holds the start',
    remedy: 'Add a finish-to-start or start-to-start link into the task.',
  },
  {
    code: 'dangling-finish',
    severity: 'warning',
    title: 'Nothing waits for the finish',
    remedy: 'Add a finish-to-start or finish-to-finish link out of the task.',
  },
  {
    code: 'island',
    severity: 'warning',
    title: 'Unlinked island',
    remedy: 'Link the group to the rest of the plan, or keep it in a plan of its own.',
  },
  {
    code: 'milestone-with-duration',
    severity: 'warning',
    title: 'Milestone with a duration',
    remedy: 'Set the duration to 0, or make it a task: its duration is not scheduled.',
  },
  {
    code: 'past-due',
    severity: 'warning',
    title: 'Dates in the past, work unfinished',
    remedy: 'Record what was done, or plan what is left.',
  },
  {
    code: 'calendar-idle',
    severity: 'warning',
    title: 'Calendar without working days ahead',
    remedy: 'Check the exceptions of the calendar.',
  },
  {
    code: 'unknown-calendar',
    severity: 'error',
    title: 'Unknown calendar',
    remedy: 'Bring the calendar along, or clear the key: the project calendar is used instead.',
  },
]

export function checkTasks(facts: LintFacts): Finding[] {
  return [
    ...checkDangling(facts),
    ...findIslands(facts.graph).map((tasks) =>
      warning('island', `${tasks.length} tasks are linked to each other and to nothing else.`, tasks),
    ),
    ...facts.leaves.flatMap((task) => checkMilestone(facts, task)),
    ...facts.openTasks.flatMap((task) => checkPast(facts, task)),
    ...checkCalendars(facts),
    ...facts.openTasks.flatMap((task) => checkCalendarKey(facts, task)),
  ]
}

function warning(rule: string, message: string, tasks: number[]): Finding {
  return { rule, severity: 'warning', message, tasks, links: [] }
}

/** Tasks that have links, but none that acts on the end in question. */
function checkDangling({ graph, openTasks }: LintFacts): Finding[] {
  const all = edgeEnds(graph)
  const acting = edgeEnds(graph, (type, end) =>
    end === 'into' ? type === LINK_TYPE.FS || type === LINK_TYPE.SS : type === LINK_TYPE.FS || type === LINK_TYPE.FF,
  )
  return openTasks.flatMap((task) => {
    const findings: Finding[] = []
    if (all.into[task] > 0 && acting.into[task] === 0)
      findings.push(warning('dangling-start', 'Only the finish of the task waits for others.', [task]))
    if (all.outOf[task] > 0 && acting.outOf[task] === 0)
      findings.push(warning('dangling-finish', 'Others wait for the start of the task only.', [task]))
    return findings
  })
}

function checkMilestone({ records }: LintFacts, task: number): Finding[] {
  const days = records.statedDays[task]
  if (records.isMilestone[task] === 0 || days === 0) return []
  return [warning('milestone-with-duration', `A milestone that carries ${days} days.`, [task])]
}

function checkPast({ columns, records }: LintFacts, task: number): Finding[] {
  const { statusDay } = columns
  if (statusDay === NO_DAY) return []
  const plannedFinish = records.plannedFinishDay[task]
  const plannedStart = columns.plannedStartDay[task]
  const hasBegun = columns.percentComplete[task] > 0 || columns.actualStartDay[task] !== NO_DAY
  if (plannedFinish !== NO_DAY && plannedFinish < statusDay)
    return [warning('past-due', `Planned to finish on ${formatCivilDay(plannedFinish)}, and not finished.`, [task])]
  if (plannedStart !== NO_DAY && plannedStart < statusDay && !hasBegun)
    return [warning('past-due', `Planned to start on ${formatCivilDay(plannedStart)}, and not begun.`, [task])]
  return []
}

/** Calendars that unfinished work is laid out on and that rest for long from the data date, or the project start, on. */
function checkCalendars({ columns, openTasks }: LintFacts): Finding[] {
  const from = Math.max(columns.projectStartDay, columns.statusDay)
  const tasksOf = Map.groupBy(openTasks, (task) => columns.calendarIndex[task])
  return [...tasksOf].flatMap(([calendar, tasks]) => {
    if (paintWorkingDays(columns.calendars[calendar], from, IDLE_DAYS).includes(1)) return []
    const key = calendar === 0 ? 'The project calendar' : `Calendar "${columns.calendarKeys?.[calendar] ?? calendar}"`
    const message = `${key} has no working day in the ${IDLE_DAYS} days from ${formatCivilDay(from)}.`
    return [warning('calendar-idle', message, tasks)]
  })
}

function checkCalendarKey({ records }: LintFacts, task: number): Finding[] {
  if (records.hasUnknownCalendar[task] === 0) return []
  const message = 'The task names a calendar that the plan does not have.'
  return [{ rule: 'unknown-calendar', severity: 'error', message, tasks: [task], links: [] }]
}
