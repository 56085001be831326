import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { openSecret } from '../../platform/secrets-box.ts'
import { type CredentialRow, findCredentials } from './credential.queries.ts'
import { type CredentialProvider, PROVIDERS } from './credential.schema.ts'

const NAMES: Record<CredentialProvider, string> = { gitlab: 'GitLab', github: 'GitHub', generic: 'Other' }

/** What a sealed secret belongs to; moved to another place it does not open. */
export const credentialPurpose = (accountId: string, provider: string) => `credential:${accountId}:${provider}`

/** Every provider with what the caller gave for it; never the secret. */
export async function listCredentials(ctx: Ctx<unknown>) {
  const rows = await findCredentials(ctx)
  return PROVIDERS.map((provider) => presentCredential(ctx, provider, rows))
}

/** One whose secret cannot be opened, because it was sealed with another key, is as good as none. */
function presentCredential(ctx: Ctx<unknown>, provider: CredentialProvider, rows: readonly CredentialRow[]) {
  const row = rows.find((one) => one.provider === provider && canOpen(ctx, one))
  return {
    provider,
    name: NAMES[provider],
    exists: row !== undefined,
    base_url: row?.base_url ?? '',
    created_at: instantText(row?.created_at ?? null),
    updated_at: instantText(row?.updated_at ?? null),
    last_used_at: instantText(row?.last_used_at ?? null),
    expires_at: instantText(row?.expires_at ?? null),
    requires_credential: provider !== 'generic',
  }
}

function canOpen(ctx: Ctx<unknown>, { account_id, provider, sealed_secret }: CredentialRow): boolean {
  try {
    openSecret(ctx.services, credentialPurpose(account_id, provider), sealed_secret)
    return true
  } catch {
    return false
  }
}
