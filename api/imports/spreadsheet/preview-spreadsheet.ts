import { readFile } from 'node:fs/promises'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import type { UploadedFile } from '../../platform/http/route.ts'
import { refusalOfImport } from '../import.errors.ts'
import { readOptions } from '../read-options.ts'
import type { SpreadsheetOptions } from './spreadsheet-options.ts'

/** Reads a sheet on an importer thread exactly as the import would, and writes nothing. */
export async function previewSpreadsheet(
  ctx: Ctx<ProjectScope>,
  file: UploadedFile,
  options: SpreadsheetOptions,
): Promise<object> {
  const bytes = await readFile(file.path)
  const answer = await ctx.services.imports.preview(
    bytes,
    file.fileName,
    await readOptions(ctx, ctx.scope.projectId, 'spreadsheet', options),
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
