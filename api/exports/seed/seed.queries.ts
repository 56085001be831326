import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { HAS_CHILDREN, HAS_STRUCTURAL_CHILD } from '../../tasks/task.queries.ts'
import { TASK_ROW, type TaskRow } from '../../tasks/task-row.ts'

// Everything is ordered by what people wrote and never by a locale, so that the same program gives the same document.

/** Order of texts by their bytes. */
const bytewise = (column: string) => sql`${sql.ref(column)} collate "C"`

/** The people of the program and whoever leads or does something in it, each with the role in the program if any. */
export function loadProgramAccounts(db: Db, programId: string, projectIds: readonly string[]) {
  const own = anyOf(projectIds)
  return tables(db)
    .selectFrom('accounts as a')
    .leftJoin('program_members as m', (join) =>
      join.onRef('m.account_id', '=', 'a.id').on('m.program_id', '=', programId).on('m.is_deleted', '=', false),
    )
    .select(['a.id', 'a.username', 'm.role'])
    .select(sql<string>`trim(a.first_name || ' ' || a.last_name)`.as('display_name'))
    .where((eb) =>
      eb.or([
        eb('m.id', 'is not', null),
        eb('a.id', 'in', eb.selectFrom('programs').select('lead_id').where('id', '=', programId)),
        eb('a.id', 'in', eb.selectFrom('projects').select('lead_id').where('id', '=', own)),
        eb(
          'a.id',
          'in',
          eb.selectFrom('tasks').select('assignee_id').where('project_id', '=', own).where('is_deleted', '=', false),
        ),
        eb(
          'a.id',
          'in',
          eb.selectFrom('risks').select('owner_id').where('project_id', '=', own).where('is_deleted', '=', false),
        ),
        eb(
          'a.id',
          'in',
          eb
            .selectFrom('custom_fields as f')
            .innerJoin('task_field_values as v', 'v.field_id', 'f.id')
            .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'v.task_id').on('t.is_deleted', '=', false))
            .select(sql<string>`case when f.field_type = 'USER' then (v.value #>> '{}')::uuid end`.as('account_id'))
            .where('f.project_id', '=', own)
            .where('f.field_type', '=', 'USER')
            .where('f.is_deleted', '=', false),
        ),
      ]),
    )
    .orderBy(bytewise('a.username'))
    .execute()
}

/** The calendars that the program names anywhere. The workspace's own is no part of it. */
export function loadProgramCalendars(db: Db, programId: string, projectIds: readonly string[]) {
  const own = anyOf(projectIds)
  return tables(db)
    .selectFrom('calendars as c')
    .select(['c.id', 'c.name', 'c.working_days', 'c.hours_per_day', 'c.timezone'])
    .where('c.id', 'in', (eb) =>
      eb
        .selectFrom('programs')
        .select('calendar_id')
        .where('id', '=', programId)
        .union(eb.selectFrom('projects').select('calendar_id').where('id', '=', own))
        .union(
          eb.selectFrom('tasks').select('calendar_id').where('project_id', '=', own).where('is_deleted', '=', false),
        )
        .union(eb.selectFrom('project_calendar_overlays').select('calendar_id').where('project_id', '=', own))
        .union(
          eb
            .selectFrom('resources as r')
            .innerJoin('project_resources as pr', 'pr.resource_id', 'r.id')
            .select('r.calendar_id')
            .where('pr.project_id', '=', own)
            .where('r.is_deleted', '=', false),
        ),
    )
    .orderBy(bytewise('c.name'))
    .orderBy('c.working_days')
    .orderBy('c.id')
    .execute()
}

export function loadCalendarExceptions(db: Db, calendarIds: readonly string[]) {
  return tables(db)
    .selectFrom('calendar_exceptions')
    .select(['calendar_id', 'exc_start', 'exc_end', 'is_working', 'description'])
    .where('calendar_id', '=', anyOf(calendarIds))
    .orderBy('exc_start')
    .orderBy('exc_end')
    .orderBy('is_working')
    .orderBy(bytewise('description'))
    .execute()
}

export function loadCalendarOverlays(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('project_calendar_overlays')
    .select(['project_id', 'calendar_id', 'role'])
    .where('project_id', '=', anyOf(projectIds))
    .orderBy('project_id')
    .orderBy('position')
    .execute()
}

/** Active resources that stand on a roster of the projects or work in them, with their skills. */
export function loadProgramResources(db: Db, projectIds: readonly string[]) {
  const own = anyOf(projectIds)
  return tables(db)
    .selectFrom('resources as r')
    .select(['r.id', 'r.name', 'r.job_role', 'r.max_units', 'r.calendar_id'])
    .select(
      sql<{ name: string; proficiency: number }[] | null>`(
        select json_agg(json_build_object('name', s.name, 'proficiency', rs.proficiency)
          order by ${bytewise('s.normalized_name')})
        from resource_skills rs join skills s on s.id = rs.skill_id where rs.resource_id = r.id)`.as('skills'),
    )
    .where('r.is_deleted', '=', false)
    .where('r.id', 'in', (eb) =>
      eb
        .selectFrom('project_resources')
        .select('resource_id')
        .where('project_id', '=', own)
        .union(eb.selectFrom('task_resources').select('resource_id').where('project_id', '=', own)),
    )
    .orderBy(bytewise('r.name'))
    .orderBy(bytewise('r.job_role'))
    .orderBy('r.max_units')
    .orderBy('r.id')
    .execute()
}

/** Everybody on a roster, also without an assignment. */
export function loadRosters(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('project_resources')
    .select(['project_id', 'resource_id', 'role_title', 'units_override', 'notes'])
    .where('project_id', '=', anyOf(projectIds))
    .execute()
}

export function loadLabelCatalogues(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('labels')
    .select(['id', 'project_id', 'name', 'color', 'position'])
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .orderBy('position')
    .orderBy(bytewise('name'))
    .orderBy('id')
    .execute()
}

/** A stored task with what it is held to and what lives below it. */
type HeldColumn = 'constraint_type' | 'constraint_date' | 'deadline' | 'milestone_at'

export interface SeedTaskRow extends TaskRow, Pick<RowOf<'tasks'>, HeldColumn> {
  readonly is_phase: boolean
  readonly has_children: boolean
}

/** The live tasks of the projects in the order of their trees. */
export async function loadTasks(db: Db, projectIds: readonly string[]): Promise<SeedTaskRow[]> {
  const found = await sql<SeedTaskRow>`
    select ${TASK_ROW}, t.constraint_type, t.constraint_date, t.deadline, t.milestone_at, ${HAS_STRUCTURAL_CHILD} as is_phase,
      ${HAS_CHILDREN} as has_children
    from tasks t where t.project_id = any(${projectIds}::uuid[]) and not t.is_deleted
    order by t.project_id, t.wbs_order nulls last, t.number`.execute(tables(db))
  return found.rows
}

export function loadTaskLabels(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('task_labels as tl')
    .innerJoin('labels as l', 'l.id', 'tl.label_id')
    .select(['tl.task_id', 'tl.label_id'])
    .where('l.project_id', '=', anyOf(projectIds))
    .where('l.is_deleted', '=', false)
    .orderBy('l.position')
    .orderBy(bytewise('l.name'))
    .orderBy('l.id')
    .execute()
}

export function loadTaskAssignments(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('resources as r', 'r.id', 'a.resource_id')
    .select(['a.task_id', 'a.resource_id', 'a.units'])
    .where('a.project_id', '=', anyOf(projectIds))
    .orderBy(bytewise('r.name'))
    .orderBy(bytewise('r.job_role'))
    .orderBy('r.max_units')
    .orderBy('r.id')
    .execute()
}

export function loadTaskSkills(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('task_skill_requirements as q')
    .innerJoin('skills as s', 's.id', 'q.skill_id')
    .select(['q.task_id', 's.name', 'q.min_proficiency'])
    .where('q.project_id', '=', anyOf(projectIds))
    .orderBy(bytewise('s.normalized_name'))
    .execute()
}

export function loadTaskCriteria(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('acceptance_criteria')
    .select(['task_id', 'text', 'given_text', 'when_text', 'then_text', 'met'])
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Live links with an end in the projects, in the order of their ends in the tree. */
export function loadLinks(db: Db, projectIds: readonly string[]) {
  const own = anyOf(projectIds)
  return tables(db)
    .selectFrom('dependencies as d')
    .leftJoin('tasks as p', 'p.id', 'd.predecessor_id')
    .leftJoin('tasks as s', 's.id', 'd.successor_id')
    .leftJoin('projects as pp', 'pp.id', 'd.predecessor_project_id')
    .select(['d.predecessor_id', 'd.successor_id', 'd.dep_type', 'd.lag', 'd.lag_unit', 'd.is_pending'])
    .where('d.is_deleted', '=', false)
    .where((eb) => eb.or([eb('d.predecessor_project_id', '=', own), eb('d.successor_project_id', '=', own)]))
    .orderBy('p.wbs_order')
    .orderBy('s.wbs_order')
    .orderBy(bytewise('pp.name'))
    .orderBy('pp.code')
    .orderBy('d.dep_type')
    .orderBy('d.lag')
    .execute()
}

/** How much of what a seed cannot say is there. */
export function countUnsaid(db: Db, programId: string, projectIds: readonly string[]) {
  const own = anyOf(projectIds)
  return tables(db)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('projects')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('id', '=', own)
        .where('is_archived', '=', true)
        .$asScalar()
        .$notNull()
        .as('archived'),
      eb
        .selectFrom('programs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('id', '=', programId)
        .where('is_closed', '=', true)
        .$asScalar()
        .$notNull()
        .as('closed'),
      eb
        .selectFrom('tasks')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('project_id', '=', own)
        .where('is_deleted', '=', false)
        .where('estimate_status', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('pending'),
    ])
    .executeTakeFirstOrThrow()
}

/** The live risks of the projects in the order of their numbers, with the tasks that they are about. */
export function loadRisks(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('risks as r')
    .select(['r.project_id', 'r.title', 'r.status', 'r.probability', 'r.impact', 'r.description', 'r.category'])
    .select(['r.response', 'r.mitigation_due_date', 'r.trigger', 'r.contingency', 'r.notes', 'r.owner_id', 'r.delay'])
    .select(
      sql<string[]>`array(select k.task_id from risk_tasks k join tasks t on t.id = k.task_id and not t.is_deleted
        where k.risk_id = r.id order by t.wbs_order, t.id)`.as('task_ids'),
    )
    .where('r.project_id', '=', anyOf(projectIds))
    .where('r.is_deleted', '=', false)
    .orderBy('r.project_id')
    .orderBy('r.number')
    .execute()
}

/** The live baselines of the projects as they were captured. */
export function loadBaselines(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('baselines')
    .select(['id', 'project_id', 'name', 'is_active', 'calendar', 'created_at'])
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .orderBy('project_id')
    .orderBy('created_at')
    .orderBy(bytewise('name'))
    .execute()
}

/** The rules of templates. */
export function loadRules(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('recurrence_rules')
    .select(['task_id', 'frequency', 'interval', 'weekdays', 'day_of_month', 'time_of_day', 'timezone'])
    .select(['end_type', 'end_date', 'end_count', 'inherit_assignee', 'inherit_subtasks', 'inherit_attachments'])
    .select('inherit_morning_notification')
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .execute()
}

/** What was captured of tasks that are there still, in the order of the tree. */
export function loadBaselineTasks(db: Db, baselineIds: readonly string[]) {
  return tables(db)
    .selectFrom('baseline_tasks as k')
    .innerJoin('tasks as t', 't.id', 'k.task_id')
    .select(['k.baseline_id', 'k.task_id', 'k.start', 'k.finish', 'k.duration', 'k.total_float'])
    .select(['k.actual_start', 'k.actual_finish', 'k.story_points'])
    .where('k.baseline_id', '=', anyOf(baselineIds))
    .where('t.is_deleted', '=', false)
    .orderBy('t.wbs_order')
    .orderBy('t.id')
    .execute()
}

/** The fields of the projects' own in their order. */
export function loadCustomFields(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('custom_fields')
    .select(['id', 'project_id', 'name', 'field_type', 'required', 'options', 'order', 'show_on_card'])
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .orderBy('order')
    .orderBy(bytewise('folded_name'))
    .execute()
}

/** What live tasks have in the fields. */
export function loadTaskFieldValues(db: Db, fieldIds: readonly string[]) {
  return tables(db)
    .selectFrom('task_field_values as v')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'v.task_id').on('t.is_deleted', '=', false))
    .select(['v.task_id', 'v.field_id', 'v.value'])
    .where('v.field_id', '=', anyOf(fieldIds))
    .execute()
}

/** How many relations between tasks there are. */
export async function countRelations(db: Db, projectIds: readonly string[]): Promise<number> {
  const found = await tables(db)
    .selectFrom('task_relations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return found.count
}
