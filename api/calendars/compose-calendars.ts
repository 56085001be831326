// Several calendars laid over each other make one: a day works only if every calendar says so. Within one calendar a day
// off beats an extra working day. A sweep over the ends of all ranges costs ranges × calendars; only a stretch in which
// some calendars work by exception and others by their week is walked day by day.

import { isoWeekday } from '../../compute/plan/civil-day.ts'

export const EVERY_DAY = 127
export const MONDAY_TO_FRIDAY = 31

export interface CalendarRange {
  readonly fromDay: number
  readonly toDay: number
  readonly isWorking: boolean
}

/** One calendar: bit 0 of the mask is Monday; ranges are inclusive day numbers and may overlap. */
export interface CalendarLayer {
  readonly workingDays: number
  readonly ranges: readonly CalendarRange[]
}

/** The calendar of all layers together, its ranges in order and apart from each other. No layers: Monday to Friday. */
export function composeCalendars(layers: readonly CalendarLayer[]): CalendarLayer {
  const workingDays = layers.reduce(
    (mask, layer) => mask & layer.workingDays,
    layers.length > 0 ? EVERY_DAY : MONDAY_TO_FRIDAY,
  )
  const out: CalendarRange[] = []
  const state = layers.map(() => ({ offCount: 0, workingCount: 0 }))
  const ends = rangeEnds(layers)
  for (let index = 0; index < ends.length; index++) {
    const { layer, range, step, day } = ends[index]!
    if (range.isWorking) state[layer]!.workingCount += step
    else state[layer]!.offCount += step
    const next = ends[index + 1]
    if (!next || next.day === day) continue
    addStretch(out, { fromDay: day, toDay: next.day - 1 }, workingDays, stretchMask(layers, state))
  }
  return { workingDays, ranges: out }
}

interface RangeEnd {
  day: number
  step: 1 | -1
  layer: number
  range: CalendarRange
}

function rangeEnds(layers: readonly CalendarLayer[]): RangeEnd[] {
  return layers
    .flatMap((each, layer) =>
      each.ranges.flatMap((range): RangeEnd[] => [
        { day: range.fromDay, step: 1, layer, range },
        { day: range.toDay + 1, step: -1, layer, range },
      ]),
    )
    .sort((a, b) => a.day - b.day)
}

/** The weekdays that work in a stretch where no range begins or ends; null when somebody is off. */
function stretchMask(
  layers: readonly CalendarLayer[],
  state: readonly { offCount: number; workingCount: number }[],
): number | null {
  if (state.some((each) => each.offCount > 0)) return null
  return layers.reduce(
    (mask, layer, index) => (state[index]!.workingCount > 0 ? mask : mask & layer.workingDays),
    EVERY_DAY,
  )
}

function addStretch(
  out: CalendarRange[],
  stretch: { fromDay: number; toDay: number },
  workingDays: number,
  mask: number | null,
): void {
  if (mask === null) addRange(out, { ...stretch, isWorking: false })
  else if (mask === EVERY_DAY && workingDays !== EVERY_DAY) addRange(out, { ...stretch, isWorking: true })
  else if (mask !== workingDays) addExtraDays(out, stretch, mask & ~workingDays)
}

function addExtraDays(out: CalendarRange[], stretch: { fromDay: number; toDay: number }, weekdays: number): void {
  for (let day = stretch.fromDay; day <= stretch.toDay; day++) {
    if (weekdays & (1 << (isoWeekday(day) - 1))) addRange(out, { fromDay: day, toDay: day, isWorking: true })
  }
}

/** Joins with the range before when it continues it. */
function addRange(out: CalendarRange[], range: CalendarRange): void {
  const last = out.at(-1)
  if (last && last.isWorking === range.isWorking && last.toDay + 1 === range.fromDay) {
    out[out.length - 1] = { ...last, toDay: range.toDay }
  } else out.push(range)
}

/** Whether a day works in a composed calendar (ranges apart from each other). */
export function isWorkingDay(calendar: CalendarLayer, day: number): boolean {
  const range = calendar.ranges.find((each) => each.fromDay <= day && day <= each.toDay)
  return range ? range.isWorking : (calendar.workingDays & (1 << (isoWeekday(day) - 1))) !== 0
}

/** How far a search for a working day goes; the scheduler refuses calendars with a longer gap. */
const REACH_DAYS = 36_600

/** The first working day at or after `day`, or null when none is in reach. */
export function nextWorkingDay(calendar: CalendarLayer, day: number): number | null {
  for (let candidate = day; candidate <= day + REACH_DAYS; candidate++) {
    const off = calendar.ranges.find(
      (range) => !range.isWorking && range.fromDay <= candidate && candidate <= range.toDay,
    )
    if (off) candidate = off.toDay
    else if (isWorkingDay(calendar, candidate)) return candidate
    else if (
      calendar.workingDays === 0 &&
      !calendar.ranges.some((range) => range.isWorking && range.fromDay > candidate)
    )
      return null
  }
  return null
}

/** ISO weekdays (1 = Monday) of a mask whose lowest bit is Monday. */
export function weekdaysOf(mask: number): number[] {
  return [1, 2, 3, 4, 5, 6, 7].filter((weekday) => mask & (1 << (weekday - 1)))
}
