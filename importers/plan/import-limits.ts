/** Bounds on what a file may cost. Each has a default from the interface document and can be lowered by the caller. */
export type ImportLimits = {
  planFileBytes: number
  spreadsheetBytes: number
  spreadsheetRows: number
  spreadsheetInflatedBytes: number
  planJsonBytes: number
  trackerBytes: number
  trackerIssues: number
  /** What a plan may take once it is read. */
  outputBytes: number
  maxTasks: number
  maxResources: number
  maxLinks: number
  maxCalendars: number
  maxExceptions: number
  maxAssignments: number
  maxReceiptEntries: number
}

const MEGABYTE = 1024 * 1024

export const DEFAULT_LIMITS: ImportLimits = {
  planFileBytes: 50 * MEGABYTE,
  spreadsheetBytes: 10 * MEGABYTE,
  spreadsheetRows: 5000,
  spreadsheetInflatedBytes: 100 * MEGABYTE,
  planJsonBytes: 50 * MEGABYTE,
  trackerBytes: 25 * MEGABYTE,
  trackerIssues: 20_000,
  outputBytes: 512 * MEGABYTE,
  maxTasks: 20_000,
  maxResources: 20_000,
  maxLinks: 20_000,
  maxCalendars: 20_000,
  maxExceptions: 20_000,
  maxAssignments: 100_000,
  maxReceiptEntries: 1000,
}

/** The defaults with the caller's own values over them. */
export function importLimits(overrides: Partial<ImportLimits> | undefined): ImportLimits {
  return { ...DEFAULT_LIMITS, ...overrides }
}
