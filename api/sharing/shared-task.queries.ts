import { type RawBuilder, sql } from 'kysely'
import { personName } from '../access/person-name.queries.ts'
import { datesOf, type TaskDates } from '../access/task-dates.queries.ts'
import { type Db, type RowOf, tables } from '../database.ts'
import { schedulable } from '../tasks/schedulable.queries.ts'

/** Which tasks `t` are shown, in which order, how many at most, and whether people are named. */
export interface SharedSelection {
  readonly condition: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
  readonly limit: number
  readonly showAssignees: boolean
}

type TaskColumns = Pick<
  RowOf<'tasks'>,
  'id' | 'parent_id' | 'number' | 'name' | 'status' | 'duration' | 'is_milestone' | 'percent_complete' | 'planned_start'
>
type ScheduleDates = Pick<TaskDates, 'early_start' | 'early_finish' | 'scheduled_start'>

export interface SharedTaskRow extends TaskColumns, ScheduleDates {
  readonly wbs_path: string | null
  readonly is_critical: boolean
  readonly assignee: string | null
  /** Whether anything lies in it, also where that is cut off. */
  readonly is_parent: boolean
  /** Whether tasks lie in it that are no subtasks. */
  readonly is_phase: boolean
  /** As the active baseline has it, where the project shows baselines. */
  readonly baseline_start: string | null
  readonly baseline_finish: string | null
  readonly deadline: string | null
  readonly total_float: number | null
}

/** Cards of a board: the backlog and what is on hold stay inside. */
export const ON_BOARD: RawBuilder<boolean> = sql`t.status not in ('BACKLOG', 'ON_HOLD')`
export const BY_PRIORITY: RawBuilder<unknown> = sql`t.priority_rank nulls last, t.number`
export const BY_OUTLINE: RawBuilder<unknown> = sql`t.wbs_order`

/** Rows of a schedule. */
export function onSchedule(showsMilestones: boolean): RawBuilder<boolean> {
  return showsMilestones ? sql`t.status <> 'BACKLOG'` : sql`t.status <> 'BACKLOG' and not t.is_milestone`
}

const dateOf = (column: keyof ScheduleDates) =>
  sql`case when ${schedulable} then ${sql.ref(`s.${column}`)} end as ${sql.ref(column)}`

/** The selected live tasks of a project, and one more when there are more than the limit. */
export async function findSharedTasks(db: Db, projectId: string, wanted: SharedSelection): Promise<SharedTaskRow[]> {
  const found = await sql<SharedTaskRow>`
    select t.id, t.parent_id, t.number, t.name, t.status, array_to_string(t.wbs_order, '.') as wbs_path, t.duration,
      t.is_milestone, t.percent_complete, t.planned_start,
      ${dateOf('early_start')}, ${dateOf('early_finish')}, ${dateOf('scheduled_start')},
      coalesce(${schedulable} and s.is_critical, false) as is_critical,
      case when ${wanted.showAssignees}::boolean then ${personName('a')} end as assignee,
      exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as is_parent,
      not t.is_subtask and exists (
        select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask) as is_phase,
      k.start as baseline_start, k.finish as baseline_finish, t.deadline,
      case when ${schedulable} then s.total_float end as total_float
    from tasks t left join projects p on p.id = t.project_id
      left join baselines b on b.project_id = t.project_id and b.is_active and p.show_baselines is not false
      left join baseline_tasks k on k.baseline_id = b.id and k.task_id = t.id left join lateral ${datesOf('t')} on true left join accounts a on a.id = t.assignee_id
    where t.project_id = ${projectId} and not t.is_deleted and ${wanted.condition}
    order by ${wanted.order}, t.id limit ${wanted.limit + 1}`.execute(tables(db))
  return found.rows
}
