import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import type { DependencyFilters } from './dependency.schema.ts'

const COLUMNS = [
  ...(['id', 'predecessor_id', 'successor_id', 'predecessor_project_id', 'successor_project_id'] as const),
  ...(['dep_type', 'lag', 'lag_unit', 'is_pending', 'accepted_by_id', 'accepted_at', 'is_driving'] as const),
]
export type DependencyRow = Pick<RowOf<'dependencies'>, (typeof COLUMNS)[number]>

function liveDependencies(db: Db) {
  return tables(db).selectFrom('dependencies').select(COLUMNS).where('is_deleted', '=', false)
}

export function findDependency(db: Db, id: string): Promise<DependencyRow | undefined> {
  return liveDependencies(db).where('id', '=', id).executeTakeFirst()
}

export async function loadDependency(db: Db, id: string): Promise<DependencyRow> {
  const link = await findDependency(db, id)
  refuseUnless(link, notFound)
  return link
}

/** Links by id, whether they live or not. */
export async function loadDependencies(db: Db, ids: readonly string[]): Promise<Map<string, DependencyRow>> {
  const rows = await tables(db).selectFrom('dependencies').select(COLUMNS).where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Links the caller may read: those with an end in a project of theirs. */
export async function pageDependencies(
  ctx: Ctx<unknown>,
  { project, dep_type, task, pending_for_project, ordering }: DependencyFilters,
  request: PageRequest,
): Promise<OffsetPage<DependencyRow>> {
  // Ids and not a subquery, so that the two indexes by project serve.
  const own = anyOf(await ownProjectIds(ctx))
  let found = liveDependencies(ctx).where((eb) =>
    eb.or([eb('predecessor_project_id', '=', own), eb('successor_project_id', '=', own)]),
  )
  if (project) found = found.where('predecessor_project_id', '=', project)
  if (dep_type) found = found.where('dep_type', '=', dep_type)
  if (task) found = found.where((eb) => eb.or([eb('predecessor_id', '=', task), eb('successor_id', '=', task)]))
  if (pending_for_project) {
    found = found.where('is_pending', '=', true).where('successor_project_id', '=', pending_for_project)
  }
  const order = [...(orderTerms(ordering, { dep_type: 'dependencies.dep_type' }) ?? []), sql.ref('dependencies.id')]
  return pageRows(found.orderBy(sql`${sql.join(order)}`), request)
}

async function ownProjectIds(ctx: Ctx<unknown>): Promise<string[]> {
  const rows = await tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select('p.id')
    .where('p.is_deleted', '=', false)
    .execute()
  return rows.map((row) => row.id)
}

/** Accepted links between tasks of the project. */
export function loadAgreedLinks(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('dependencies')
    .select(['predecessor_id', 'successor_id', 'dep_type', 'lag', 'lag_unit'])
    .where('predecessor_project_id', '=', projectId)
    .where('successor_project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where('is_pending', '=', false)
    .orderBy('id')
    .execute()
}

/**
 * Those of the projects that wait for a task of another one, both ends still to do: its dates drive theirs, and what is
 * computed of such a project alone leaves it out.
 */
export async function findWaitingProjects(db: Db, projectIds: readonly string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('dependencies as d')
    .innerJoin('tasks as p', 'p.id', 'd.predecessor_id')
    .innerJoin('tasks as s', 's.id', 'd.successor_id')
    .select('d.successor_project_id')
    .distinct()
    .where('d.successor_project_id', '=', anyOf(projectIds))
    .whereRef('d.predecessor_project_id', '<>', 'd.successor_project_id')
    .where('d.is_deleted', '=', false)
    .where('d.is_pending', '=', false)
    .where('p.is_deleted', '=', false)
    .where('p.status', 'not in', ['COMPLETE', 'BACKLOG'])
    .where('s.is_deleted', '=', false)
    .where('s.status', 'not in', ['COMPLETE', 'BACKLOG'])
    .execute()
  return new Set(rows.map((row) => row.successor_project_id))
}

export type LinkTriple = Pick<DependencyRow, 'predecessor_id' | 'successor_id' | 'dep_type'>

/** Another live link of the same type between the same tasks. */
export function findTwin(db: Db, link: LinkTriple, exceptId: string | null) {
  return tables(db)
    .selectFrom('dependencies')
    .select('id')
    .where('predecessor_id', '=', link.predecessor_id)
    .where('successor_id', '=', link.successor_id)
    .where('dep_type', '=', link.dep_type)
    .where('is_deleted', '=', false)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .executeTakeFirst()
}

/** Working days of all live tasks and of all lags inside a project, one link left out. */
export async function sumProjectSpan(db: Db, projectId: string, exceptId: string | null): Promise<number> {
  const { task_days, lag_days } = await tables(db)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('tasks')
        .select(sql<number | null>`sum(duration)`.as('days'))
        .where('project_id', '=', projectId)
        .where('is_deleted', '=', false)
        .as('task_days'),
      eb
        .selectFrom('dependencies')
        .select(sql<number | null>`sum(abs(lag))`.as('days'))
        .where('predecessor_project_id', '=', projectId)
        .where('successor_project_id', '=', projectId)
        .where('is_deleted', '=', false)
        .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
        .as('lag_days'),
    ])
    .executeTakeFirstOrThrow()
  return (task_days ?? 0) + (lag_days ?? 0)
}

export function insertDependency(db: Db, values: Insertable<Tables['dependencies']>): Promise<DependencyRow> {
  return tables(db).insertInto('dependencies').values(values).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** Stores what is given of a live link as its next version; 404 when someone deleted it meanwhile. */
export async function updateDependencyRow(
  db: Db,
  id: string,
  values: Updateable<Tables['dependencies']>,
): Promise<DependencyRow> {
  const stored = await tables(db)
    .updateTable('dependencies')
    .set({ ...values, server_version: sql`server_version + 1` })
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .returning(COLUMNS)
    .executeTakeFirst()
  refuseUnless(stored, notFound)
  return stored
}

/** Writes a project's row as it is: whoever computes with its links in memory reads them again. */
export async function updateProjectUnchanged(db: Db, projectId: string): Promise<void> {
  await tables(db)
    .updateTable('projects')
    .set({ updated_at: sql<string>`updated_at` })
    .where('id', '=', projectId)
    .execute()
}
