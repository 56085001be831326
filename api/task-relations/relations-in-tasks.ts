import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { loadRelatedTasks } from './task-relation.queries.ts'

/** Whether a task is related to others. */
export const relationsInTasks: TaskPart<'hasRelatedLinks'> = { table: 'task_relation_ends', load: loadRelatedTasks }
