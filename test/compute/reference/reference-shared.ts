// Risks and drivers the plain way: the durations of one run after the other, from given draws.

export interface DrawnDriver {
  tasks: readonly number[]
  effect: 'factor' | 'shift'
  /** Factors as they are, or days; one a run. */
  values: readonly number[]
}

export interface DrawnRisk {
  tasks: readonly number[]
  /** Days, 0 where it did not happen; one a run. */
  days: readonly number[]
}

/**
 * Durations per task and run, before the elapsed part is taken off. Factors come first and are rounded to the grid, then
 * shifts; a delay counts on top of what is left of the task, at least its day.
 */
export function shareDurations(
  own: readonly (readonly number[])[],
  elapsed: readonly number[],
  drivers: readonly DrawnDriver[],
  risks: readonly DrawnRisk[],
  unitsPerDay: number,
): number[][] {
  return own.map((values, task) =>
    values.map((value, run) => {
      let days = value
      const hits = drivers.filter((driver) => driver.tasks.includes(task))
      for (const { values: factors } of hits.filter((driver) => driver.effect === 'factor')) {
        days = Math.floor(days * unitsPerDay * (factors[run] as number) + 0.5) / unitsPerDay
      }
      for (const { values: shifts } of hits.filter((driver) => driver.effect === 'shift')) {
        days = Math.max(0, days + (shifts[run] as number))
      }
      const delays = risks.filter((risk) => risk.tasks.includes(task)).map((risk) => risk.days[run] as number)
      const worked = elapsed[task] as number
      return worked + Math.max(1, days - worked) + delays.reduce((sum, delay) => sum + delay, 0)
    }),
  )
}
