import { LockMode } from '@mikro-orm/postgresql'
import { programMemberships } from '../access/memberships.queries.ts'
import { type Db, tables } from '../database.ts'
import { Program } from '../levels/program.entity.ts'
import { actingAccount, actorId, type Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { type OffsetPage, PROJECT_LIST, pageRequest } from '../platform/http/paging.ts'

export interface ListProgramsQuery {
  page?: string | undefined
  page_size?: string | undefined
  search?: string | undefined
  ordering?: string | undefined
}

/** The caller's programs by name. Programs that said no to agents are withheld from them. */
export function pageProgramIds(ctx: Ctx<unknown>, query: ListProgramsQuery): Promise<OffsetPage<{ id: string }>> {
  let statement = tables(ctx)
    .selectFrom('programs as g')
    .innerJoin(programMemberships(ctx, actingAccount(ctx).id), 'pm.program_id', 'g.id')
    .select('g.id')
    .where('g.is_deleted', '=', false)
    .where(containsWords(query.search, ['g.name', 'g.code']))
  if (ctx.actor.kind === 'agent') statement = statement.where('g.mcp_enabled', 'is not', false)
  const terms = orderTerms(query.ordering, { name: 'g.name' })
  statement = terms ? terms.reduce((ordered, term) => ordered.orderBy(term), statement) : statement.orderBy('g.name')
  return pageRows(statement.orderBy('g.id'), pageRequest(query, PROJECT_LIST))
}

/** Programs in the order of the ids, as they are now. Unknown ids are left out. */
export async function findPrograms(db: Db, ids: readonly string[]): Promise<Program[]> {
  const programs = await db.em.find(Program, { id: { $in: [...ids] } }, { refresh: true })
  return programs.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Beside each program the caller's role and what is counted of it. */
export async function findProgramFigures(ctx: Ctx<unknown>, ids: readonly string[]) {
  const rows = await tables(ctx)
    .selectFrom('programs as g')
    .leftJoin(programMemberships(ctx, actorId(ctx)), 'pm.program_id', 'g.id')
    .select(({ selectFrom, exists, fn }) => {
      const projects = selectFrom('projects as p')
        .whereRef('p.program_id', '=', 'g.id')
        .where('p.is_deleted', '=', false)
      const members = selectFrom('program_members as m')
        .whereRef('m.program_id', '=', 'g.id')
        .where('m.is_deleted', '=', false)
      return [
        'g.id',
        'pm.role',
        projects.select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('project_count'),
        members.select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('member_count'),
        exists(projects.select('p.id').where('p.is_sample', '=', true)).as('has_sample'),
      ]
    })
    .where('g.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The program with its row locked, as it is now; null when it is deleted. */
export function lockProgram(db: Db, programId: string): Promise<Program | null> {
  return db.em.findOne(
    Program,
    { id: programId, is_deleted: false },
    { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
}

/** The live projects of a program in id order, in which they are locked. */
export function projectsOfProgram(db: Db, programId: string) {
  return tables(db)
    .selectFrom('projects')
    .select(['id', 'calendar_id', 'is_sample'])
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
    .orderBy('id')
    .execute()
}

/** Those of the programs that are there and open. */
export async function findOpenPrograms(db: Db, ids: readonly string[]): Promise<string[]> {
  const found = tables(db).selectFrom('programs').select('id').where('id', '=', anyOf(ids))
  const rows = await found.where('is_deleted', '=', false).where('is_closed', '=', false).execute()
  return rows.map((row) => row.id)
}

/** Those of the projects that belong to the program and are in use. */
export async function findOpenProjects(db: Db, programId: string, ids: readonly string[]): Promise<string[]> {
  const found = tables(db).selectFrom('projects').select('id').where('id', '=', anyOf(ids))
  const live = found.where('is_deleted', '=', false).where('is_archived', '=', false)
  return (await live.where('program_id', '=', programId).execute()).map((row) => row.id)
}

/** Ends all memberships of a program. */
export async function deleteMembersOfProgram(db: Db, programId: string): Promise<void> {
  await tables(db)
    .updateTable('program_members')
    .set((eb) => ({ is_deleted: true, server_version: eb('server_version', '+', 1) }))
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
    .execute()
}
