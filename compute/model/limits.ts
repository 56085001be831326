// Bounds the engine refuses beyond. They protect the arithmetic (day numbers stay in 32 bits and in four-digit
// years) and the machine; the counts of links can be raised by a caller that knows its input.

/** Longest run of non-working days a search for a working day crosses. */
export const MAX_GAP_DAYS = 36_600
/** Longest duration, estimate and absolute lag. */
export const MAX_DURATION_DAYS = 36_525
/** Longest path, and the furthest a constraint, status date or actual may lie from the project start. */
export const MAX_SPAN_DAYS = 366_000
export const MAX_CALENDAR_EXCEPTIONS = 100_000
/** Days of all calendar tables of one plan together: 256 MB of positions, and far beyond any real plan. */
export const MAX_TABLE_DAYS = 64_000_000
/** Sprints one sampled task may take, and the slack the sampling horizon grants. */
export const MAX_SPRINTS = 10_000

export interface ScheduleLimits {
  /** Links as given. */
  maxLinks: number
  /** Links after those of summaries are spread over their leaves. */
  maxExpandedLinks: number
}

/** Counts a million tasks with some links each stay below; a service that means less says so. */
export const DEFAULT_LIMITS: ScheduleLimits = { maxLinks: 8_000_000, maxExpandedLinks: 8_000_000 }
