// What a computation reads of projects, in columns: one field a column, so that 20,000 rows are a few arrays.

/** Low bits of a task's packed word; its duration stands above them. */
export const ROW_FLAG = {
  inSet: 1,
  milestone: 2,
  stored: 4,
  critical: 8,
  pendingEstimate: 16,
  hasParent: 32,
  hasDates: 64,
  hasCalendar: 128,
  hasConstraint: 256,
  /** Its planned start is that of its sprint, in the place of one of its own. */
  startsWithSprint: 512,
  /** Deleted and without dates to clean up: only among changed rows. */
  gone: 1 << 15,
} as const
export const DURATION_SHIFT = 16

/** Low bits of a link's packed word, after its type; its lag stands above them. */
export const LINK_FLAG = { driving: 4, elapsed: 8 } as const
export const LINK_TYPE_MASK = 3
export const LAG_SHIFT = 4
/** Added to lags, so that none is below zero. */
export const LAG_OFFSET = 36_525

/** One column a field, tasks in id order. Beside the schedulable set stand live rows outside it and rows to clean up. */
export interface ScheduleRows extends LinkRows {
  readonly taskWords: Int32Array
  readonly flags: Int32Array
  /** Each task's number in its project. */
  readonly numbers: Int32Array
  readonly projectIndex: Int32Array
  readonly durationDays: Int32Array
  /** All zero for none. */
  readonly parentWords: Int32Array
  /** Empty when no task has a calendar of its own. */
  readonly calendarWords: Int32Array
  /** Four words a row that `constraint-words.ts` reads, all zero for none. Empty when no task is held to anything. */
  readonly constraintWords: Int32Array
  readonly plannedStartDay: Int32Array
  readonly actualStartDay: Int32Array
  readonly actualFinishDay: Int32Array
  readonly percentComplete: Float64Array
  /** Null beside estimates: a simulation reads none of them, so no pass can make its rows untrue. */
  readonly stored: StoredColumns | null
  /** Only where asked for. */
  readonly estimates: EstimateColumns | null
}

export interface LinkRows {
  readonly predecessorWords: Int32Array
  readonly successorWords: Int32Array
  readonly linkType: Int32Array
  readonly linkLagDays: Int32Array
  readonly linkFlags: Int32Array
}

/** What the last pass stored. */
export interface StoredColumns {
  readonly earlyStartDay: Int32Array
  readonly earlyFinishDay: Int32Array
  readonly lateStartDay: Int32Array
  readonly lateFinishDay: Int32Array
  readonly scheduledStartDay: Int32Array
  readonly totalFloatDays: Int32Array
  readonly freeFloatDays: Int32Array
}

export interface EstimateColumns {
  readonly optimisticDays: Int32Array
  readonly mostLikelyDays: Int32Array
  readonly pessimisticDays: Int32Array
  /** 1 for tasks sampled from the team's velocity. */
  readonly isScrum: Int32Array
  /** NaN for none. */
  readonly storyPoints: Float64Array
}

/** A moment of one project's rows. */
export interface RowsState {
  /** The cursor of the project: every row changed later carries a greater one. */
  readonly syncSeq: number
  /** Changes with every write of the project's own row, and so with every pass that stores dates. */
  readonly stamp: string
}
