import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { loadLinkedRisks } from './linked-risks.queries.ts'

/** How many open risks speak of a task, and how severe they are at most. */
export const risksInTasks: TaskPart<'openRiskCount' | 'openRiskMaxSeverity'> = {
  table: 'risk_tasks',
  load: (ctx, idList) => loadLinkedRisks(ctx, idList),
}
