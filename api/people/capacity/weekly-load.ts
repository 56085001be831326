import { sumDailyLoad, sumWeeks, type WeekLoad } from '../../../compute/capacity/daily-load.ts'
import { civilDay, civilParts } from '../../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadSpans } from './capacity.queries.ts'
import { loadPeople, type Person, spanColumns } from './load-people.ts'

/** A person and what each week asks of them. */
export interface PersonWeeks {
  readonly person: Person
  readonly weeks: readonly WeekLoad[]
}

/** Everybody on the roster or assigned, by name, over whole weeks from a Monday. */
export async function loadWeeks(ctx: Ctx<ProjectScope>, monday: number, weekCount: number): Promise<PersonWeeks[]> {
  const { projectId } = ctx.scope
  const window = { firstDay: monday, lastDay: monday + weekCount * 7 - 1 }
  const people = await loadPeople(ctx, projectId, window)
  const { columns, rangeOf } = spanColumns(await loadSpans(ctx, projectId, window))
  const days = { firstDay: monday, dayCount: weekCount * 7 }
  return people.map((person) => {
    const daily = sumDailyLoad(columns, rangeOf.get(person.row.id) ?? { from: 0, to: 0 }, days)
    return { person, weeks: sumWeeks(daily, person.working, person.capacityHundredths) }
  })
}

/** Percent of the time there is; 0 where there is none. */
export function weekPercent({ asked, available }: WeekLoad): number {
  return available === 0 ? 0 : Math.round((100 * asked) / available)
}

/** The number of the ISO week that begins on a Monday, and its year, which is that of its Thursday. */
export function isoWeekOf(monday: number): { year: number; week: number } {
  const thursday = monday + 3
  const { year } = civilParts(thursday)
  return { year, week: Math.floor((thursday - (civilDay(year, 1, 1) as number)) / 7) + 1 }
}

/** `W07`, as people say it within a year. */
export function weekLabel(monday: number): string {
  return `W${String(isoWeekOf(monday).week).padStart(2, '0')}`
}
