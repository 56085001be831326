import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import { personName } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { type ListCriteriaQuery, MAX_POSITION } from './acceptance.schema.ts'

const SEARCHED = ['c.text', 'c.given_text', 'c.when_text', 'c.then_text']
const ORDERINGS = { position: 'c.position', text: 'c.text', met: 'c.met' }

/** Live criteria with whoever met them. Those of a deleted task stay, to come back with it. */
function criteria(db: Db) {
  return tables(db)
    .selectFrom('acceptance_criteria as c')
    .leftJoin('accounts as a', 'a.id', 'c.met_by_id')
    .select(['c.id', 'c.task_id', 'c.text', 'c.given_text', 'c.when_text', 'c.then_text', 'c.met', 'c.position'])
    .select(['c.met_by_id', personName('a').$castTo<string | null>().as('met_by_name'), 'c.met_at', 'c.server_version'])
    .where('c.is_deleted', '=', false)
}

function criteriaOfLiveTasks(db: Db) {
  return criteria(db).innerJoin('tasks as t', (join) =>
    join.onRef('t.id', '=', 'c.task_id').on('t.is_deleted', '=', false),
  )
}

export type CriterionRow = Awaited<ReturnType<typeof criteriaOfTasks>>[number]

/** The criteria of each of the tasks in their order. `idList` is the text of a uuid array. */
export function criteriaOfTasks(db: Db, idList: string) {
  return criteria(db)
    .where(sql<boolean>`c.task_id = any(${idList}::uuid[])`)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
}

/** Criteria of live tasks in the caller's projects, task by task in their order. */
export function pageCriteria(ctx: Ctx<unknown>, query: ListCriteriaQuery): Promise<OffsetPage<CriterionRow>> {
  const visible = criteriaOfLiveTasks(ctx)
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 'c.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .where(containsWords(query.search, SEARCHED))
    .$if(query.task !== undefined, (some) => some.where('c.task_id', '=', query.task as string))
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql`p.name, p.id, t.number, c.position`]
  return pageRows(visible.orderBy(sql`${sql.join(order)}, c.id`), pageRequest(query, LARGE_LIST))
}

/** The project of a criterion of a live task, whoever may see it. */
export function findCriterionPlace(db: Db, id: string) {
  return criteriaOfLiveTasks(db)
    .clearSelect()
    .select(['c.id', 'c.project_id'])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** A criterion of a live task of the project. */
export async function loadCriterion(ctx: Ctx<ProjectScope>, id: string): Promise<CriterionRow> {
  const row = await criteriaOfLiveTasks(ctx)
    .where('c.id', '=', id)
    .where('c.project_id', '=', ctx.scope.projectId)
    .executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** Which of the ids are criteria of live tasks of the project, by id. */
export async function findCriteria(ctx: Ctx<ProjectScope>, ids: readonly string[]): Promise<Map<string, CriterionRow>> {
  const rows = await criteriaOfLiveTasks(ctx)
    .where('c.id', '=', anyOf(ids))
    .where('c.project_id', '=', ctx.scope.projectId)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** How many criteria the tasks have and how many of them are met, by number of the task. */
export function countCriteria(ctx: Ctx<ProjectScope>, taskIds: readonly string[]) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin('acceptance_criteria as c', (join) =>
      join.onRef('c.task_id', '=', 't.id').on('c.is_deleted', '=', false),
    )
    .select(['t.id', 't.story_points'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('c.met', '=', true).as('met_count'))
    .where('t.id', '=', anyOf(taskIds))
    .where('t.project_id', '=', ctx.scope.projectId)
    .groupBy('t.id')
    .orderBy('t.number')
    .execute()
}

type NewCriterion = Omit<Insertable<Tables['acceptance_criteria']>, 'project_id' | 'position'>

/** One criterion; without a position it stands behind the others of its task. */
export async function insertCriterion(
  ctx: Ctx<ProjectScope>,
  values: NewCriterion & { position: number | undefined },
): Promise<void> {
  const behind = sql<number>`(select least(coalesce(max(position)::bigint + 1, 0), ${MAX_POSITION}::bigint)
    from acceptance_criteria where task_id = ${values.task_id} and not is_deleted)`
  await tables(ctx)
    .insertInto('acceptance_criteria')
    .values({ ...values, project_id: ctx.scope.projectId, position: values.position ?? behind })
    .execute()
}

export interface NewTaskCriterion {
  readonly id: string
  readonly task_id: string
  readonly text: string
  readonly given_text: string
  readonly when_text: string
  readonly then_text: string
  readonly met: boolean
  readonly position: number
}

/** Criteria of new tasks as a set; who met them is not known. */
export async function insertCriterionRows(
  db: Db,
  place: { readonly project_id: string; readonly sync_seq: number },
  rows: readonly NewTaskCriterion[],
): Promise<void> {
  await sql`insert into acceptance_criteria
      (id, sync_seq, project_id, task_id, text, given_text, when_text, then_text, met, position)
    select id, ${place.sync_seq}, ${place.project_id}, task_id, text, given_text, when_text, then_text, met, position
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.task_id)}::uuid[],
      ${rows.map((row) => row.text)}::text[], ${rows.map((row) => row.given_text)}::text[],
      ${rows.map((row) => row.when_text)}::text[], ${rows.map((row) => row.then_text)}::text[],
      ${rows.map((row) => row.met)}::boolean[], ${rows.map((row) => row.position)}::int[])
      as row(id, task_id, text, given_text, when_text, then_text, met, position)`.execute(tables(db))
}

/** Stores the columns given in each of the criteria, as their next version. */
export async function updateCriteria(
  ctx: Ctx<ProjectScope>,
  ids: readonly string[],
  values: Updateable<Tables['acceptance_criteria']>,
): Promise<void> {
  if (ids.length === 0) return
  await tables(ctx)
    .updateTable('acceptance_criteria')
    .set({ ...values, server_version: sql`server_version + 1` })
    .where('id', '=', anyOf(ids))
    .where('project_id', '=', ctx.scope.projectId)
    .execute()
}

/** A new version of the tasks that show the criteria; `editedAt` is null when nobody edited them. */
export function updateTaskVersions(
  ctx: Ctx<ProjectScope>,
  taskIds: readonly string[],
  { syncSeq, editedAt }: { readonly syncSeq: number; readonly editedAt: Date | null },
) {
  return tables(ctx)
    .updateTable('tasks')
    .set({ server_version: sql`server_version + 1`, sync_seq: syncSeq })
    .$if(editedAt !== null, (update) => update.set({ edited_at: editedAt }))
    .where('id', '=', anyOf(taskIds))
    .where('project_id', '=', ctx.scope.projectId)
    .returning(['id', 'server_version'])
    .execute()
}
