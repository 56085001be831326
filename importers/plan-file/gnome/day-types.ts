import type { XmlAttributes } from '../../xml/parse-xml.ts'
import type { RawCalendar, RawHours } from '../raw-project.ts'

type DayHours = RawHours[number]

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** Days of this kind are those of the calendar around it. */
const USE_BASE = '2'
const MINUTES_IN_DAY = 1440
/** What the planner works on a day whose hours nobody changed: 8 to 12 and 13 to 17. */
const USUAL_HOURS: ReadonlyMap<string, DayHours> = new Map([['0', { from: 480, minutes: 480 }]])

/** A calendar while it is read: each of its days is of a kind, and each kind may have hours of its own. */
export class KindsOfDays {
  readonly #around: KindsOfDays | null
  readonly #hours = new Map<string, DayHours>()
  #week: (string | null)[] = WEEKDAYS.map(() => null)
  #kind = ''
  readonly #days: { day: number; kind: string }[] = []

  constructor(around: KindsOfDays | null) {
    this.#around = around
  }

  takeWeek(attributes: XmlAttributes): void {
    this.#week = WEEKDAYS.map((name) => attributes[name] ?? null)
  }

  takeDay(day: number, kind: string): void {
    this.#days.push({ day, kind })
  }

  /** A kind of day without hours is a day off. */
  openKind(kind: string): void {
    this.#kind = kind
    this.#hours.set(kind, null)
  }

  /** Of the kind that was opened last; `start` and `end` are times of the day: `0800`. */
  takeHours({ start, end }: XmlAttributes): void {
    const from = minuteOf(start)
    // What ends at midnight ends with its day: `0000` to `0000` is all of it.
    const to = minuteOf(end) || MINUTES_IN_DAY
    if (from === null || end === undefined || to <= from) return
    const before = this.#hours.get(this.#kind) ?? null
    this.#hours.set(this.#kind, {
      from: Math.min(before?.from ?? from, from),
      minutes: (before?.minutes ?? 0) + to - from,
    })
  }

  /** Writes week, hours and single days into the calendar. */
  settle(calendar: RawCalendar): void {
    const hours = this.#week.map((kind) => (kind === null || kind === USE_BASE ? undefined : this.#hoursOf(kind)))
    calendar.week = hours.map((of) => (of === undefined ? null : of !== null))
    calendar.hours = hours.map((of) => of ?? null)
    for (const { day, kind } of this.#days) {
      if (kind === USE_BASE) continue
      const isWorking = this.#hoursOf(kind) !== null
      calendar.exceptions.push({ fromDay: day, toDay: day, name: null, isWorking, recurrence: null })
    }
  }

  #hoursOf(kind: string): DayHours {
    const own = this.#hours.get(kind)
    if (own !== undefined) return own
    return this.#around === null ? (USUAL_HOURS.get(kind) ?? null) : this.#around.#hoursOf(kind)
  }
}

function minuteOf(text: string | undefined): number | null {
  const [, hours, minutes] = /^(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return minute >= 0 && minute <= 1440 ? minute : null
}
