import { type RowOf, tables } from '../../database.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import type { CredentialProvider } from './credential.schema.ts'

export type CredentialRow = RowOf<'external_credentials'>

/** The caller's own. */
export function findCredentials(ctx: Ctx<unknown>): Promise<CredentialRow[]> {
  return tables(ctx)
    .selectFrom('external_credentials')
    .selectAll()
    .where('account_id', '=', actingAccount(ctx).id)
    .execute()
}

/** Puts a credential in the place of the one before. */
export async function saveCredential(
  ctx: Ctx<unknown>,
  provider: CredentialProvider,
  values: Pick<CredentialRow, 'sealed_secret' | 'base_url'> & { readonly expires_at: string | null },
): Promise<void> {
  const now = ctx.services.clock.now()
  const stored = { ...values, last_used_at: null, updated_at: now }
  await tables(ctx)
    .insertInto('external_credentials')
    .values({ ...stored, account_id: actingAccount(ctx).id, provider, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider']).doUpdateSet(stored))
    .execute()
}

export async function touchCredential(ctx: Ctx<unknown>, provider: string): Promise<void> {
  await tables(ctx)
    .updateTable('external_credentials')
    .set({ last_used_at: ctx.services.clock.now() })
    .where('account_id', '=', actingAccount(ctx).id)
    .where('provider', '=', provider as CredentialProvider)
    .execute()
}

export async function deleteCredential(ctx: Ctx<unknown>, provider: CredentialProvider): Promise<void> {
  await tables(ctx)
    .deleteFrom('external_credentials')
    .where('account_id', '=', actingAccount(ctx).id)
    .where('provider', '=', provider)
    .execute()
}
