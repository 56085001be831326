import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { DecisionRow, NoteRow } from './note.queries.ts'
import type { Decision, Note } from './note.schema.ts'

const instants = (row: Pick<NoteRow, 'edited_at' | 'created_at'>) => ({
  edited_at: instantText(row.edited_at),
  created_at: instantText(row.created_at) as string,
})

/** Deleted notes are never shown, so that nothing is told of a deletion. */
export function presentNote({ task_id, ...row }: NoteRow): Note {
  return { ...row, ...instants(row), task: task_id, is_deleted: false, deleted_at: null, deleted_by: null }
}

export function presentDecision(row: DecisionRow, ctx: Ctx<ProjectScope>): Decision {
  const { task_id, task_name, task_number, sprint_id, sprint_name, ...note } = row
  return {
    ...note,
    ...instants(row),
    task: { id: task_id, name: task_name, short_id: `${ctx.scope.code}-T-${task_number}` },
    sprint: sprint_id === null ? null : { id: sprint_id, name: sprint_name ?? '' },
  }
}
