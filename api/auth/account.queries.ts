import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'

export interface AccountRow {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  passwordHash: string | null
  isActive: boolean
  isSuperuser: boolean
  sessionEpoch: number
}

const COLUMNS = `id, username, email, first_name, last_name,
  password_hash as "passwordHash", is_active as "isActive", is_superuser as "isSuperuser",
  session_epoch as "sessionEpoch"`

export async function loadActiveAccount(ctx: Pick<Ctx, 'em'>, accountId: string): Promise<AccountRow | undefined> {
  return sqlOne<AccountRow>(ctx, `select ${COLUMNS} from accounts where id = $1 and is_active`, [accountId])
}

/**
 * The account a login name means: the username first, the e-mail only if that fails; an e-mail held by more than one
 * account means nobody.
 */
export async function findLoginAccount(ctx: Pick<Ctx, 'em'>, login: string): Promise<AccountRow | undefined> {
  const byName = await sqlOne<AccountRow>(ctx, `select ${COLUMNS} from accounts where lower(username) = lower($1)`, [
    login,
  ])
  if (byName || login === '') return byName
  const byEmail = await sql<AccountRow>(ctx, `select ${COLUMNS} from accounts where lower(email) = lower($1) limit 2`, [
    login,
  ])
  return byEmail.length === 1 ? byEmail[0] : undefined
}

export async function accountExists(ctx: Pick<Ctx, 'em'>): Promise<boolean> {
  return (await sqlOne(ctx, 'select 1 as ok from accounts limit 1')) !== undefined
}

/**
 * Keeps an account as it is until the commit; undefined when nobody may sign in to it. Who changes a password or
 * deactivates locks the row and then ends every session: either that comes first and is seen here, or the new session
 * is there to be ended.
 */
export function holdActiveAccount(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('accounts')
    .select(['password_hash', 'session_epoch'])
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
