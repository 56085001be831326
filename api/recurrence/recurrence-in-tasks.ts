import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { loadTemplatesAmong } from './recurrence.queries.ts'

/** Whether a task is done again and again. */
export const recurrenceInTasks: TaskPart<'hasRecurrence'> = { table: 'recurrence_rules', load: loadTemplatesAmong }
