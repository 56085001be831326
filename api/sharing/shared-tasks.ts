import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import type { Project } from '../projects/project.entity.ts'
import { loadRollups } from '../tasks/rollup/load-rollups.ts'
import { loadSpans, phaseValues } from '../tasks/rollup/phase-values.ts'
import { IS_SCHEDULABLE } from '../tasks/task-row.ts'

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
}

const DATE = (column: string) => `case when ${IS_SCHEDULABLE} then s.${column} end as ${column}`

/** Live tasks of a project in an order, cut at a number; their percents rolled up, the names of people only if asked. */
export async function loadSharedTasks(
  ctx: Pick<Ctx, 'em'>,
  project: Project,
  wanted: { condition: string; order: string; limit: number; showAssignees: boolean },
): Promise<{ tasks: SharedTask[]; isTruncated: boolean }> {
  const rows = await sql<Omit<SharedTask, 'short_id'> & { number: number; is_phase: boolean }>(
    ctx,
    `select t.id, t.parent_id, t.number, t.name, t.status, array_to_string(t.wbs_order, '.') as wbs_path, t.duration,
       t.is_milestone, t.percent_complete, t.planned_start,
       ${DATE('early_start')}, ${DATE('early_finish')}, ${DATE('scheduled_start')},
       coalesce(${IS_SCHEDULABLE} and s.is_critical, false) as is_critical,
       case when $2 then coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.username) end as assignee,
       exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as is_parent,
       not t.is_subtask and exists (
         select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask) as is_phase
     from tasks t left join task_schedules s on s.task_id = t.id left join accounts a on a.id = t.assignee_id
     where t.project_id = $1 and not t.is_deleted and ${wanted.condition}
     order by ${wanted.order}, t.id limit $3`,
    [project.id, wanted.showAssignees, wanted.limit + 1],
  )
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
