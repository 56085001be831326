import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { NewDependency } from '../../dependencies/insert-dependencies.ts'
import type { NewTaskLabel } from '../../labels/label.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { RecordedWork } from '../../tasks/rules/recorded-work.ts'
import type { GovernanceClass } from '../../tasks/task-values.ts'

type Task = RowOf<'tasks'>

/** Condition on `tasks t`: tasks below it have taken over its work. */
const IS_PHASE = sql<boolean>`(t.own_status is not null or t.own_estimate is not null)`

/** A task that a line may name: live, with an external id. Of several with one id the newest counts. */
export function findNamedTasks(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .distinctOn('t.external_id')
    .select(['t.external_id', 't.id', 't.parent_id'])
    .select((eb) => [
      sql<boolean>`not t.is_subtask and not t.is_milestone and t.wbs_order is not null`.as('can_hold'),
      IS_PHASE.as('is_phase'),
      eb
        .exists(
          eb
            .selectFrom('tasks as c')
            .whereRef('c.parent_id', '=', 't.id')
            .where('c.is_deleted', '=', false)
            .select('c.id'),
        )
        .$castTo<boolean>()
        .as('holds'),
    ])
    .where('t.project_id', '=', projectId)
    .where('t.external_id', 'is not', null)
    .where('t.is_deleted', '=', false)
    .orderBy('t.external_id')
    .orderBy('t.number', 'desc')
    .$narrowType<{ external_id: string }>()
    .execute()
}

/** Where tasks stand below which new ones are to stand, how they are governed, and the last label used below each. */
export function loadParentPlaces(db: Db, taskIds: readonly string[]) {
  return tables(db)
    .selectFrom('tasks as t')
    .leftJoin('tasks as c', (join) =>
      join.onRef('c.parent_id', '=', 't.id').on('c.is_deleted', '=', false).on('c.wbs_order', 'is not', null),
    )
    .select(['t.id', 't.wbs_order', 't.governance_class'])
    .select(sql<number>`coalesce(max(c.wbs_order[array_length(c.wbs_order, 1)]), 0)`.as('last_label'))
    .where('t.id', '=', anyOf(taskIds))
    .groupBy('t.id')
    .$narrowType<{ wbs_order: number[]; governance_class: GovernanceClass }>()
    .execute()
}

/** Live tasks that the import wrote, with their version. */
export function findWrittenTasks(db: Db, projectId: string, importId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'server_version'])
    .where('project_id', '=', projectId)
    .where('source_id', '=', importId)
    .where('is_deleted', '=', false)
    .execute()
}

/** What is recorded of the work on tasks. */
export async function loadRecordedWork(db: Db, taskIds: readonly string[]) {
  const rows = await tables(db)
    .selectFrom('tasks')
    .select(['id', 'status', 'percent_complete', 'actual_start', 'actual_finish'])
    .where('id', '=', anyOf(taskIds))
    .$narrowType<Pick<RecordedWork, 'status'>>()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Columns that a line may change, with their types. Work of a phase is that of its children and stays. */
const COLUMNS: readonly [name: keyof Task, type: string, ofPhases: boolean][] = [
  ['name', 'text', true],
  ['notes', 'text', true],
  ['planned_start', 'date', true],
  ['constraint_type', 'text', true],
  ['constraint_date', 'date', true],
  ['deadline', 'date', true],
  ['milestone_at', 'text', false],
  ['duration', 'int', false],
  ['is_milestone', 'boolean', false],
  ['percent_complete', 'float8', false],
  ['status', 'text', false],
  ['actual_start', 'date', false],
  ['actual_finish', 'date', false],
  ['optimistic_duration', 'int', false],
  ['most_likely_duration', 'int', false],
  ['pessimistic_duration', 'int', false],
  ['story_points', 'int2', false],
]

const names = COLUMNS.map(([name]) => name)
const listed = (of: (name: string) => string): RawBuilder<unknown> => sql.raw(names.map(of).join(', '))

const AFTERWARDS = sql.join(
  COLUMNS.map(([name, type, ofPhases]) => {
    const isGiven = sql<SqlBool>`e ? ${sql.lit(name)}`
    const isTaken = ofPhases ? isGiven : sql`${isGiven} and not ${IS_PHASE}`
    return sql`case when ${isTaken} then (e->>${sql.lit(name)})::${sql.raw(type)} else t.${sql.raw(name)} end as ${sql.raw(name)}`
  }),
)

/** Stores what lines name of tasks of the project, and returns how many rows that changed. A line is an `id` and columns. */
export async function updateNamedTasks(
  ctx: Ctx<unknown>,
  projectId: string,
  lines: readonly { readonly id: string }[],
): Promise<number> {
  const changed = await sql`
    with next as (
      select t.id, ${AFTERWARDS}
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) as input(e) join tasks t on t.id = (e->>'id')::uuid
      where t.project_id = ${projectId} and not t.is_deleted)
    update tasks t set ${listed((name) => `${name} = next.${name}`)},
      delivery_mode = case when next.is_milestone then 'milestone'
        when t.delivery_mode = 'milestone' then 'waterfall' else t.delivery_mode end,
      status_changed_at = case when next.status = t.status then t.status_changed_at else now() end,
      server_version = t.server_version + 1, sync_seq = ${await lockProject(ctx, projectId)}
    from next where t.id = next.id
      and (${listed((name) => `t.${name}`)}) is distinct from (${listed((name) => `next.${name}`)})
    returning t.id`.execute(tables(ctx))
  return changed.rows.length
}

/** Stores the lags of links that exist already; returns how many rows that changed. */
export async function updateLags(ctx: Ctx<ProjectScope>, links: readonly NewDependency[]): Promise<number> {
  const changed = await sql`
    update dependencies d set lag = row.lag, lag_unit = row.lag_unit, server_version = d.server_version + 1,
      sync_seq = ${await lockProject(ctx, ctx.scope.projectId)}
    from unnest(${links.map((link) => link.predecessorId)}::uuid[], ${links.map((link) => link.successorId)}::uuid[],
      ${links.map((link) => link.depType)}::text[], ${links.map((link) => link.lag)}::int[],
      ${links.map((link) => link.lagUnit ?? 'working')}::text[]) as row(predecessor, successor, dep_type, lag, lag_unit)
    where d.predecessor_id = row.predecessor and d.successor_id = row.successor and d.dep_type = row.dep_type
      and not d.is_deleted and (d.lag, d.lag_unit) is distinct from (row.lag, row.lag_unit)
    returning d.id`.execute(tables(ctx))
  return changed.rows.length
}

/** Marks tasks that are about to gain a label: clients get them again when they next ask what changed. */
export async function touchTasksGainingLabels(ctx: Ctx<ProjectScope>, pairs: readonly NewTaskLabel[]): Promise<void> {
  await touchTasks(
    ctx,
    sql`select pair.task from unnest(${pairs.map((pair) => pair.taskId)}::uuid[],
        ${pairs.map((pair) => pair.labelId)}::uuid[]) as pair(task, label)
      where not exists (select 1 from task_labels x where x.task_id = pair.task and x.label_id = pair.label)`,
  )
}

/** The same of tasks that are about to gain an assignee. */
export async function touchTasksGainingPeople(
  ctx: Ctx<ProjectScope>,
  pairs: readonly { readonly taskId: string; readonly resourceId: string }[],
): Promise<void> {
  await touchTasks(
    ctx,
    sql`select pair.task from unnest(${pairs.map((pair) => pair.taskId)}::uuid[],
        ${pairs.map((pair) => pair.resourceId)}::uuid[]) as pair(task, resource)
      where not exists (select 1 from task_resources x where x.task_id = pair.task and x.resource_id = pair.resource)`,
  )
}

async function touchTasks(ctx: Ctx<ProjectScope>, ids: RawBuilder<unknown>): Promise<void> {
  await tables(ctx)
    .updateTable('tasks')
    .set({ sync_seq: await lockProject(ctx, ctx.scope.projectId) })
    .where('id', 'in', sql<string>`(${ids})`)
    .execute()
}
