import { readFile } from 'node:fs/promises'
import type { Ctx } from '../../platform/context.ts'
import type { UploadedFile } from '../../platform/http/route.ts'
import { refusalOfImport } from '../import.errors.ts'
import { readOptions } from '../read-options.ts'
import type { SpreadsheetOptions } from './spreadsheet-options.ts'

/**
 * Reads a sheet on an importer thread exactly as the import would, and writes nothing. Without a project it is read as one
 * that has none of its own settings would read it.
 */
export async function previewSpreadsheet(
  ctx: Ctx<unknown>,
  projectId: string | null,
  file: UploadedFile,
  options: SpreadsheetOptions,
): Promise<object> {
  const bytes = await readFile(file.path)
  const answer = await ctx.services.imports.preview(
    bytes,
    file.fileName,
    await readOptions(ctx, projectId, 'spreadsheet', options),
    { signal: ctx.signal },
  )
  if (!answer.ok) throw refusalOfImport(answer.refusal)
  const { preview } = answer
  const ceiling = ctx.services.config.scheduleTaskCeiling
  const advice =
    preview.task_count > ceiling
      ? [`${preview.task_count} tasks: above the comfortable size of ${ceiling} tasks a project.`]
      : []
  return { ...preview, warnings: [...preview.warnings, ...advice] }
}
