import { type Db, tables } from '../database.ts'

/**
 * Live memberships of an account in projects, to be joined as `m` on `m.project_id`: an inner join keeps the projects
 * that the account is a member of, a left join tells its role where there is one.
 */
export function projectMemberships(db: Db, accountId: string | null) {
  return tables(db)
    .selectFrom('project_members')
    .select(['project_id', 'role', 'created_at'])
    .where('account_id', '=', accountId)
    .where('is_deleted', '=', false)
    .as('m')
}

/** The same in programs, as `pm` on `pm.program_id`. */
export function programMemberships(db: Db, accountId: string | null) {
  return tables(db)
    .selectFrom('program_members')
    .select(['program_id', 'role'])
    .where('account_id', '=', accountId)
    .where('is_deleted', '=', false)
    .as('pm')
}
