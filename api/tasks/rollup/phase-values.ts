import { calendarColumns } from '../../../compute/model/schedule-columns.ts'
import { paintWorkingDays } from '../../../compute/plan/calendar-days.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { composeProjectCalendars, type ScheduleCalendar } from '../../calendars/project-calendar.ts'
import type { Ctx } from '../../platform/context.ts'
import { MAX_DURATION, type TaskValues } from '../task-values.ts'
import { loadRollups, type SummaryRollup } from './rollup.queries.ts'

/** What a phase shows of the tasks below it in the place of its own. Its status is stored. */
export type PhaseValues = Pick<
  TaskValues,
  | 'duration'
  | 'percent_complete'
  | 'optimistic_duration'
  | 'most_likely_duration'
  | 'pessimistic_duration'
  | 'actual_start'
  | 'actual_finish'
>

/**
 * A phase lasts from its first start to its last finish, in working days of the project; without dates, and while they
 * wait for a pass, no less than its longest task. Its estimates are those of its tasks together.
 */
export function phaseValues(
  row: { readonly status: string; readonly percent_complete: number },
  rollup: SummaryRollup,
  spanDays: number | null,
): PhaseValues {
  return {
    duration: phaseDuration(rollup, spanDays),
    percent_complete: rollup.percent ?? row.percent_complete,
    optimistic_duration: rollup.optimistic_days,
    most_likely_duration: rollup.most_likely_days,
    pessimistic_duration: rollup.pessimistic_days,
    actual_start: rollup.first_actual_start,
    actual_finish: row.status === 'COMPLETE' ? rollup.last_actual_finish : null,
  }
}

function phaseDuration(rollup: SummaryRollup, spanDays: number | null): number {
  const duration = spanDays === null ? rollup.longest_days : Math.max(spanDays, rollup.longest_ahead_days ?? 0)
  return Math.min(duration, MAX_DURATION)
}

/** How many working days each of the phases shows. */
export async function loadPhaseDurations(
  ctx: Ctx<unknown>,
  phases: readonly SpannedPhase[],
): Promise<Map<string, number>> {
  const rollups = await loadRollups(
    ctx,
    phases.map(({ id }) => id),
  )
  const spans = await loadSpans(ctx, phases)
  return new Map([...rollups].map(([id, rollup]) => [id, phaseDuration(rollup, spans.get(id) ?? null)]))
}

/** A phase with the dates of its last pass. */
export interface SpannedPhase {
  readonly id: string
  readonly project_id: string
  readonly scheduled_start: string | null
  readonly early_finish: string | null
}

/** Working days of the project from the start to the finish of each phase that has dates. */
export async function loadSpans(ctx: Ctx<unknown>, phases: readonly SpannedPhase[]): Promise<Map<string, number>> {
  const spans = new Map<string, number>()
  const byProject = Map.groupBy(
    phases.flatMap(({ id, project_id, scheduled_start, early_finish }) =>
      scheduled_start === null || early_finish === null
        ? []
        : [{ id, project_id, firstDay: dayOf(scheduled_start), lastDay: dayOf(early_finish) }],
    ),
    (phase) => phase.project_id,
  )
  if (byProject.size === 0) return spans
  const calendars = await composeProjectCalendars(ctx, [...byProject.keys()])
  for (const [projectId, dated] of byProject) {
    const countTo = countWorkingDays(calendars.get(projectId), dated)
    for (const { id, firstDay, lastDay } of dated) spans.set(id, countTo(lastDay + 1) - countTo(firstDay))
  }
  return spans
}

/** Returns how many working days lie before a day, counted from the first day of any of the phases. */
function countWorkingDays(
  calendar: ScheduleCalendar | undefined,
  phases: readonly { firstDay: number; lastDay: number }[],
) {
  const from = Math.min(...phases.map(({ firstDay }) => firstDay))
  const to = Math.max(...phases.map(({ lastDay }) => lastDay))
  const exceptions = (calendar?.exceptions ?? []).map((exception) => ({
    firstDay: dayOf(exception.from),
    lastDay: dayOf(exception.to),
    isWorking: exception.working,
  }))
  const isWorking = paintWorkingDays(
    calendarColumns(calendar?.workingDays ?? 0b001_1111, exceptions),
    from,
    to - from + 1,
  )
  const before = new Int32Array(isWorking.length + 1)
  for (let day = 0; day < isWorking.length; day++)
    before[day + 1] = (before[day] as number) + (isWorking[day] as number)
  return (day: number) => before[day - from] as number
}

function dayOf(date: string): number {
  return parseCivilDay(date) as number
}
