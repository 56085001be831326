import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { loadLinkStatuses } from './link.queries.ts'
import { LINK_STATUSES } from './link.schema.ts'

/** How many links a task has, and the worst that one of them says. */
export const linksInTasks: TaskPart<'externalLinkSummary'> = {
  table: 'task_links',
  async load(ctx, idList) {
    const rows = await loadLinkStatuses(ctx, idList)
    return new Map(rows.map((row) => [row.task_id, { externalLinkSummary: summaryOf(row.statuses) }]))
  },
}

function summaryOf(statuses: readonly string[]) {
  const worst = LINK_STATUSES.find((status) => statuses.includes(status)) ?? null
  return { count: statuses.length, worst_status: worst }
}
