import { calendarColumns } from '../../compute/model/schedule-columns.ts'
import { countWorkingDays } from '../../compute/plan/calendar-days.ts'
import { parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { composeProjectCalendar } from '../calendars/project-calendar.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { daysBetween } from '../schedule/monte-carlo/risk-premium.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { type ComparedTask, findComparedTasks, findFrozenCalendar } from './baseline.queries.ts'
import { baselineRows } from './baseline-rows.ts'

const MOST_LATE = 10

/**
 * The project beside one of its baselines on the data date, which is today where there is none. What was planned and what
 * is earned are counted in working days of the captured durations, of work alone: a phase is what lies in it. Planned work
 * is spread evenly over the working days of the captured span, by the calendar that was captured with it. Finished tasks count as the fourteen-point check counts
 * them: all that are finished, for those that were due.
 */
export async function compareProject(ctx: Ctx<ProjectScope>, baselineId: string) {
  const baseline = await baselineRows.load(ctx, baselineId)
  const { statusDate, timezone } = await loadProjectFacts(ctx, ctx.scope.projectId)
  const day = statusDate ?? ctx.services.clock.today(timezone)
  const tasks = await findComparedTasks(ctx, baselineId)
  const work = tasks.filter((task) => task.is_work)
  const captured = work.filter((task) => task.was_captured)
  const shareDone = await plannedShares(ctx, baselineId, day)
  const planned = sum(captured, (task) => task.planned_duration * shareDone(task))
  const earned = sum(captured, (task) => (task.planned_duration * task.percent_complete) / 100)
  const due = captured.filter((task) => task.planned_finish !== null && task.planned_finish <= day).length
  const done = work.filter((task) => task.is_done).length
  return {
    baseline: { id: baseline.id, name: baseline.name, created_at: instantText(baseline.created_at) },
    status_date: day,
    ...spans(tasks),
    planned_value_days: rounded(planned),
    earned_value_days: rounded(earned),
    schedule_variance_days: rounded(earned - planned),
    spi: planned === 0 ? null : rounded(earned / planned),
    bei: due === 0 ? null : rounded(done / due),
    due_count: due,
    done_count: done,
    ...moves(tasks, captured),
  }
}

function spans(tasks: readonly ComparedTask[]) {
  const first = (days: (string | null)[]) => days.filter((day) => day !== null).sort()[0] ?? null
  const last = (days: (string | null)[]) =>
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  const live = tasks.filter((task) => task.is_live)
  const planned = { start: first(tasks.map((t) => t.planned_start)), finish: last(tasks.map((t) => t.planned_finish)) }
  const current = { start: first(live.map((t) => t.current_start)), finish: last(live.map((t) => t.current_finish)) }
  return {
    planned_start: planned.start,
    planned_finish: planned.finish,
    current_start: current.start,
    current_finish: current.finish,
    start_delta_days: delta(planned.start, current.start),
    finish_delta_days: delta(planned.finish, current.finish),
  }
}

function moves(tasks: readonly ComparedTask[], captured: readonly ComparedTask[]) {
  const moved = captured.flatMap((task) => {
    const finish_delta_days = delta(task.planned_finish, task.current_finish)
    if (finish_delta_days === null || finish_delta_days === 0) return []
    const { id, name, planned_finish, current_finish } = task
    return [{ id, name, planned_finish, current_finish, finish_delta_days }]
  })
  const late = moved.filter((task) => task.finish_delta_days > 0)
  return {
    captured_count: tasks.filter((task) => task.was_captured).length,
    added_count: tasks.filter((task) => task.is_live && !task.was_captured).length,
    removed_count: tasks.filter((task) => !task.is_live && task.was_captured).length,
    later_count: late.length,
    earlier_count: moved.length - late.length,
    most_late: late
      .sort((a, b) => b.finish_delta_days - a.finish_delta_days || (a.id < b.id ? -1 : 1))
      .slice(0, MOST_LATE),
  }
}

/** How much of a captured task was to be done at the end of the day, by the calendar of when it was captured. */
async function plannedShares(
  ctx: Ctx<ProjectScope>,
  baselineId: string,
  day: string,
): Promise<(task: ComparedTask) => number> {
  const { workingDays, exceptions } =
    (await findFrozenCalendar(ctx, baselineId)) ?? (await composeProjectCalendar(ctx, ctx.scope.projectId))
  const ranges = exceptions.map(({ from, to, working }) => ({
    firstDay: parseCivilDay(from) as number,
    lastDay: parseCivilDay(to) as number,
    isWorking: working,
  }))
  const calendar = calendarColumns(workingDays, ranges)
  const today = parseCivilDay(day) as number
  return ({ planned_start: start, planned_finish: finish }) => {
    if (start === null || finish === null || start > day) return 0
    if (finish <= day) return 1
    const [from, to] = [parseCivilDay(start) as number, (parseCivilDay(finish) as number) + 1]
    const all = countWorkingDays(calendar, from, to)
    return all === 0 ? 0 : countWorkingDays(calendar, from, today + 1) / all
  }
}

function sum(tasks: readonly ComparedTask[], of: (task: ComparedTask) => number): number {
  return tasks.reduce((total, task) => total + of(task), 0)
}

function delta(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : daysBetween(from, to)
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
