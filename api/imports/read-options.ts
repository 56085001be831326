import type { ReadOptions } from '../../importers/read-plan.ts'
import type { OutlineWish } from '../../importers/spreadsheet/outlines.ts'
import { weekdaysOf } from '../calendars/compose-calendars.ts'
import { composeProjectCalendar } from '../calendars/project-calendar.ts'
import type { Ctx } from '../platform/context.ts'
import { type ImportKind, importFacts } from './import-kinds.ts'
import type { DateOrder } from './spreadsheet/spreadsheet-options.ts'
import { findProjectStart } from './writing/plan.queries.ts'

/**
 * What the importer needs to know of the project and the installation. Caps come from the settings of part 8. Without a project
 * for a file that is to make one.
 */
export async function readOptions(
  ctx: Ctx<unknown>,
  projectId: string | null,
  kind: ImportKind,
  asked: Readonly<Record<string, unknown>>,
): Promise<ReadOptions> {
  const { config } = ctx.services
  const startDate = projectId === null ? undefined : await findProjectStart(ctx, projectId)
  const { expects } = importFacts(kind)
  const calendar = projectId === null ? null : await composeProjectCalendar(ctx, projectId)
  const megabyte = 1024 * 1024
  return {
    limits: {
      planFileBytes: config.planfileMaxUploadMb * megabyte,
      spreadsheetBytes: config.csvImportMaxUploadMb * megabyte,
      spreadsheetRows: config.csvImportMaxRows,
      spreadsheetInflatedBytes: config.csvImportMaxUncompressedMb * megabyte,
      trackerBytes: config.trackerImportMaxUploadMb * megabyte,
      trackerIssues: config.trackerImportMaxRows,
      outputBytes: config.converterMaxOutputMb * megabyte,
      maxTasks: config.planfileMaxRows,
      maxResources: config.planfileMaxRows,
      maxLinks: config.planfileMaxRows,
    },
    ...(expects && { expects }),
    ...(asked.column_map === undefined ? {} : { columnMap: asked.column_map as Record<string, string> }),
    ...(asked.date_order === undefined ? {} : { dateOrder: asked.date_order as DateOrder }),
    ...(asked.source_project === undefined ? {} : { project: asked.source_project as string }),
    ...(asked.header_row === undefined ? {} : { headerRow: asked.header_row as number }),
    ...(asked.last_row === undefined ? {} : { lastRow: asked.last_row as number }),
    ...(asked.outline === undefined ? {} : { outline: asked.outline as OutlineWish }),
    ...(asked.sheet === undefined ? {} : { sheet: asked.sheet as string }),
    ...(startDate !== undefined && { startDate }),
    ...(calendar && {
      calendar: { working_days: weekdaysOf(calendar.workingDays), exceptions: [...calendar.exceptions] },
    }),
  }
}
