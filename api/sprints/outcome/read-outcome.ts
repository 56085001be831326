import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { readBurndown } from '../burndown/burndown.ts'
import type { SprintRow } from '../sprint.queries.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { loadVelocityBand } from '../velocity/velocity-band.ts'
import { loadSprint } from '../write-sprint.ts'
import { presentOutcome } from './outcome.present.ts'
import { findPriorPoints, listOutcomes, listTasksNow, type ShownOutcome } from './outcome.queries.ts'

/** What became of a sprint; of one that has not been closed, what would become of it now. */
export async function readOutcome(ctx: Ctx<SprintScope>): Promise<object> {
  const sprint = await loadSprint(ctx, ctx.scope.sprintId)
  const isClosed = sprint.state === 'COMPLETED'
  const rows = isClosed ? await listOutcomes(ctx, sprint.id) : (await listTasksNow(ctx, sprint.id)).map(asOutcome)
  const readsPoints = await mayReadVelocity(ctx)
  return presentOutcome({ sprint, rows, readsPoints, velocity: readsPoints ? await velocityOf(ctx, sprint) : null })
}

type TaskNow = Awaited<ReturnType<typeof listTasksNow>>[number]

/** A task of an open sprint: finished or not, and nothing is said of what does not ship. */
function asOutcome(task: TaskNow): ShownOutcome {
  const unsaid = { demo_ready: false, demo_order: 0, presenter: '', review_note: '', live_flagged_id: null }
  const disposition = task.final_status === 'COMPLETE' ? 'completed' : null
  return { id: null, ...task, ...unsaid, disposition, next_sprint_id: null, next_sprint_name: null }
}

async function velocityOf(ctx: Ctx<SprintScope>, sprint: SprintRow): Promise<object> {
  const { snapshots: _, sprint: __, ...verdict } = await readBurndown(ctx, sprint)
  const prior = sprint.closed_at === null ? null : await findPriorPoints(ctx, sprint.project_id, sprint.closed_at)
  const completed = sprint.completed_points
  return {
    completed_points: completed,
    velocity_delta_points: completed === null || prior === null ? null : completed - prior,
    rolling_avg_points: (await loadVelocityBand(ctx)).average,
    ...verdict,
  }
}
