import { sql } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { personName } from '../../access/person-name.queries.ts'
import { type Db, tables } from '../../database.ts'

/** The deleted projects of an account with its role and who deleted them, last deleted first. */
export function findTrashedProjects(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(db, accountId), 'm.project_id', 'p.id')
    .leftJoin('accounts as a', 'a.id', 'p.deleted_by_id')
    .select(['p.id', 'p.name', 'p.code', 'p.program_id', 'p.deleted_at', 'p.deleted_by_id', 'm.role'])
    .select(personName('a').$castTo<string | null>().as('deleted_by_name'))
    .where('p.is_deleted', '=', true)
    .orderBy('p.deleted_at', 'desc')
    .orderBy('p.id')
    .execute()
}

/** Deleted projects that have lain in the trash since the instant, the oldest first. */
export function findExpiredTrash(db: Db, before: Date) {
  return tables(db)
    .selectFrom('projects')
    .select('id')
    .where('is_deleted', '=', true)
    .where('deleted_at', '<=', sql<string>`${before}::timestamptz`)
    .orderBy('deleted_at')
    .orderBy('id')
    .execute()
}
