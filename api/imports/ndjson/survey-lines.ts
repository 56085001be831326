import type { Diagnostics } from '../../../importers/plan/diagnostics.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { findNamedTasks } from './ndjson.queries.ts'
import { readStoredLines } from './read-chunks.ts'

const MAX_LINES = 100_000

/** What is remembered of a line between the two readings: enough to place it, not what it says. */
export interface SurveyedLine {
  readonly row: number
  readonly id: string
  readonly isNew: boolean
  /** As the line names it; undefined when it does not. */
  readonly wantedParent: string | null | undefined
}

export interface Survey {
  readonly lines: ReadonlyMap<string, SurveyedLine>
  /** Live tasks of the project that carry an external id. */
  readonly existing: ReadonlyMap<string, ExistingTask>
  readonly rowsRead: number
}

export type ExistingTask = Awaited<ReturnType<typeof findNamedTasks>>[number]

/** First reading: which lines can be used, which of them are new, and where they want to stand. */
export async function surveyLines(
  ctx: Ctx<unknown>,
  { requestId, projectId }: { requestId: string; projectId: string },
  diagnostics: Diagnostics,
): Promise<Survey> {
  const existing = new Map((await findNamedTasks(ctx, projectId)).map((task) => [task.external_id, task]))
  const lines = new Map<string, SurveyedLine>()
  let rowsRead = 0
  for await (const { row, line } of readStoredLines(ctx, requestId, diagnostics)) {
    rowsRead += 1
    if (rowsRead > MAX_LINES) throw new ImportRefusal('too_many_tasks', `the file holds more than ${MAX_LINES} lines`)
    if (line === null) continue
    const known = existing.get(line.external_id)
    if (lines.has(line.external_id)) {
      diagnostics.error('duplicate_external_id', { row, field: 'external_id' }, 'an earlier line has the same id')
    } else if (known === undefined && line.name === undefined) {
      diagnostics.error('missing_name', { row, field: 'name' }, 'a new task needs a name')
    } else {
      const id = known?.id ?? newId()
      lines.set(line.external_id, { row, id, isNew: known === undefined, wantedParent: line.parent })
    }
  }
  if (rowsRead === 0) throw new ImportRefusal('empty_file', 'the file holds no line')
  return { lines, existing, rowsRead }
}
