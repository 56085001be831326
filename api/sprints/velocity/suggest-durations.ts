import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadProjectFacts } from '../../tasks/project-facts.ts'
import { loadPace } from './pace.ts'
import { mintSuggestions } from './suggestion.queries.ts'

/** What the pace of the sprints before says of the tasks that a sprint keeps when it is closed. */
export async function suggestDurations(ctx: Ctx<ProjectScope>, sprintId: string): Promise<void> {
  const pace = await loadPace(ctx, ctx.scope.projectId, sprintId)
  if (pace === null) return
  const { estimationMode } = await loadProjectFacts(ctx, ctx.scope.projectId)
  const isReviewed = estimationMode === 'suggest_approve'
  await mintSuggestions(ctx, sprintId, pace, { isReviewed, now: ctx.services.clock.now() })
}
