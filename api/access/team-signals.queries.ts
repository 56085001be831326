import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { anyOf } from '../platform/db/statements.ts'
import { projectMemberships } from './memberships.queries.ts'
import type { ProjectScope } from './project-scope.ts'
import { ROLE } from './roles.ts'
import type { Signal } from './signals.ts'

/** Whether the managers of a project are told a signal: by its audience, or because nobody else is a member. */
export function sharedWithManagers(projectId: RawBuilder<unknown>, signal: Signal): RawBuilder<boolean> {
  return sql<boolean>`(exists (select 1 from team_signals g where g.project_id = ${projectId} and g.signal = ${signal}
      and g.audience in ('team_sm_pm', 'program_shared'))
    or 1 = (select count(*) from (select 1 from project_members n where n.project_id = ${projectId}
      and not n.is_deleted limit 2) as few))`
}

/** Whether a team tells a signal to everybody of its program, and with that to the world outside. */
export async function isSharedWithAll(ctx: Ctx<ProjectScope>, signal: Signal): Promise<boolean> {
  const row = await tables(ctx)
    .selectFrom('team_signals')
    .select('audience')
    .where('project_id', '=', ctx.scope.projectId)
    .where('signal', '=', signal)
    .executeTakeFirst()
  return row?.audience === 'program_shared'
}

export async function isSharedWithManagers(ctx: Ctx<ProjectScope>, signal: Signal): Promise<boolean> {
  const found = await sql<{ is_shared: boolean }>`
    select ${sharedWithManagers(sql`${ctx.scope.projectId}::uuid`, signal)} as is_shared`.execute(tables(ctx))
  return found.rows[0]?.is_shared ?? false
}

/** Those of the projects whose signal an account may read, as `mayReadSignal` says it of one. */
export async function findProjectsTelling(
  db: Db,
  projectIds: readonly string[],
  reader: { readonly accountId: string | null; readonly signal: Signal },
): Promise<Set<string>> {
  const found = await tables(db)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(db, reader.accountId), 'm.project_id', 'p.id')
    .select('p.id')
    .where('p.id', '=', anyOf(projectIds))
    .where((eb) => eb.or([eb('m.role', '<', ROLE.manager), sharedWithManagers(sql`p.id`, reader.signal)]))
    .execute()
  return new Set(found.map((row) => row.id))
}

/** Those of the projects whose managers are told a signal. */
export async function findProjectsTellingManagers(
  db: Db,
  projectIds: readonly string[],
  signal: Signal,
): Promise<Set<string>> {
  const found = await tables(db)
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', '=', anyOf(projectIds))
    .where(sharedWithManagers(sql`p.id`, signal))
    .execute()
  return new Set(found.map((row) => row.id))
}
