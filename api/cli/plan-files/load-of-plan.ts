import { sumDailyLoad, sumWeeks, weekPercent } from '../../../compute/capacity/daily-load.ts'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { nameRefusals } from '../../../compute/model/name-refusals.ts'
import { paintWorkingDays } from '../../../compute/plan/calendar-days.ts'
import { mondayOf, weekName } from '../../../compute/plan/iso-week.ts'
import type { Plan, PlanResource } from '../../../compute/plan/plan-document.ts'
import type { LoadInput } from '../../pictures/load-svg.ts'

/** As many weeks as the picture of a project has, where none are asked for. */
const USUAL_WEEKS = 16
const MOST_WEEKS = 52

/** Days that are asked for, both drawn. */
export interface DayRange {
  readonly firstDay: number
  readonly lastDay: number
}

/**
 * What the assignments of a plan ask of its people week by week, by its computed dates. Undefined where it assigns nobody.
 * Of long
 * work the weeks begin with that of the data date, where it has begun then.
 */
export function loadOfPlan(plan: Plan, range: DayRange | null): Omit<LoadInput, 'id'> | undefined {
  const people = (plan.resources ?? []).filter(({ type }) => type === undefined || type === 'work')
  const spans = spansOf(plan, new Set(people.map(({ id }) => id)))
  const all = [...spans.values()].flat()
  if (all.length === 0) return undefined
  const first = all.reduce((least, { firstDay }) => Math.min(least, firstDay), Number.POSITIVE_INFINITY)
  const last = all.reduce((most, { lastDay }) => Math.max(most, lastDay), Number.NEGATIVE_INFINITY)
  const columns = columnsFromPlan(plan)
  const isShort = last < mondayOf(first) + USUAL_WEEKS * 7
  const isUnderWay = columns.statusDay >= first && columns.statusDay <= last
  const from = isUnderWay && !isShort ? columns.statusDay : first
  const asked = range ?? { firstDay: from, lastDay: Math.min(last, mondayOf(from) + USUAL_WEEKS * 7 - 1) }
  const monday = mondayOf(asked.firstDay)
  const count = Math.min(MOST_WEEKS, Math.floor((mondayOf(asked.lastDay) - monday) / 7) + 1)
  const days = { firstDay: monday, dayCount: count * 7 }
  const workingDays = columns.calendars.map((calendar) => paintWorkingDays(calendar, days.firstDay, days.dayCount))
  const workingOf = ({ calendar }: PlanResource) =>
    workingDays[Math.max(0, columns.calendarKeys?.indexOf(calendar ?? '') ?? 0)] as Uint8Array
  return {
    title: `Load of the people of ${plan.name ?? 'Plan'}, percent of their time by week`,
    weeks: Array.from({ length: count }, (_, week) => weekName(monday + week * 7)),
    workWeeks: [weekName(mondayOf(first)), weekName(mondayOf(last))],
    people: people.map((person) => {
      const own = spans.get(person.id) ?? []
      const daily = sumDailyLoad(columnsOf(own), { from: 0, to: own.length }, days)
      const capacity = hundredths(person.max_units)
      return { name: person.name ?? person.id, weeks: sumWeeks(daily, workingOf(person), capacity).map(weekPercent) }
    }),
  }
}

interface Span {
  readonly firstDay: number
  readonly lastDay: number
  readonly hundredths: number
}

/** What is asked of each person, by the dates of what they are assigned to. */
function spansOf(plan: Plan, people: ReadonlySet<string>): Map<string, Span[]> {
  const columns = columnsFromPlan(plan)
  const result = nameRefusals(columns, () => runCpm(buildGraph(columns)))
  const indexOf = new Map(plan.tasks.map(({ id }, index) => [id, index]))
  const spans = new Map<string, Span[]>()
  for (const { task, resource, units } of plan.assignments ?? []) {
    const index = indexOf.get(task)
    const isDated = index !== undefined && result.isScheduled[index] === 1
    if (resource === null || !people.has(resource) || !isDated) continue
    const firstDay = result.scheduledStartDay[index] as number
    const lastDay = Math.max(firstDay, result.earlyFinishDay[index] as number)
    const own = spans.get(resource) ?? []
    own.push({ firstDay, lastDay, hundredths: hundredths(units) })
    spans.set(resource, own)
  }
  return spans
}

function hundredths(units: number | null | undefined): number {
  return Math.round((units ?? 1) * 100)
}

function columnsOf(spans: readonly Span[]) {
  return {
    firstDay: Int32Array.from(spans, (span) => span.firstDay),
    lastDay: Int32Array.from(spans, (span) => span.lastDay),
    hundredths: Int32Array.from(spans, (span) => span.hundredths),
  }
}
