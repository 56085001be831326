import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

/** Calendars that nothing but this program and its projects uses: those that came with the sample. */
export async function findOwnCalendars(db: Db, programId: string, projectIds: readonly string[]) {
  const within: RawBuilder<string> = anyOf(projectIds)
  const found = await sql<{ id: string; name: string }>`
    select c.id, c.name from calendars c
    where not c.is_deleted
      and c.id in (select calendar_id from programs where id = ${programId}
                   union select calendar_id from projects where id = ${within}
                   union select calendar_id from tasks where project_id = ${within} and seeded_at is not null)
      and not exists (select 1 from projects p where p.calendar_id = c.id and not p.id = ${within})
      and not exists (select 1 from tasks t where t.calendar_id = c.id and not t.project_id = ${within})
      and not exists (select 1 from project_calendar_overlays o where o.calendar_id = c.id and not o.project_id = ${within})
      and not exists (select 1 from resources r join project_resources pr on pr.resource_id = r.id
                      where r.calendar_id = c.id and not pr.project_id = ${within})
      and not exists (select 1 from programs g where g.calendar_id = c.id and g.id <> ${programId})
      and not exists (select 1 from workspace w where w.calendar_id = c.id)
    order by c.id`.execute(tables(db))
  return found.rows
}

/** Resources of these names that stand on a roster of these projects and on no other, held until the transaction ends. */
export async function lockOwnResources(
  db: Db,
  names: readonly string[],
  projectIds: readonly string[],
): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('resources as r')
    .select('r.id')
    .where('r.is_deleted', '=', false)
    .where(sql<boolean>`r.name = any(${names}::text[])`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('project_resources as pr')
          .select('pr.resource_id')
          .whereRef('pr.resource_id', '=', 'r.id')
          .where('pr.project_id', '=', anyOf(projectIds)),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('project_resources as pr')
            .select('pr.resource_id')
            .whereRef('pr.resource_id', '=', 'r.id')
            .where(sql<boolean>`pr.project_id <> all(${projectIds}::uuid[])`),
        ),
      ),
    )
    .orderBy('r.id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** Ends resources that came with a sample. */
export async function deleteOwnResources(db: Db, ids: readonly string[]): Promise<void> {
  await tables(db)
    .updateTable('resources')
    .set((eb) => ({
      is_deleted: true,
      deleted_at: sql<string>`now()`,
      server_version: eb('server_version', '+', 1),
    }))
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Ends calendars that came with a sample. */
export async function deleteOwnCalendars(db: Db, ids: readonly string[]): Promise<void> {
  await tables(db)
    .updateTable('calendars')
    .set((eb) => ({ is_deleted: true, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Programs that a person loaded from a sample and that hold nothing but samples, in id order. */
export async function findCopies(db: Db, sampleKey: string, ownerId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('programs as g')
    .select('g.id')
    .where('g.sample_key', '=', sampleKey)
    .where('g.created_by_id', '=', ownerId)
    .where('g.is_deleted', '=', false)
    .where(({ exists, not, and, selectFrom }) => {
      const projects = selectFrom('projects as p')
        .select('p.id')
        .whereRef('p.program_id', '=', 'g.id')
        .where('p.is_deleted', '=', false)
      return and([exists(projects), not(exists(projects.where('p.is_sample', '=', false)))])
    })
    .orderBy('g.id')
    .execute()
  return rows.map((row) => row.id)
}

/** The live samples of a program in the order in which they were made, and how far the work on each is. */
export function findSampleProjects(db: Db, programId: string) {
  return tables(db)
    .selectFrom('projects as p')
    .select('p.id')
    .select([
      sql<boolean>`p.recalculated_at is not null`.as('is_computed'),
      sql<boolean>`exists (select 1 from monte_carlo_runs r where r.project_id = p.id)`.as('is_simulated'),
    ])
    .where('p.program_id', '=', programId)
    .where('p.is_sample', '=', true)
    .where('p.is_deleted', '=', false)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()
}
