import type { Ctx } from '../platform/context.ts'
import { adoptLabels } from './adopt-labels.ts'
import { insertTaskLabels } from './label.queries.ts'

/** The tags of a backlog item on the task that was made of it: labels of the project, as far as it may have more. */
export async function labelByTags(
  ctx: Ctx<unknown>,
  { projectId, taskId, tags }: { projectId: string; taskId: string; tags: readonly string[] },
): Promise<void> {
  const { idOf } = await adoptLabels(ctx, projectId, tags, {
    color: 'slate',
    cap: ctx.services.config.labelSoftCap,
  })
  const rows = [...idOf.values()].map((labelId) => ({ taskId, labelId }))
  if (rows.length > 0) await insertTaskLabels(ctx, rows)
}
