import { int32, uint16 } from '../../../binary/read-bytes.ts'
import type { ImportLimits } from '../../../plan/import-limits.ts'
import { refuseMoreThan } from '../../../plan/refuse-more-than.ts'
import type { RawCalendar, RawHours } from '../../raw-project.ts'
import { plainException } from '../calendars/read-calendar-exceptions.ts'
import { readHours, readWeek, standardHours } from '../calendars/read-week.ts'
import { equalRows, type OldStore } from './old-store.ts'
import { itemInt32 } from './read-blocks.ts'

const NAME = 'TBkndCal'
const ROW_LENGTH = 36
const ITEM_DATA = 8
const WEEK = { firstAt: 4, dayLength: 40, mostPeriods: 3, lengthsAt: 16 }
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
    const week = data === null ? weekWithoutData(parentUid) : usualDaysFilled(readWeek(data, WEEK))
    calendars.set(uid, {
      uid,
      name: blocks.text(int32(row, 20)),
      parentUid,
      week,
      hours: data === null ? week.map(() => null) : readHours(data, WEEK),
      exceptions,
      workWeeks: [],
    })
    refuseMoreThan(limits.maxCalendars, calendars.size, 'too_many_calendars', 'calendars')
  }
  const bases = new Map([...calendars].filter(([, { parentUid }]) => parentUid === null))
  for (const base of bases.values()) base.hours = filledHours(base, base.week.map(standardHours))
  return [...calendars.values()].map((calendar) => {
    const base = calendar.parentUid === null ? undefined : bases.get(calendar.parentUid)
    return base?.hours === undefined ? calendar : { ...calendar, hours: filledHours(calendar, base.hours) }
  })
}

/** Hours "as usual" are the standard ones for base calendars, and those of their base for the others. */
function filledHours({ hours, week }: RawCalendar, usual: RawHours): RawHours {
  return week.map((isWorking, day) => (isWorking === false ? null : (hours?.[day] ?? usual[day] ?? null)))
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
