import type { Db } from '../../database.ts'
import { dayOf } from '../sprint-days.ts'
import { listPaceSprints } from './velocity.queries.ts'

const PACE_SPRINTS = 6
/** Fewer sprints say nothing of what a team does in a day. */
const FEWEST_SPRINTS = 3

/** Points that a team completes on a day from Monday to Friday, in thousandths; null where too few sprints tell. */
export async function loadPace(
  db: Db,
  projectId: string,
  exceptSprintId: string | null = null,
): Promise<number | null> {
  const sprints = await listPaceSprints(db, projectId, PACE_SPRINTS, exceptSprintId)
  const paces = sprints.flatMap(({ start_date, finish_date, completed_points }) => {
    const days = weekdaysBetween(dayOf(start_date), dayOf(finish_date))
    return days === 0 || completed_points === null ? [] : [completed_points / days]
  })
  if (paces.length < FEWEST_SPRINTS) return null
  const pace = paces.reduce((sum, each) => sum + each, 0) / paces.length
  return pace > 0 ? Math.round(pace * 1000) / 1000 : null
}

/** Days from Monday to Friday between two day numbers, both included; holidays are not looked at. */
export function weekdaysBetween(first: number, last: number): number {
  let count = 0
  for (let day = first; day <= last; day++) if (!isWeekend(day)) count++
  return count
}

/** Day 0, the first of 1970, was a Thursday. */
function isWeekend(day: number): boolean {
  const weekday = ((day % 7) + 7) % 7
  return weekday === 2 || weekday === 3
}
