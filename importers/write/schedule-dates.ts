/** Computed dates of a task, `YYYY-MM-DD`, finish included; what a schedule result holds. */
export type ScheduledDates = { start: string; finish: string }

/** Computed dates by task id, for writers to put beside what the plan itself says. */
export type ScheduleDates = ReadonlyMap<string, ScheduledDates>
