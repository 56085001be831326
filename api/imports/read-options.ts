import type { ReadOptions } from '../../importers/read-plan.ts'
import { weekdaysOf } from '../calendars/compose-calendars.ts'
import { composeProjectCalendar } from '../calendars/project-calendar.ts'
import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import type { DateOrder } from './spreadsheet/spreadsheet-options.ts'

/** What the importer needs to know of the project and the installation. Caps come from the settings of part 8. */
export async function readOptions(
  ctx: Ctx<unknown>,
  projectId: string,
  asked: Readonly<Record<string, unknown>>,
  kind: string = 'spreadsheet',
): Promise<ReadOptions> {
  const { config } = ctx.services
  const project = await sqlOne<{ start_date: string }>(ctx, 'select start_date from projects where id = $1', [
    projectId,
  ])
  const calendar = await composeProjectCalendar(ctx, projectId)
  const megabyte = 1024 * 1024
  return {
    limits: {
      planFileBytes: config.planfileMaxUploadMb * megabyte,
      spreadsheetBytes: config.csvImportMaxUploadMb * megabyte,
      spreadsheetRows: config.csvImportMaxRows,
      spreadsheetInflatedBytes: config.csvImportMaxUncompressedMb * megabyte,
      trackerBytes: config.trackerImportMaxUploadMb * megabyte,
      trackerIssues: config.trackerImportMaxRows,
      maxTasks: config.planfileMaxRows,
      maxResources: config.planfileMaxRows,
      maxLinks: config.planfileMaxRows,
    },
    ...(kind === 'plan_file' || kind === 'tracker' ? { expects: kind } : {}),
    ...(asked.column_map === undefined ? {} : { columnMap: asked.column_map as Record<string, string> }),
    ...(asked.date_order === undefined ? {} : { dateOrder: asked.date_order as DateOrder }),
    ...(project === undefined ? {} : { startDate: project.start_date }),
    calendar: { working_days: weekdaysOf(calendar.workingDays), exceptions: [...calendar.exceptions] },
  }
}
