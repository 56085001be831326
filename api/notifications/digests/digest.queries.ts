import { sql } from 'kysely'
import { ROLE } from '../../access/roles.ts'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import type { QuietHours } from '../sending/quiet-hours.ts'

export type DigestKind = 'program.health_digest' | 'resource.overallocation_digest'
export const DIGEST_KINDS: readonly DigestKind[] = ['program.health_digest', 'resource.overallocation_digest']

/** Somebody who wants a digest, and when and how. */
export interface DigestReader {
  readonly account_id: string
  readonly email: string
  readonly kind: DigestKind
  readonly in_app: boolean
  readonly by_mail: boolean
  readonly digest_weekday: number
  readonly digest_hour: number
  readonly zone: string
}

/** Everybody who has turned a digest on, in the service or by mail. Who is not to be disturbed gets no mail. */
export async function findDigestReaders(db: Db): Promise<DigestReader[]> {
  const found = await sql<DigestReader>`
    select a.id as account_id, a.email, f.event_type as kind, bool_or(f.channel = 'in_app') as in_app,
      bool_or(f.channel = 'email') and a.email <> '' and not coalesce(s.dnd_enabled, false) as by_mail,
      coalesce(s.digest_weekday, 6) as digest_weekday, coalesce(s.digest_hour, 17) as digest_hour,
      coalesce(nullif(s.digest_timezone, ''), nullif(w.timezone, ''), 'UTC') as zone
    from notification_preferences f join accounts a on a.id = f.account_id and a.is_active
      join workspace w on w.id = 1 left join notification_settings s on s.account_id = a.id
    where f.enabled and f.event_type = any(${DIGEST_KINDS}::text[])
    group by a.id, f.event_type, s.account_id, w.id order by a.id, f.event_type`.execute(tables(db))
  return found.rows
}

export interface Named {
  readonly id: string
  readonly name: string
}

/** Programs that the person leads, by name. */
export function findLedPrograms(db: Db, accountId: string, limit: number): Promise<Named[]> {
  return tables(db)
    .selectFrom('program_members as m')
    .innerJoin('programs as g', 'g.id', 'm.program_id')
    .select(['g.id', 'g.name'])
    .where('m.account_id', '=', accountId)
    .where('m.is_deleted', '=', false)
    .where('m.role', '>=', ROLE.manager)
    .where('g.is_deleted', '=', false)
    .orderBy('g.name')
    .orderBy('g.id')
    .limit(limit)
    .execute()
}

/** Projects in use whose people the person plans, by name. */
export function findPlannedProjects(db: Db, accountId: string, limit: number): Promise<Named[]> {
  return tables(db)
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['p.id', 'p.name'])
    .where('m.account_id', '=', accountId)
    .where('m.is_deleted', '=', false)
    .where('m.role', '>=', ROLE.scheduler)
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

/** The hours of quiet that a person keeps in the projects, or in those of the programs, with their zones. */
export async function findQuietHours(db: Db, accountId: string, scopeIds: readonly string[]) {
  const found = await tables(db)
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .leftJoin('project_notification_documents as d', (join) =>
      join.onRef('d.project_id', '=', 'm.project_id').onRef('d.account_id', '=', 'm.account_id'),
    )
    .select([
      sql<boolean>`coalesce(d.quiet_hours_enabled, true)`.as('quiet_hours_enabled'),
      sql<string>`coalesce(d.quiet_hours_from, '20:00')`.as('quiet_hours_from'),
      sql<string>`coalesce(d.quiet_hours_until, '07:00')`.as('quiet_hours_until'),
      sql<string>`coalesce(nullif(p.timezone, ''), nullif(w.timezone, ''), 'UTC')`.as('zone'),
    ])
    .distinct()
    .where('m.account_id', '=', accountId)
    .where('m.is_deleted', '=', false)
    .where('p.is_deleted', '=', false)
    .where((eb) => eb.or([eb('p.id', '=', anyOf(scopeIds)), eb('p.program_id', '=', anyOf(scopeIds))]))
    .execute()
  return found as (QuietHours & { readonly zone: string })[]
}
