import { sql } from 'kysely'
import { agentMayRead } from '../access/agent-consent.queries.ts'
import { projectMemberships } from '../access/memberships.queries.ts'
import { type Db, tables } from '../database.ts'
import { Program } from '../levels/program.entity.ts'
import type { FieldVersions } from '../platform/concurrent-edits.ts'
import { actingAccount, actorId, type Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { booleanFilter } from '../platform/http/list-query.ts'
import { type OffsetPage, PROJECT_LIST, pageRequest } from '../platform/http/paging.ts'
import { Project } from './project.entity.ts'

const PROJECT_ORDER = { start_date: 'p.start_date', name: 'p.name' }

export interface ListProjectsQuery {
  page?: string | undefined
  page_size?: string | undefined
  search?: string | undefined
  ordering?: string | undefined
  program__isnull?: string | undefined
}

/** One page of the caller's projects. `program__isnull=true` means ungrouped ones that are not archived. */
export function pageProjectIds(ctx: Ctx<unknown>, query: ListProjectsQuery): Promise<OffsetPage<{ id: string }>> {
  let statement = tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actingAccount(ctx).id), 'm.project_id', 'p.id')
    .select('p.id')
    .where('p.is_deleted', '=', false)
    .where(containsWords(query.search, ['p.name']))
    .where(agentMayRead(ctx, 'p'))
  const isUngrouped = booleanFilter(query.program__isnull)
  if (isUngrouped === false) statement = statement.where('p.program_id', 'is not', null)
  if (isUngrouped) statement = statement.where('p.program_id', 'is', null).where('p.is_archived', '=', false)
  const terms = orderTerms(query.ordering, PROJECT_ORDER)
  statement = terms
    ? terms.reduce((ordered, term) => ordered.orderBy(term), statement)
    : statement.orderBy('p.start_date').orderBy('p.name')
  return pageRows(statement.orderBy('p.id'), pageRequest(query, PROJECT_LIST))
}

/** Projects by id as they are now, with the programs in which they lie. */
export async function findProjectsAndPrograms(db: Db, ids: readonly string[]) {
  const projects = await db.em.find(Project, { id: { $in: [...ids] } }, { refresh: true })
  const programIds = [...new Set(projects.flatMap((project) => project.program_id ?? []))]
  const programs = programIds.length > 0 ? await db.em.find(Program, { id: { $in: programIds } }) : []
  return { projects, programs }
}

/** Holds an open program, so that it is neither closed nor deleted meanwhile; nothing when it is not open. */
export function lockOpenProgram(db: Db, programId: string) {
  return tables(db)
    .selectFrom('programs')
    .select('id')
    .where('id', '=', programId)
    .where('is_deleted', '=', false)
    .where('is_closed', '=', false)
    .forShare()
    .executeTakeFirst()
}

/** The caller's role in each of the projects where there is one. */
export async function rolesIn(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<Map<string, number>> {
  const accountId = actorId(ctx)
  if (accountId === null) return new Map()
  const rows = await tables(ctx)
    .selectFrom(projectMemberships(ctx, accountId))
    .select(['m.project_id', 'm.role'])
    .where('m.project_id', '=', anyOf(projectIds))
    .execute()
  return new Map(rows.map((row) => [row.project_id, row.role]))
}

/** How many live tasks of each project are not complete; projects without any are left out. */
export async function openTaskCounts(db: Db, projectIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tables(db)
    .selectFrom('tasks')
    .select(({ fn }) => ['project_id', fn.countAll<number>().as('count')])
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .where('status', '<>', 'COMPLETE')
    .groupBy('project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id, row.count]))
}

/** At which version each column of the row was changed last. */
export async function findFieldVersions(db: Db, projectId: string): Promise<FieldVersions> {
  const row = await tables(db)
    .selectFrom('projects')
    .select('field_versions')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return row?.field_versions ?? {}
}

export interface GroupFigures {
  memberCount: number
  /** Plain mean over live tasks, one decimal; null without tasks. */
  percentComplete: number | null
}

/** How many members each project has and how far its tasks are. */
export async function groupFigures(db: Db, projectIds: readonly string[]): Promise<Map<string, GroupFigures>> {
  const rows = await tables(db)
    .selectFrom('projects as p')
    .select(({ selectFrom, fn }) => [
      'p.id',
      selectFrom('project_members as m')
        .select(fn.countAll<number>().as('count'))
        .whereRef('m.project_id', '=', 'p.id')
        .where('m.is_deleted', '=', false)
        .$asScalar()
        .$notNull()
        .as('member_count'),
      selectFrom('tasks as t')
        .select(sql<number | null>`round(avg(t.percent_complete)::numeric, 1)::float8`.as('mean'))
        .whereRef('t.project_id', '=', 'p.id')
        .where('t.is_deleted', '=', false)
        .$asScalar()
        .as('percent_complete'),
    ])
    .where('p.id', '=', anyOf(projectIds))
    .execute()
  return new Map(rows.map((row) => [row.id, { memberCount: row.member_count, percentComplete: row.percent_complete }]))
}
