import type { TriggerDef } from '@mikro-orm/postgresql'

/**
 * Notes the table in `project_counters.tables_in_use` of the project with its first row: reads of tasks, and what follows
 * their writes, look only into tables that are in use. A trigger, because rows come through many doors.
 * `column`: how a row names its project, itself or by a task. The migration creates the same trigger.
 */
export function notesUse(table: string, column: 'task_id' | 'project_id'): TriggerDef {
  return {
    name: 'note_table_in_use',
    timing: 'after',
    events: ['insert'],
    forEach: 'statement',
    expression: `create trigger "note_table_in_use" after insert on "${table}" referencing new table as new_rows
      for each statement execute function note_table_in_use('${column}')`,
  }
}
