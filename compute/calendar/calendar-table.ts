// Working-day arithmetic by table. For every calendar a window of days is laid out once: `ranks` counts the working
// days before each day, `days` lists the working days. Every operation is then two reads. Days outside the window
// come back as one of two sentinels (`firstDay - 1` below, `endDay` above), so a pass never leaves the tables; whoever
// runs it looks for sentinels in the result and repeats with a wider window.

import { MAX_GAP_DAYS } from '../model/limits.ts'
import type { CalendarColumns } from '../model/schedule-columns.ts'
import { paintWorkingDays } from './paint-working-days.ts'

export class CalendarTable {
  readonly firstDay: number
  /** First day after the window. */
  readonly endDay: number
  readonly calendarCount: number
  /** Row length of `ranks`: days of the window plus one. */
  readonly rankStride: number
  readonly ranks: Int32Array
  readonly days: Int32Array
  /** Where in `days` the working day of rank 0 of each calendar stands; sentinels stand around each row. */
  readonly dayOffset: Int32Array
  readonly workingCount: Int32Array
  /** 1 where no search may pass the last working day of the window: nothing, or a gap too wide, follows. */
  readonly isCutAbove: Uint8Array
  readonly isCutBelow: Uint8Array

  constructor(calendars: readonly CalendarColumns[], anchorDay: number, firstDay: number, endDay: number) {
    this.firstDay = firstDay
    this.endDay = endDay
    this.calendarCount = calendars.length
    this.rankStride = endDay - firstDay + 1
    this.ranks = new Int32Array(this.rankStride * calendars.length)
    this.dayOffset = new Int32Array(calendars.length)
    this.workingCount = new Int32Array(calendars.length)
    this.isCutAbove = new Uint8Array(calendars.length)
    this.isCutBelow = new Uint8Array(calendars.length)
    const painted = calendars.map((calendar) => paintWorkingDays(calendar, firstDay, endDay - firstDay))
    painted.forEach((working, calendar) => {
      this.isCutAbove[calendar] = cutAbove(working, anchorDay - firstDay)
      this.isCutBelow[calendar] = cutBelow(working, anchorDay - firstDay)
      this.workingCount[calendar] = this.#rank(working, calendar)
    })
    this.days = new Int32Array(this.workingCount.reduce((sum, count) => sum + count + 2, 0))
    let offset = 1
    painted.forEach((working, calendar) => {
      this.dayOffset[calendar] = offset
      this.#list(working, offset)
      offset += this.workingCount[calendar] + 2
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
    return this.ranks[calendar * this.rankStride + index]
  }

  /** The working day of a rank; a sentinel where the window holds none. */
  dayAt(calendar: number, rank: number): number {
    const count = this.workingCount[calendar]
    return this.days[this.dayOffset[calendar] + Math.max(-1, Math.min(rank, count))]
  }

  #rank(working: Uint8Array, calendar: number): number {
    const row = calendar * this.rankStride
    let rank = 0
    for (let index = 0; index < working.length; index++) {
      this.ranks[row + index] = rank
      rank += working[index]
    }
    this.ranks[row + working.length] = rank
    return rank
  }

  #list(working: Uint8Array, offset: number): void {
    let at = offset
    this.days[at - 1] = this.firstDay - 1
    for (let index = 0; index < working.length; index++) {
      if (working[index] === 1) this.days[at++] = this.firstDay + index
    }
    this.days[at] = this.endDay
  }
}

/** Erases the working days beyond the first gap too wide to cross, seen upwards from the anchor. */
function cutAbove(working: Uint8Array, anchorIndex: number): number {
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
