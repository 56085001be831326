import { actorId } from '../../platform/context.ts'
import type { TaskPart } from '../../tasks/reading/task-relatives.ts'
import { findTasksMentioning } from './mention.queries.ts'

/** Whether a comment on a task mentions the viewer, who is then told why it is blocked. */
export const mentionsInTasks: TaskPart<'mentionsViewer'> = {
  table: 'comments',
  async load(ctx, idList) {
    const viewerId = actorId(ctx)
    const rows = viewerId === null ? [] : await findTasksMentioning(ctx, idList, viewerId)
    return new Map(rows.map((row) => [row.task_id, { mentionsViewer: true }]))
  },
}
