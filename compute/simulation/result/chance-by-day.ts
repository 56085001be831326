export interface Chance {
  /** Share of the runs, 0 to 1. */
  share: number
  /** Standard error of the share. Where all runs agree it is that of one run among them that does not. */
  error: number
}

/**
 * Share of the runs that finish on or before a day; `finishDays` ascend. Null where every run ends on one day: then nothing
 * was drawn that decides the finish, and what all runs agree on is no chance.
 */
export function chanceByDay(finishDays: Int32Array, day: number): Chance | null {
  const runs = finishDays.length
  if (finishDays[0] === finishDays[runs - 1]) return null
  let low = 0
  let high = runs
  while (low < high) {
    const middle = (low + high) >> 1
    if (finishDays[middle] <= day) low = middle + 1
    else high = middle
  }
  const open = Math.min(Math.max(low, 1), runs - 1) / runs
  return { share: low / runs, error: Math.sqrt((open * (1 - open)) / runs) }
}
