import type { ImportLimits } from '../../../plan/import-limits.ts'
import type { RawCalendar } from '../../raw-project.ts'
import { plainException } from '../calendars/read-calendar-exceptions.ts'
import { readWeek } from '../calendars/read-week.ts'
import { refuseMoreThan } from '../rows/refuse-more-than.ts'
import { int32, uint16 } from '../values/read-bytes.ts'
import { equalRows, type OldStore } from './old-store.ts'
import { itemInt32 } from './read-blocks.ts'

const NAME = 'TBkndCal'
const ROW_LENGTH = 36
const ITEM_DATA = 8
const WEEK = { firstAt: 4, dayLength: 40 }
const EXCEPTIONS_AT = 284
const EXCEPTION_LENGTH = 44
const STANDARD_WEEK = [true, true, true, true, true, false, false]

/** The calendars of a plan of Project 98. A day "as usual" is one of the standard week, in derived calendars too. */
export function readOldCalendars(store: OldStore, limits: ImportLimits): RawCalendar[] {
  const blocks = store.blocks(NAME)
  const calendars = new Map<number, RawCalendar>()
  let exceptionCount = 0
  for (const row of equalRows(store.rows(NAME), ROW_LENGTH)) {
    const uid = int32(row, 0)
    const base = int32(row, 4)
    if (uid < 0 || calendars.has(uid)) continue
    const parentUid = base > 0 && base !== uid ? base : null
    const reference = itemInt32(blocks.list(int32(row, 32)), ITEM_DATA)
    const data = reference === 0 ? null : blocks.value(reference)
    const exceptions = data === null ? [] : readExceptions(data)
    exceptionCount += exceptions.length
    refuseMoreThan(limits.maxExceptions, exceptionCount, 'too_many_exceptions', 'calendar exceptions')
    calendars.set(uid, {
      uid,
      name: blocks.text(int32(row, 20)),
      parentUid,
      week: data === null ? weekWithoutData(parentUid) : usualDaysFilled(readWeek(data, WEEK)),
      exceptions,
      workWeeks: [],
    })
    refuseMoreThan(limits.maxCalendars, calendars.size, 'too_many_calendars', 'calendars')
  }
  return [...calendars.values()]
}

function weekWithoutData(parentUid: number | null): RawCalendar['week'] {
  return parentUid === null ? STANDARD_WEEK : STANDARD_WEEK.map(() => null)
}

function usualDaysFilled(week: RawCalendar['week']): RawCalendar['week'] {
  return week.map((isWorking, day) => isWorking ?? STANDARD_WEEK[day] ?? false)
}

function readExceptions(data: Uint8Array): RawCalendar['exceptions'] {
  const exceptions: RawCalendar['exceptions'] = []
  const count = uint16(data, 0)
  for (let index = 0; index < count; index += 1) {
    const at = EXCEPTIONS_AT + index * EXCEPTION_LENGTH
    if (at + EXCEPTION_LENGTH > data.length) break
    const exception = plainException(data, at, uint16(data, at + 6))
    if (exception !== null) exceptions.push(exception)
  }
  return exceptions
}
