import { sql } from 'kysely'
import type { ConstraintTypeName } from '../../compute/plan/constraint-names.ts'
import type { MilestoneMomentName } from '../../compute/plan/plan-document.ts'
import type { PlanBaseline } from '../../importers/plan/imported-plan.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'
import { isOfPlan } from '../tasks/schedulable.queries.ts'
import type { TaskColumn, TaskValues } from '../tasks/task-values.ts'

export function findPlanProject(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('projects')
    .select(['name', 'start_date'])
    .where('id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** What people write of a task and a plan says of it. */
const PLAN_COLUMNS = [
  ...(['name', 'notes', 'status', 'parent_id', 'duration', 'is_milestone', 'planned_start'] as const),
  ...(['percent_complete', 'actual_start', 'actual_finish', 'optimistic_duration'] as const),
  ...(['most_likely_duration', 'pessimistic_duration', 'delivery_mode', 'story_points', 'calendar_id'] as const),
] satisfies TaskColumn[]

export type PlanTaskRow = Awaited<ReturnType<typeof loadPlanTasks>>[number]

/** Work and what may become work, in the order of the tree; epics and recurring rules are no plan. */
export function loadPlanTasks(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .select(['t.id', 't.number', 't.constraint_type', 't.constraint_date', 't.deadline', 't.milestone_at'])
    .select(PLAN_COLUMNS)
    .$narrowType<
      Pick<TaskValues, (typeof PLAN_COLUMNS)[number]> & {
        constraint_type: ConstraintTypeName | null
        milestone_at: MilestoneMomentName | null
      }
    >()
    .where('t.project_id', '=', projectId)
    .where(isOfPlan)
    .orderBy('t.wbs_order', (order) => order.asc().nullsLast())
    .orderBy('t.number')
    .execute()
}

/** Live tasks that no plan carries, with what they stand in. */
export function loadTasksOutside(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .select(['t.id', 't.parent_id'])
    .where('t.project_id', '=', projectId)
    .where('t.is_deleted', '=', false)
    .where((eb) => eb.not(isOfPlan))
    .execute()
}

/** The stored dates of tasks by their numbers; tasks that the scheduler leaves out have none. */
export function loadStoredDates(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.number', 's.scheduled_start as start', 's.early_finish as finish'])
    .where('t.project_id', '=', projectId)
    .where('t.is_deleted', '=', false)
    .execute()
}

export async function loadCalendarNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tables(db).selectFrom('calendars').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What the active baseline has of each task; plan files carry one. */
export async function loadBaselineDays(db: Db, projectId: string): Promise<Map<string, PlanBaseline>> {
  const rows = await tables(db)
    .selectFrom('baselines as b')
    .innerJoin('baseline_tasks as c', 'c.baseline_id', 'b.id')
    .select(['c.task_id', 'c.start', 'c.finish', 'c.duration'])
    .where('b.project_id', '=', projectId)
    .where('b.is_active', '=', true)
    .execute()
  return new Map(rows.map(({ task_id, ...days }) => [task_id, days]))
}

/** Names of the labels of each task, in the order of the project's list. */
export async function loadLabelNames(db: Db, projectId: string): Promise<Map<string, string[]>> {
  const rows = await tables(db)
    .selectFrom('labels as l')
    .innerJoin('task_labels as tl', 'tl.label_id', 'l.id')
    .select(['tl.task_id', sql<string[]>`array_agg(l.name::text order by l.position, l.id)`.as('names')])
    .where('l.project_id', '=', projectId)
    .where('l.is_deleted', '=', false)
    .groupBy('tl.task_id')
    .execute()
  return new Map(rows.map((row) => [row.task_id, row.names]))
}

/** Who is assigned to what, by name; nobody's address. */
export function loadAssignments(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('resources as r', 'r.id', 'a.resource_id')
    .select(['a.task_id', 'a.resource_id', 'r.name', 'r.max_units', 'a.units'])
    .where('a.project_id', '=', projectId)
    .where('r.is_deleted', '=', false)
    .orderBy('r.name')
    .orderBy('r.id')
    .orderBy('a.task_id')
    .execute()
}

/** How many rows of a project an export does not carry, by why. */
export function countLeftOut(db: Db, projectId: string) {
  const tasks = tables(db)
    .selectFrom('tasks as t')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('t.project_id', '=', projectId)
    .where('t.is_deleted', '=', false)
  return tables(db)
    .selectNoFrom((eb) => [
      tasks.where(eb.not(isOfPlan)).$asScalar().$notNull().as('outside'),
      tasks.where(isOfPlan).where('t.status', '=', 'BACKLOG').$asScalar().$notNull().as('backlog'),
      eb
        .selectFrom('dependencies')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('is_deleted', '=', false)
        .where(sql<boolean>`(predecessor_project_id = ${projectId}) <> (successor_project_id = ${projectId})`)
        .$asScalar()
        .$notNull()
        .as('cross_project'),
    ])
    .executeTakeFirstOrThrow()
}

/** When the stored dates were computed, or the project made if none were yet. */
export async function loadDatesStamp(db: Db, projectId: string): Promise<Date> {
  const row = await tables(db)
    .selectFrom('projects')
    .select((eb) => eb.fn.coalesce('recalculated_at', 'created_at').as('stamp'))
    .where('id', '=', projectId)
    .executeTakeFirst()
  return new Date(row?.stamp ?? 0)
}
