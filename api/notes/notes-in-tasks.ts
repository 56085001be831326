import { instantText } from '../platform/db/sql.ts'
import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { loadLatestNotes } from './note.queries.ts'

/** When somebody last noted something of a task. */
export const notesInTasks: TaskPart<'latestNoteAt'> = {
  table: 'task_notes',
  async load(ctx, idList) {
    const rows = await loadLatestNotes(ctx, idList)
    return new Map(rows.map((row) => [row.task_id, { latestNoteAt: instantText(row.latest) }]))
  },
}
