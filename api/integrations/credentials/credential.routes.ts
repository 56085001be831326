import { z } from 'zod'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { fieldError } from '../../platform/errors.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { type RawInput, route } from '../../platform/http/route.ts'
import { sealSecret } from '../../platform/secrets-box.ts'
import { credentialPurpose, listCredentials } from './credential.present.ts'
import { deleteCredential, saveCredential } from './credential.queries.ts'
import {
  type CredentialProvider,
  credentialBody,
  credentialParams,
  credentialReply,
  PROVIDERS,
  verificationError,
} from './credential.schema.ts'
import { storedBaseUrl, verifyCredential } from './verify-credential.ts'

const ROOT = '/me/credentials/'
const ONE = `${ROOT}{provider}/`

interface ProviderScope {
  readonly provider: CredentialProvider
}

async function providerScope(_ctx: Ctx, { params }: RawInput): Promise<ProviderScope> {
  const provider = PROVIDERS.find((known) => known === params.provider)
  if (provider === undefined) throw fieldError('provider', `Send one of ${PROVIDERS.join(', ')}.`)
  return { provider }
}

const own = { tag: 'integrations', audience: 'session' } as const
const ofProvider = { ...own, params: credentialParams, scope: providerScope }
const limits = [byAccount('credential_rotate', (config) => config.throttleCredentialRotateRate)]

export const credentialRoutes = [
  route({
    ...own,
    method: 'GET',
    path: ROOT,
    summary: 'Providers, and for which of them the caller gave a credential; never its secret',
    reply: z.array(credentialReply),
    run: (ctx) => listCredentials(ctx),
  }),
  route({
    ...ofProvider,
    method: 'GET',
    path: ONE,
    summary: 'One provider',
    reply: credentialReply,
    run: async (ctx) => (await listCredentials(ctx)).find(({ provider }) => provider === ctx.scope.provider),
  }),
  route({
    ...ofProvider,
    method: 'POST',
    path: ONE,
    summary: 'Give a credential for a provider; it is tried there before it is stored',
    limits,
    body: credentialBody,
    consult: (ctx, body) => verifyCredential(ctx, ctx.scope.provider, body),
    reply: z.array(credentialReply),
    otherReplies: { 422: { description: 'the provider did not accept it', schema: verificationError } },
    run: async (ctx, { body }) => {
      const { provider } = ctx.scope
      await saveCredential(ctx, provider, {
        sealed_secret: sealSecret(ctx.services, credentialPurpose(actingAccount(ctx).id, provider), body.secret),
        base_url: storedBaseUrl(ctx, body),
        expires_at: body.expires_at ?? null,
      })
      return listCredentials(ctx)
    },
  }),
  route({
    ...ofProvider,
    method: 'DELETE',
    path: ONE,
    summary: 'Forget the credential of a provider',
    limits,
    status: 204,
    run: (ctx) => deleteCredential(ctx, ctx.scope.provider),
  }),
]
