import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, tables } from '../../database.ts'

/** Somebody who can be told. */
export interface Recipient {
  readonly account_id: string
  /** The group by which they were named; empty for their own name. */
  readonly group_key: string
}

/** Roles from `from` to `to`. */
export interface RoleBand {
  readonly from: number
  readonly to: number
}

function members(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('project_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'a.username'])
    .where('m.project_id', '=', projectId)
    .where('m.is_deleted', '=', false)
    .where('a.is_active', '=', true)
}

/** Members of the project by their names, which are told from each other by case. */
export function findMembersNamed(db: Db, { projectId }: ProjectScope, names: readonly string[]) {
  return members(db, projectId).where(sql<boolean>`a.username = any(${names}::text[])`).execute()
}

/** Members of the project whose role lies in the band. */
export function findMembersInBand(db: Db, { projectId }: ProjectScope, { from, to }: RoleBand) {
  return members(db, projectId).where('m.role', '>=', from).where('m.role', '<=', to).execute()
}

/** The same of its program. */
export function findProgramMembersInBand(db: Db, programId: string, { from, to }: RoleBand) {
  return tables(db)
    .selectFrom('program_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'a.username'])
    .where('m.program_id', '=', programId)
    .where('m.is_deleted', '=', false)
    .where('a.is_active', '=', true)
    .where('m.role', '>=', from)
    .where('m.role', '<=', to)
    .execute()
}

/** The account's role in the program; null for who is no member. */
export async function findProgramRole(db: Db, programId: string, accountId: string): Promise<number | null> {
  const found = await tables(db)
    .selectFrom('program_members')
    .select('role')
    .where('program_id', '=', programId)
    .where('account_id', '=', accountId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return found?.role ?? null
}

/** Keeps whom a comment mentioned. */
export async function insertMentions(
  db: Db,
  comment: { readonly id: string; readonly created_at: Date },
  recipients: readonly Recipient[],
): Promise<void> {
  await sql`insert into comment_mentions (id, comment_id, account_id, group_key, created_at)
    select gen_random_uuid(), ${comment.id}, account_id, group_key, ${comment.created_at}
    from unnest(${recipients.map((one) => one.account_id)}::uuid[], ${recipients.map((one) => one.group_key)}::text[])
      as named(account_id, group_key)`.execute(tables(db))
}

/** Those of the tasks in whose comments somebody mentioned the person. `idList` is the text of a uuid array. */
export function findTasksMentioning(db: Db, idList: string, accountId: string) {
  return tables(db)
    .selectFrom('comments as c')
    .innerJoin('comment_mentions as m', 'm.comment_id', 'c.id')
    .select('c.task_id')
    .distinct()
    .where(sql<boolean>`c.task_id = any(${idList}::uuid[])`)
    .where('c.is_deleted', '=', false)
    .where('m.account_id', '=', accountId)
    .execute()
}
