import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import { notFound } from '../platform/errors.ts'

/** What a pass has to know of a project `p`. */
export function passProjects(db: Db) {
  return tables(db)
    .selectFrom('projects as p')
    .select(['p.id', 'p.start_date', 'p.status_date', 'p.timezone', 'p.estimation_mode', 'p.program_id'])
    .select(['p.recalculated_at', sql<boolean>`p.dates_stale_since is not null`.as('has_stale_dates')])
}

/** A project inside one pass: when its dates were last computed, and whether a pass before could not date everything. */
export type PassProject = Readonly<Awaited<ReturnType<ReturnType<typeof passProjects>['executeTakeFirstOrThrow']>>>

/**
 * The projects one pass must compute together: the project alone, or every live project of its program once an accepted
 * link crosses two of them. In id order; empty when the project is gone.
 */
export function findPassProjects(db: Db, projectId: string): Promise<PassProject[]> {
  const together = sql<string>`(
    with asked as (select id, program_id from projects where id = ${projectId}::uuid and not is_deleted),
    crossing as (
      select 1 from asked join projects a on a.program_id = asked.program_id and not a.is_deleted
      join dependencies d on d.predecessor_project_id = a.id and d.predecessor_project_id <> d.successor_project_id
        and not d.is_deleted and not d.is_pending
      join projects b on b.id = d.successor_project_id and b.program_id = asked.program_id and not b.is_deleted
      limit 1)
    select id from asked
    union select o.id from asked join projects o on o.program_id = asked.program_id and not o.is_deleted
    where exists (select 1 from crossing))`
  return passProjects(db).where('p.id', 'in', together).orderBy('p.id').execute()
}

/** The project alone, for computations that never span a program. */
export async function loadPassProject(db: Db, projectId: string): Promise<PassProject> {
  const project = await passProjects(db).where('p.id', '=', projectId).executeTakeFirst()
  if (!project) throw notFound()
  return project
}
