import type { Insertable } from 'kysely'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import { asJson } from '../platform/db/statements.ts'
import type { Window } from '../platform/http/paging.ts'
import { ownerOf, type TokenOwner } from './token.queries.ts'

const COLUMNS = [
  ...(['id', 'token_id', 'token_prefix', 'actor_id', 'actor_email'] as const),
  ...(['action', 'source_ip', 'detail', 'created_at'] as const),
]
export type AuditRow = Pick<RowOf<'api_token_audit'>, (typeof COLUMNS)[number]>

/** One audit row. The actor's e-mail is kept as it is now, because accounts may go. */
export async function insertTokenAudit(
  db: Db,
  values: Omit<Insertable<Tables['api_token_audit']>, 'actor_email'> & { readonly actor_id: string | null },
): Promise<void> {
  await tables(db)
    .insertInto('api_token_audit')
    .values((eb) => ({
      ...values,
      detail: asJson(values.detail),
      actor_email: eb.selectFrom('accounts').select('email').where('id', '=', values.actor_id),
    }))
    .execute()
}

/** Audit rows of one owner's tokens, newest first. */
export async function pageTokenAudit(
  db: Db,
  owner: TokenOwner,
  window: Window,
): Promise<{ count: number; rows: AuditRow[] }> {
  const [column, id] = ownerOf(owner)
  const audit = tables(db).selectFrom('api_token_audit').where(column, '=', id)
  const { count } = await audit.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await audit
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  return { count, rows }
}
