import { sumDailyLoad, sumWeeks, type WeekLoad } from '../../../compute/capacity/daily-load.ts'
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
