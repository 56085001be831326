// Dates and calendars of the second engine, one day after the other.

import type { PlanCalendar } from '../../../compute/plan/plan-document.ts'

const MS_PER_DAY = 86_400_000

export function dayNumber(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / MS_PER_DAY
}

export function dateText(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10)
}

export class SlowCalendar {
  readonly weekdays: number[]
  readonly exceptions: { first: number; last: number; working: boolean }[]

  constructor(calendar: PlanCalendar) {
    this.weekdays = calendar.working_days ?? [1, 2, 3, 4, 5]
    this.exceptions = (calendar.exceptions ?? []).map((exception) => ({
      first: dayNumber(exception.from),
      last: dayNumber(exception.to),
      working: exception.working ?? false,
    }))
  }

  works(day: number): boolean {
    for (let at = this.exceptions.length - 1; at >= 0; at--) {
      const exception = this.exceptions[at]
      if (exception !== undefined && day >= exception.first && day <= exception.last) return exception.working
    }
    const sundayFirst = new Date(day * MS_PER_DAY).getUTCDay()
    return this.weekdays.includes(sundayFirst === 0 ? 7 : sundayFirst)
  }

  next(day: number): number {
    let at = day
    while (!this.works(at)) at++
    return at
  }

  prev(day: number): number {
    let at = day
    while (!this.works(at)) at--
    return at
  }

  finish(start: number, count: number): number {
    let at = start
    for (let done = 1; done < count; done++) at = this.next(at + 1)
    return at
  }

  start(finish: number, count: number): number {
    let at = finish
    for (let done = 1; done < count; done++) at = this.prev(at - 1)
    return at
  }

  count(from: number, to: number): number {
    let total = 0
    for (let at = from; at < to; at++) if (this.works(at)) total++
    return total
  }

  shift(day: number, count: number): number {
    let at = day
    for (let done = 0; done < count; done++) at = this.next(at + 1)
    for (let done = 0; done > count; done--) at = this.prev(at - 1)
    return at
  }
}
