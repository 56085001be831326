import { weekPercent } from '../../../compute/capacity/daily-load.ts'
import { weekLabel } from '../../../compute/plan/iso-week.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { findSchedulePeriod } from './capacity.queries.ts'
import { datedPeriod } from './capacity-window.ts'
import { currentMonday, DEFAULT_WEEKS } from './heatmap.ts'
import { loadWeeks, type PersonWeeks } from './weekly-load.ts'

const UNDER_UTILIZED_BELOW = 70
const NAMED = 3

/** The next eight weeks of a project's people in a few numbers. */
export async function readSummary(ctx: Ctx<ProjectScope>): Promise<object> {
  datedPeriod(await findSchedulePeriod(ctx, [ctx.scope.projectId]))
  const monday = await currentMonday(ctx)
  const people = await loadWeeks(ctx, monday, DEFAULT_WEEKS)
  const percents = people.flatMap(({ weeks }) => weeks.map(weekPercent)).filter((percent) => percent !== 0)
  const over = people.filter(({ weeks }) => weeks.some(isOver))
  const under = people.filter(isUnderUtilized)
  const roster = people.filter(({ person }) => person.row.is_rostered)
  return {
    avg_utilization_pct: Math.round(mean(percents)),
    over_allocated_count: over.length,
    over_allocated_weeks: weeksOf(over, monday),
    under_utilized_count: under.length,
    under_utilized_names: under.slice(0, NAMED).map(({ person }) => shortName(person.row.name)),
    headcount: roster.length,
    contractor_count: roster.filter(({ person: { row } }) => /contractor/i.test(`${row.job_role}\n${row.role_title}`))
      .length,
  }
}

function isOver({ asked, available }: PersonWeeks['weeks'][number]): boolean {
  return asked > available
}

/** Some work, and less than there is time for. */
function isUnderUtilized({ weeks }: PersonWeeks): boolean {
  const hasWork = weeks.some((week) => week.asked > 0)
  return (
    hasWork &&
    mean(weeks.map(weekPercent)) < UNDER_UTILIZED_BELOW &&
    !weeks.some((week) => week.available === 0 && week.asked > 0)
  )
}

/** From the first to the last week in which somebody has too much. */
function weeksOf(people: readonly PersonWeeks[], monday: number): string {
  const weeks = Array.from({ length: DEFAULT_WEEKS }, (_, week) => week)
  const over = weeks.filter((week) => people.some((each) => isOver(each.weeks[week] as PersonWeeks['weeks'][number])))
  const [first, last] = [over[0], over.at(-1)]
  if (first === undefined || last === undefined) return ''
  const label = (week: number) => weekLabel(monday + week * 7)
  return first === last ? label(first) : `${label(first)}-${label(last)}`
}

/** `Ada Lovelace` as `A. Lovelace`; a name of one word stays. */
function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  return words.length > 1 ? `${[...(words[0] as string)][0]}. ${words.at(-1)}` : name.trim()
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
