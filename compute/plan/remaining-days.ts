/** Days of the duration already worked. Multiply, divide, truncate: the order decides the last bit. */
export function elapsedDays(durationDays: number, percentComplete: number): number {
  return percentComplete <= 0 ? 0 : Math.trunc((durationDays * Math.min(percentComplete, 100)) / 100)
}

/** Days still to be laid out for an unfinished task. */
export function remainingDays(durationDays: number, percentComplete: number): number {
  return Math.max(0, durationDays - elapsedDays(durationDays, percentComplete))
}
