import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { CalendarLayer } from '../../calendars/compose-calendars.ts'
import { paintDays } from '../resource-calendars.ts'

/** Work of one resource in one project; a task without dates has neither. */
export interface Load {
  readonly task_id: string
  readonly units: number
  readonly start: string | null
  readonly finish: string | null
}

export interface Overload {
  /** Null: the task has no dates yet, so all open work counts together. */
  readonly day: number | null
  readonly load: number
}

/**
 * The first working day of a task on which its resource has more to do than it can. Undated work counts on every day.
 * Hundredths are counted, so that 0.1 + 0.2 is 0.3. One pass over the days and the loads.
 */
export function findOverload(
  loads: readonly Load[],
  taskId: string,
  capacity: number,
  calendar: CalendarLayer,
): Overload | null {
  const task = loads.find((load) => load.task_id === taskId)
  if (!task) return null
  const span = spanOf(task)
  const limit = hundredths(capacity)
  if (span === null) {
    const total = loads.reduce((sum, load) => sum + hundredths(load.units), 0)
    return total > limit ? { day: null, load: total / 100 } : null
  }
  const dayCount = span.lastDay - span.firstDay + 1
  const working = paintDays(calendar, span.firstDay, dayCount)
  const steps = loadSteps(loads, span.firstDay, dayCount)
  let load = 0
  for (let index = 0; index < dayCount; index++) {
    load += steps[index] as number
    if (load > limit && working[index] === 1) return { day: span.firstDay + index, load: load / 100 }
  }
  return null
}

function hundredths(units: number): number {
  return Math.round(units * 100)
}

function spanOf(load: Load): { firstDay: number; lastDay: number } | null {
  if (load.start === null || load.finish === null) return null
  const firstDay = parseCivilDay(load.start) as number
  return { firstDay, lastDay: Math.max(firstDay, parseCivilDay(load.finish) as number) }
}

/** By how much the load rises or falls on each day of the window. */
function loadSteps(loads: readonly Load[], firstDay: number, dayCount: number): Int32Array {
  const steps = new Int32Array(dayCount + 1)
  for (const load of loads) {
    const span = spanOf(load) ?? { firstDay, lastDay: firstDay + dayCount - 1 }
    const from = Math.max(span.firstDay - firstDay, 0)
    const to = Math.min(span.lastDay - firstDay, dayCount - 1)
    if (from > to) continue
    steps[from] = (steps[from] as number) + hundredths(load.units)
    steps[to + 1] = (steps[to + 1] as number) - hundredths(load.units)
  }
  return steps
}
