import type { Diagnostics } from '../../../importers/plan/diagnostics.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'
import { readStoredLines } from './read-chunks.ts'

export const MAX_LINES = 100_000

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

export interface ExistingTask {
  readonly id: string
  readonly parentId: string | null
  readonly canHold: boolean
  readonly isPhase: boolean
  /** Something stands below it, if only subtasks. */
  readonly holds: boolean
}

/** First reading: which lines can be used, which of them are new, and where they want to stand. */
export async function surveyLines(
  ctx: Ctx<unknown>,
  { requestId, projectId }: { requestId: string; projectId: string },
  diagnostics: Diagnostics,
): Promise<Survey> {
  const existing = await loadExisting(ctx, projectId)
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

/** Of several tasks with one external id the newest counts. */
async function loadExisting(ctx: Ctx<unknown>, projectId: string): Promise<Map<string, ExistingTask>> {
  const rows = await sql<{
    external_id: string
    id: string
    parent_id: string | null
    can_hold: boolean
    is_phase: boolean
    holds: boolean
  }>(
    ctx,
    `select distinct on (external_id) external_id, id, parent_id,
       not is_subtask and not is_milestone and wbs_order is not null as can_hold,
       own_status is not null or own_estimate is not null as is_phase,
       exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as holds
     from tasks t where project_id = $1 and external_id is not null and not is_deleted
     order by external_id, number desc`,
    [projectId],
  )
  return new Map(
    rows.map((row) => [
      row.external_id,
      { id: row.id, parentId: row.parent_id, canHold: row.can_hold, isPhase: row.is_phase, holds: row.holds },
    ]),
  )
}
