export interface Chance {
  /** Share of the runs, 0 to 1. */
  share: number
  /** Standard error of the share. */
  error: number
}

/** Share of the runs that finish on or before a day; `finishDays` ascend. */
export function chanceByDay(finishDays: Int32Array, day: number): Chance {
  let low = 0
  let high = finishDays.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (finishDays[middle] <= day) low = middle + 1
    else high = middle
  }
  const share = low / finishDays.length
  return { share, error: Math.sqrt((share * (1 - share)) / finishDays.length) }
}
