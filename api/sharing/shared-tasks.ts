import type { Ctx } from '../platform/context.ts'
import type { Project } from '../projects/project.entity.ts'
import { loadSpans, phaseValues } from '../tasks/rollup/phase-values.ts'
import { loadRollups } from '../tasks/rollup/rollup.queries.ts'
import { findSharedTasks, type SharedSelection } from './shared-task.queries.ts'

/** A task as far as strangers may see it, and its id and its place in the tree, which stay inside. */
export interface SharedTask {
  readonly id: string
  readonly parent_id: string | null
  /** Whether it is a phase, also where the tasks in it are cut off. */
  readonly is_parent: boolean
  readonly short_id: string
  readonly name: string
  readonly status: string
  readonly wbs_path: string | null
  readonly duration: number
  readonly is_milestone: boolean
  readonly percent_complete: number
  readonly planned_start: string | null
  readonly early_start: string | null
  readonly early_finish: string | null
  readonly scheduled_start: string | null
  readonly is_critical: boolean
  readonly assignee: string | null
  readonly baseline_start: string | null
  readonly baseline_finish: string | null
  /** For those who are let into the project; a link tells neither. */
  readonly deadline: string | null
  readonly total_float: number | null
}

/** Live tasks of a project in an order, cut at a number; their percents rolled up, the names of people only if asked. */
export async function loadSharedTasks(
  ctx: Pick<Ctx, 'em'>,
  project: Project,
  wanted: SharedSelection,
): Promise<{ tasks: SharedTask[]; isTruncated: boolean }> {
  const rows = await findSharedTasks(ctx, project.id, wanted)
  const shown = rows.slice(0, wanted.limit)
  const rollups = await loadRollups(
    ctx as Ctx,
    shown.filter((row) => row.is_parent).map((row) => row.id),
  )
  const spans = await loadSpans(
    ctx as Ctx,
    shown.filter((row) => row.is_phase).map((row) => ({ ...row, project_id: project.id })),
  )
  const tasks = shown.map(({ number, is_phase, ...row }) => {
    const rollup = rollups.get(row.id)
    const { duration, percent_complete } =
      is_phase && rollup
        ? phaseValues(row, rollup, spans.get(row.id) ?? null)
        : { duration: row.duration, percent_complete: rollup?.percent ?? row.percent_complete }
    return { ...row, short_id: `${project.code}-T-${number}`, duration, percent_complete }
  })
  return { tasks, isTruncated: rows.length > wanted.limit }
}
