import { type Insertable, sql } from 'kysely'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'

/** What a sign-in under way must find again when the person comes back; with an account, it is to be linked to that. */
export type LoginState = Pick<
  RowOf<'sso_login_states'>,
  'provider_slug' | 'nonce' | 'verifier' | 'redirect_uri' | 'account_id'
>

export async function insertState(db: Db, values: Insertable<Tables['sso_login_states']>): Promise<void> {
  await tables(db).insertInto('sso_login_states').values(values).execute()
}

/** Takes away the sign-ins that ran out. */
export async function deleteExpiredStates(ctx: Ctx<unknown>): Promise<void> {
  const now = ctx.services.clock.now().toISOString()
  await tables(ctx).deleteFrom('sso_login_states').where('expires_at', '<', now).execute()
}

/** Uses a state up in one statement: of any number of callbacks with it one goes on. Null: unknown, used or too old. */
export async function redeemStateOf(ctx: Ctx<unknown>, stateHash: string): Promise<LoginState | null> {
  const row = await tables(ctx)
    .deleteFrom('sso_login_states')
    .where('state_hash', '=', stateHash)
    .returning(['provider_slug', 'nonce', 'verifier', 'redirect_uri', 'account_id'])
    .returning(sql<boolean>`expires_at > ${ctx.services.clock.now()}`.as('is_live'))
    .executeTakeFirst()
  return row?.is_live ? row : null
}
