import type { LoadColumns, RowRange } from '../../../compute/capacity/daily-load.ts'
import type { Db } from '../../database.ts'
import { loadResourceCalendars, paintDays, type WorkCalendar } from '../resource-calendars.ts'
import { loadPersonRows, type PersonRow, type SpanRow } from './capacity.queries.ts'
import type { CapacityWindow } from './capacity-window.ts'

/** Somebody who can work in a project, with the days on which they do. */
export interface Person {
  readonly row: PersonRow
  readonly calendar: WorkCalendar
  readonly differsFromProject: boolean
  readonly capacityHundredths: number
  /** One byte a day of the window. */
  readonly working: Uint8Array
}

/** Who is on the roster or assigned, by name. Days are painted once a calendar, however many people share it. */
export async function loadPeople(db: Db, projectId: string, window: CapacityWindow): Promise<Person[]> {
  const rows = await loadPersonRows(db, projectId)
  const ownIds = rows.map((row) => row.calendar_id)
  const calendars = await loadResourceCalendars(db, projectId, ownIds)
  const painted = new Map<WorkCalendar, Uint8Array>()
  return rows.map((row) => {
    const calendar = calendars.of(row.calendar_id)
    const working =
      painted.get(calendar) ?? paintDays(calendar.layer, window.firstDay, window.lastDay - window.firstDay + 1)
    painted.set(calendar, working)
    return {
      row,
      calendar,
      differsFromProject: calendar !== calendars.project && calendar.id !== calendars.project.id,
      capacityHundredths: Math.round(Number(row.max_units) * 100),
      working,
    }
  })
}

/** Rows that stand by person, as columns, and where each person's lie. */
export function spanColumns(rows: readonly SpanRow[]): { columns: LoadColumns; rangeOf: Map<string, RowRange> } {
  const columns = {
    firstDay: Int32Array.from(rows, (row) => row.first_day),
    // A finish before its start is data somebody recorded; such work takes the day on which it began.
    lastDay: Int32Array.from(rows, (row) => Math.max(row.first_day, row.last_day)),
    hundredths: Int32Array.from(rows, (row) => row.hundredths),
  }
  const rangeOf = new Map<string, RowRange>()
  for (let from = 0; from < rows.length; ) {
    const { resource_id } = rows[from] as SpanRow
    let to = from + 1
    while (rows[to]?.resource_id === resource_id) to++
    rangeOf.set(resource_id, { from, to })
    from = to
  }
  return { columns, rangeOf }
}
