import { int32, uint8, uint16, utf16Text } from '../../../binary/read-bytes.ts'
import type { RawException, RawRecurrence, RawWorkWeek } from '../../raw-project.ts'
import { dateAt } from '../values/decode-timestamp.ts'
import { readWeek } from './read-week.ts'

export type CalendarExceptions = { exceptions: RawException[]; workWeeks: RawWorkWeek[] }

const WEEK_LENGTH = 420
const DAY_LENGTH = 60
const OLD_FIRST_AT = 424
const OLD_LENGTH = 64
const NEW_LENGTH = 92
const WORK_WEEK_LENGTH = WEEK_LENGTH + 16

/** Exceptions of 2000-2003: ranges without names or recurrence. */
export function readOldExceptions(bytes: Uint8Array): CalendarExceptions {
  const exceptions: RawException[] = []
  const count = uint16(bytes, 0)
  for (let index = 0; index < count; index += 1) {
    const at = OLD_FIRST_AT + index * OLD_LENGTH
    if (at + OLD_LENGTH > bytes.length) break
    const exception = plainException(bytes, at, uint16(bytes, at + 6))
    if (exception !== null) exceptions.push(exception)
  }
  return { exceptions, workWeeks: [] }
}

/** A range of days and whether any period of it is worked; null where a date is missing. */
export function plainException(bytes: Uint8Array, at: number, periodCount: number): RawException | null {
  const fromDay = dateAt(bytes, at)
  const toDay = dateAt(bytes, at + 2)
  if (fromDay === null || toDay === null || toDay < fromDay) return null
  return { name: null, fromDay, toDay, isWorking: periodCount > 0, recurrence: null }
}

/** Exceptions since 2007, each followed by its name, and after them the special weeks. */
export function readNewExceptions(bytes: Uint8Array): CalendarExceptions {
  if (bytes.length <= WEEK_LENGTH) return { exceptions: [], workWeeks: [] }
  const exceptions: RawException[] = []
  const count = uint16(bytes, WEEK_LENGTH)
  let at = WEEK_LENGTH + 4
  for (let index = 0; index < count && at + NEW_LENGTH <= bytes.length; index += 1) {
    const exception = plainException(bytes, at, uint16(bytes, at + 14))
    const nameLength = lengthOfName(bytes, at + 88)
    if (exception !== null) {
      const name = nameLength === 0 ? null : utf16Text(bytes, at + NEW_LENGTH, nameLength).trim() || null
      exceptions.push({ ...exception, name, recurrence: recurrence(bytes, at) })
    }
    at += NEW_LENGTH + nameLength
  }
  return { exceptions, workWeeks: readWorkWeeks(bytes, at + 4) }
}

function readWorkWeeks(bytes: Uint8Array, firstAt: number): RawWorkWeek[] {
  const weeks: RawWorkWeek[] = []
  for (let at = firstAt; at + WORK_WEEK_LENGTH <= bytes.length; ) {
    const fromDay = dateAt(bytes, at + WEEK_LENGTH)
    const toDay = dateAt(bytes, at + WEEK_LENGTH + 2)
    const week = readWeek(bytes, { firstAt: at, dayLength: DAY_LENGTH })
    if (fromDay !== null && toDay !== null && toDay >= fromDay) weeks.push({ fromDay, toDay, week })
    at += WORK_WEEK_LENGTH + lengthOfName(bytes, at + WEEK_LENGTH + 12)
  }
  return weeks
}

/** Names are padded to four bytes. */
function lengthOfName(bytes: Uint8Array, at: number): number {
  const length = Math.max(0, int32(bytes, at))
  return Math.min(bytes.length, Math.ceil(length / 4) * 4)
}

/** Which days of the range an exception means; null = all of them. */
function recurrence(bytes: Uint8Array, at: number): RawRecurrence | null {
  const kind = uint16(bytes, at + 72)
  const byte = (offset: number) => uint8(bytes, at + 76 + offset)
  const every = Math.max(1, uint16(bytes, at + 78))
  const none = { kind, period: 1, month: 1, monthDay: 1, monthItem: 0, monthPosition: 0, daysOfWeek: 0 }
  switch (kind) {
    case 2:
      return { ...none, month: monthOf(byte(0)), monthDay: byte(1) }
    case 3:
      return { ...none, month: monthOf(byte(0)), monthPosition: byte(1), monthItem: byte(2) }
    case 4:
      return { ...none, monthDay: byte(0), period: Math.max(1, byte(2)) }
    case 5:
      return { ...none, monthPosition: byte(0), monthItem: byte(1), period: every }
    case 6:
      return { ...none, daysOfWeek: byte(0), period: every }
    case 7: {
      const period = Math.max(1, uint16(bytes, at + 76))
      return period === 1 ? null : { ...none, period }
    }
    default:
      return null
  }
}

function monthOf(stored: number): number {
  return Math.min(11, stored) + 1
}
