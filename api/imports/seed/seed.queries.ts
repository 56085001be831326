import { type Insertable, sql } from 'kysely'
import type { ProgramScope } from '../../access/program-scope.ts'
import { ROLE } from '../../access/roles.ts'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'

const COLUMNS = [
  'id',
  'program_id',
  'status',
  'filename',
  'replace',
  'replaced_program_id',
  'result_summary',
  'error_detail',
  'expires_at',
  'created_at',
  'started_at',
  'completed_at',
] as const
/** The import of a seed as it is shown; never the document. */
export type SeedJobRow = Pick<RowOf<'program_import_jobs'>, (typeof COLUMNS)[number]>

const OPEN: SeedJobRow['status'][] = ['pending', 'running']

export async function loadSeedJob({ em, scope }: Ctx<ProgramScope>, id: string): Promise<SeedJobRow> {
  const job = await tables({ em })
    .selectFrom('program_import_jobs')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('program_id', '=', scope.programId)
    .executeTakeFirst()
  refuseUnless(job, notFound)
  return job
}

export function insertSeedJob(db: Db, values: Insertable<Tables['program_import_jobs']>): Promise<SeedJobRow> {
  return tables(db).insertInto('program_import_jobs').values(values).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** The stored document; null once the import has ended. */
export async function findSeedContent(db: Db, id: string): Promise<Uint8Array | null> {
  const job = await tables(db)
    .selectFrom('program_import_jobs')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst()
  return job?.content ?? null
}

/** How many imports of the account have not ended. */
export async function countOpenSeeds(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('program_import_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('requested_by_id', '=', accountId)
    .where('status', 'in', OPEN)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether an import that fills or replaces the program has not ended. */
export async function isBeingImported(db: Db, programId: string): Promise<boolean> {
  const open = await tables(db)
    .selectFrom('program_import_jobs')
    .select('id')
    .where('status', 'in', OPEN)
    .where((eb) => eb.or([eb('replaced_program_id', '=', programId), eb('program_id', '=', programId)]))
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** A program that a seed of the same key would replace. */
export type ReplaceCandidate = NonNullable<Awaited<ReturnType<typeof findReplaceCandidate>>>

/** The live program of that key when the account owns it; programs of other people never collide and never show. */
export function findReplaceCandidate(db: Db, slug: string, ownerId: string) {
  return tables(db)
    .selectFrom('programs as g')
    .innerJoin('program_members as m', 'm.program_id', 'g.id')
    .select(['g.id', 'g.name', 'g.code'])
    .select(({ selectFrom, fn }) => {
      const projects = selectFrom('projects as p')
        .whereRef('p.program_id', '=', 'g.id')
        .where('p.is_deleted', '=', false)
      const tasks = projects.innerJoin('tasks as t', 't.project_id', 'p.id').where('t.is_deleted', '=', false)
      return [
        projects.select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('project_count'),
        tasks.select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('task_count'),
      ]
    })
    .where('m.account_id', '=', ownerId)
    .where('m.role', '>=', ROLE.owner)
    .where('m.is_deleted', '=', false)
    .where(sql<string>`lower(g.code)`, '=', slug.toLowerCase())
    .where('g.is_deleted', '=', false)
    .executeTakeFirst()
}

/** Takes the live projects of a program out of it and returns them. */
export function detachProjects(db: Db, programId: string) {
  return tables(db)
    .updateTable('projects')
    .set({ program_id: null })
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
    .returning(['id', 'code', 'is_archived'])
    .execute()
}

/** Forgets who bore a program's key, and which keys the program had: the key goes to another program. */
export async function deleteProgramKeys(db: Db, key: string, programId: string): Promise<void> {
  await tables(db)
    .deleteFrom('issued_keys')
    .where('kind', '=', 'program')
    .where((eb) => eb.or([eb('folded_key', '=', key.toLowerCase()), eb('object_id', '=', programId)]))
    .execute()
}

export async function findUsername(db: Db, accountId: string): Promise<string | undefined> {
  const account = await tables(db)
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.username
}

/** A resource of the catalogue, as far as a document may say the same. */
export type KnownResource = Awaited<ReturnType<typeof findResourcesNamed>>[number]

/** Resources in use under one of the folded names, with the skills they are tagged with. */
export function findResourcesNamed(db: Db, foldedNames: readonly string[]) {
  return tables(db)
    .selectFrom('resources as r')
    .leftJoin('resource_skills as rs', 'rs.resource_id', 'r.id')
    .leftJoin('skills as s', 's.id', 'rs.skill_id')
    .select(['r.id', 'r.name', 'r.folded_name', 'r.job_role', 'r.max_units', 'r.calendar_id'])
    .select([
      sql<string>`lower(r.email)`.as('email'),
      sql<[name: string, proficiency: number][]>`coalesce(json_agg(json_build_array(s.normalized_name, rs.proficiency))
        filter (where s.id is not null), '[]')`.as('skills'),
    ])
    .where(sql<boolean>`r.folded_name = any(${foldedNames}::text[])`)
    .where('r.is_deleted', '=', false)
    .groupBy('r.id')
    .orderBy('r.id')
    .execute()
}
