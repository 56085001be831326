import { sumDailyLoad } from '../../../compute/capacity/daily-load.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Db } from '../../database.ts'
import { loadSpans } from './capacity.queries.ts'
import { loadPeople, type Person, spanColumns } from './load-people.ts'

/** Somebody who is asked for more than there is, on the worst day of a window. */
export interface Overallocated {
  readonly name: string
  readonly percent: number
  readonly day: string
}

/** Who is put to more than all of the time in some days from a first one, over the projects together; by name. */
export async function findOverallocated(
  db: Db,
  projectIds: readonly string[],
  { firstDay, dayCount }: { readonly firstDay: number; readonly dayCount: number },
): Promise<Overallocated[]> {
  const window = { firstDay, lastDay: firstDay + dayCount - 1 }
  const known = new Map<string, { person: Person; asked: Int32Array }>()
  for (const projectId of projectIds) {
    const { columns, rangeOf } = spanColumns(await loadSpans(db, projectId, window))
    for (const person of await loadPeople(db, projectId, window)) {
      const daily = sumDailyLoad(columns, rangeOf.get(person.row.id) ?? { from: 0, to: 0 }, { firstDay, dayCount })
      const other = known.get(person.row.id)
      if (other)
        for (let day = 0; day < dayCount; day++)
          other.asked[day] = (other.asked[day] as number) + (daily[day] as number)
      else known.set(person.row.id, { person, asked: daily })
    }
  }
  return [...known.values()]
    .flatMap(({ person, asked }) => {
      const onWork = Array.from(asked, (hundredths, day) => (person.working[day] === 0 ? 0 : hundredths))
      const most = Math.max(...onWork)
      if (most <= person.capacityHundredths) return []
      const percent = person.capacityHundredths === 0 ? 100 : Math.round((100 * most) / person.capacityHundredths)
      return [{ name: person.row.name, percent, day: formatCivilDay(firstDay + onWork.indexOf(most)) }]
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}
