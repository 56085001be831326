// Working-day arithmetic by table. For every calendar a window of days is laid out once: `ranks` counts the working
// days before each day, `days` lists the working days. Every operation is then two reads. Days outside the window
// come back as one of two sentinels (`firstDay - 1` below, `endDay` above), so a pass never leaves the tables; whoever
// runs it looks for sentinels in the result and repeats with a wider window.

import { MAX_GAP_DAYS } from '../model/limits.ts'
import type { CalendarColumns } from '../plan/calendar-days.ts'
import { paintWorkingDays } from '../plan/calendar-days.ts'

export class CalendarTable {
  readonly firstDay: number
  /** First day after the window. */
  readonly endDay: number
  readonly ranks: Int32Array
  readonly days: Int32Array
  /** Where in `ranks` the row of each calendar begins. Calendars that are equal share their rows. */
  readonly rankOffset: Int32Array
  /** Where in `days` the working day of rank 0 of each calendar stands; sentinels stand around each row. */
  readonly dayOffset: Int32Array
  readonly workingCount: Int32Array
  /** 1 where no search may pass the last working day of the window: nothing, or a gap too wide, follows. */
  readonly isCutAbove: Uint8Array
  readonly isCutBelow: Uint8Array

  /** `rowOf` names, per calendar, the calendar whose rows it uses: itself, an equal one, or any when it is not in use. */
  constructor(
    calendars: readonly CalendarColumns[],
    rowOf: Int32Array,
    anchorDay: number,
    firstDay: number,
    endDay: number,
  ) {
    this.firstDay = firstDay
    this.endDay = endDay
    this.rankOffset = new Int32Array(calendars.length)
    this.dayOffset = new Int32Array(calendars.length)
    this.workingCount = new Int32Array(calendars.length)
    this.isCutAbove = new Uint8Array(calendars.length)
    this.isCutBelow = new Uint8Array(calendars.length)
    const length = endDay - firstDay
    const rows = Array.from(rowOf.keys()).filter((calendar) => rowOf[calendar] === calendar)
    this.ranks = new Int32Array((length + 1) * rows.length)
    const painted = rows.map((calendar) => paintWorkingDays(calendars[calendar], firstDay, length))
    rows.forEach((calendar, row) => {
      this.isCutAbove[calendar] = cutAbove(painted[row], anchorDay - firstDay)
      this.isCutBelow[calendar] = cutBelow(painted[row], anchorDay - firstDay)
      this.rankOffset[calendar] = row * (length + 1)
      this.workingCount[calendar] = countUp(painted[row], this.ranks, this.rankOffset[calendar])
    })
    this.days = new Int32Array(rows.reduce((sum, calendar) => sum + this.workingCount[calendar] + 2, 0))
    let offset = 1
    rows.forEach((calendar, row) => {
      this.dayOffset[calendar] = offset
      listDays(painted[row], firstDay, this.days, offset)
      offset += this.workingCount[calendar] + 2
    })
    const shared = [this.rankOffset, this.dayOffset, this.workingCount, this.isCutAbove, this.isCutBelow]
    rowOf.forEach((row, calendar) => {
      for (const column of shared) column[calendar] = column[row]
    })
  }

  /** `day` when it is a working day, else the first one after it. */
  nextDay(calendar: number, day: number): number {
    return this.days[this.dayOffset[calendar] + this.rankOf(calendar, day)]
  }

  /** `day` when it is a working day, else the last one before it. */
  previousDay(calendar: number, day: number): number {
    return this.days[this.dayOffset[calendar] + this.rankOf(calendar, day + 1) - 1]
  }

  /** Last day of `count` working days begun on `startDay`, which counts as the first even when it is not one. */
  finishDay(calendar: number, startDay: number, count: number): number {
    return count <= 1 ? startDay : this.dayAt(calendar, this.rankOf(calendar, startDay + 1) + count - 2)
  }

  /** First day of `count` working days ended on `finishDay`, which counts as the last even when it is not one. */
  startDay(calendar: number, finishDay: number, count: number): number {
    return count <= 1 ? finishDay : this.dayAt(calendar, this.rankOf(calendar, finishDay) - count + 1)
  }

  /** Working days in `fromDay` to `toDay`, the latter excluded; never negative. */
  countDays(calendar: number, fromDay: number, toDay: number): number {
    return toDay <= fromDay ? 0 : this.rankOf(calendar, toDay) - this.rankOf(calendar, fromDay)
  }

  /** The working day `count` working days after a working day, or before it when negative. */
  shiftDay(calendar: number, workingDay: number, count: number): number {
    return this.dayAt(calendar, this.rankOf(calendar, workingDay) + count)
  }

  /** Working days of the window before `day`. */
  rankOf(calendar: number, day: number): number {
    const index = day < this.firstDay ? 0 : day > this.endDay ? this.endDay - this.firstDay : day - this.firstDay
    return this.ranks[this.rankOffset[calendar] + index]
  }

  /** The working day of a rank; a sentinel where the window holds none. */
  dayAt(calendar: number, rank: number): number {
    const count = this.workingCount[calendar]
    return this.days[this.dayOffset[calendar] + Math.max(-1, Math.min(rank, count))]
  }
}

/** Writes how many working days lie before each day of the window and before its end; returns the latter. */
function countUp(working: Uint8Array, ranks: Int32Array, offset: number): number {
  let rank = 0
  for (let index = 0; index < working.length; index++) {
    ranks[offset + index] = rank
    rank += working[index]
  }
  ranks[offset + working.length] = rank
  return rank
}

/** Lists the working days, and a sentinel before and after them. */
function listDays(working: Uint8Array, firstDay: number, days: Int32Array, offset: number): void {
  let at = offset
  days[at - 1] = firstDay - 1
  for (let index = 0; index < working.length; index++) {
    // The day after the last working one is written over by the sentinel.
    days[at] = firstDay + index
    at += working[index]
  }
  days[at] = firstDay + working.length
}

/** Erases the working days beyond the first gap too wide to cross, seen upwards from the anchor. */
function cutAbove(working: Uint8Array, anchorIndex: number): number {
  if (working.length - anchorIndex <= MAX_GAP_DAYS) return 0
  let lastWorking = anchorIndex - 1
  for (let index = anchorIndex; index < working.length; index++) {
    if (working[index] === 1) lastWorking = index
    if (index - lastWorking > MAX_GAP_DAYS) {
      working.fill(0, index)
      return 1
    }
  }
  return 0
}

function cutBelow(working: Uint8Array, anchorIndex: number): number {
  if (anchorIndex <= MAX_GAP_DAYS) return 0
  let lastWorking = anchorIndex
  for (let index = anchorIndex - 1; index >= 0; index--) {
    if (working[index] === 1) lastWorking = index
    if (lastWorking - index > MAX_GAP_DAYS) {
      working.fill(0, 0, index + 1)
      return 1
    }
  }
  return 0
}
