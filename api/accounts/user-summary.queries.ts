import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

/** How accounts are called and written to. */
export function findNamedAccounts(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'first_name', 'last_name'])
    .where('id', '=', anyOf(ids))
    .execute()
}
