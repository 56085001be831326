import type { ImportLimits } from '../../../importers/plan/import-limits.ts'

const MEGABYTE = 1024 * 1024

/**
 * What the command reads of files: sizes are a matter between people and their own machine. What bounds a service, which
 * reads the files of strangers, are the defaults.
 */
export const FILE_LIMITS: Partial<ImportLimits> = {
  planFileBytes: 512 * MEGABYTE,
  planJsonBytes: 512 * MEGABYTE,
  spreadsheetBytes: 512 * MEGABYTE,
  spreadsheetInflatedBytes: 1024 * MEGABYTE,
  spreadsheetRows: 20_000,
  trackerBytes: 512 * MEGABYTE,
  outputBytes: 4096 * MEGABYTE,
}
