// What is asked of whole columns before any task is looked at by itself: how far their values reach. Nearly always that is enough
// to know that no task and no link breaks a rule.

/** Of all tasks, summaries among them, and of all links. */
export interface ColumnSurvey {
  leastParent: number
  greatestParent: number
  leastCalendar: number
  greatestCalendar: number
  leastDuration: number
  /** Of durations and estimates. */
  longestDays: number
  /** `NO_DAY`, as of what follows, where none is given. */
  greatestPlanned: number
  /** Of recorded starts and finishes. */
  leastRecorded: number
  greatestRecorded: number
  leastLag: number
  greatestLag: number
  /** Whether a recorded finish comes before the recorded start. */
  hasReversal: boolean
  /** Whether the three estimates of any task are out of order. */
  hasDisorder: boolean
  /** Whether a percentage is not finite, or story points are infinite. */
  hasOddNumber: boolean
  /** Whether anything has a percentage above 0. */
  hasProgress: boolean
  hasElapsedLag: boolean
}
