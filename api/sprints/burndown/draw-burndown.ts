import { type BurnInput, burnSvg } from '../../pictures/burn-svg.ts'
import type { Ctx } from '../../platform/context.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { loadSprint } from '../write-sprint.ts'
import type { readBurndown } from './burndown.ts'

type Burndown = Awaited<ReturnType<typeof readBurndown>>

/** In points; in tasks where the sprint holds none that were estimated. */
export async function drawBurndown({ snapshots }: Burndown, ctx: Ctx<SprintScope>): Promise<string> {
  const { name, start_date, finish_date, committed_points, committed_task_count } = await loadSprint(
    ctx,
    ctx.scope.sprintId,
  )
  const hasPoints = snapshots.some((day) => day.remaining_points > 0 || day.completed_points > 0)
  const unit: BurnInput['unit'] = hasPoints || snapshots.length === 0 ? 'points' : 'tasks'
  const committed = unit === 'points' ? committed_points : committed_task_count
  const remaining = snapshots.map(
    (day) => [day.snapshot_date, unit === 'points' ? day.remaining_points : day.remaining_task_count] as const,
  )
  return burnSvg({
    id: 'burndown',
    title: `${name}: burndown`,
    unit,
    since: start_date,
    until: finish_date,
    lines: [
      { name: 'Remaining', style: 'series-1', points: remaining },
      { name: 'Even pace', style: 'even', points: evenPace(committed ?? 0, start_date, finish_date) },
    ],
    isStandalone: true,
  })
}

/** From all that was committed at the start to nothing at the finish. */
function evenPace(committed: number, start: string, finish: string): BurnInput['lines'][number]['points'] {
  if (committed === 0) return []
  return [
    [start, committed],
    [finish, 0],
  ]
}
