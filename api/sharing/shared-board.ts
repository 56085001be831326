import type { Ctx } from '../platform/context.ts'
import type { Project } from '../projects/project.entity.ts'
import type { SharedBoard } from './share.schema.ts'
import type { ShareLink } from './share-link.entity.ts'
import { BY_PRIORITY, ON_BOARD } from './shared-task.queries.ts'
import { loadSharedTasks } from './shared-tasks.ts'

/** The columns a board has unless somebody arranged it otherwise. The backlog is nobody else's business. */
const COLUMNS = [
  { key: 'NOT_STARTED', label: 'To Do' },
  { key: 'IN_PROGRESS', label: 'In Progress' },
  { key: 'REVIEW', label: 'Review' },
  { key: 'COMPLETE', label: 'Done' },
]

export async function sharedBoard(ctx: Ctx<unknown>, link: ShareLink, project: Project): Promise<SharedBoard> {
  const { tasks, isTruncated } = await loadSharedTasks(ctx, project, {
    condition: ON_BOARD,
    order: BY_PRIORITY,
    limit: ctx.services.config.shareBoardMaxCards,
    showAssignees: link.show_assignees,
  })
  const cards = tasks.map((task) => ({
    short_id: task.short_id,
    name: task.name,
    status: task.status,
    is_milestone: task.is_milestone,
    percent_complete: task.percent_complete,
    due_date: task.early_finish ?? task.planned_start,
    assignee: task.assignee,
  }))
  return {
    content_kind: 'board',
    project: { name: project.name, short_id: project.code },
    columns: COLUMNS.map((column) => ({ ...column, cards: cards.filter((card) => card.status === column.key) })),
    show_assignees: link.show_assignees,
    truncated: isTruncated,
  }
}
