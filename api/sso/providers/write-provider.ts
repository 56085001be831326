import type { WorkspaceScope } from '../../access/workspace-scope.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden } from '../../platform/errors.ts'
import { sealSecret } from '../../platform/secrets-box.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { providerExists, removalLocksOut } from '../sso.errors.ts'
import { presetOf } from './presets.ts'
import { deleteProviderWithLinks, insertProvider, linkedCounts, lockProvider } from './provider.queries.ts'
import type { ProviderFields } from './provider.schema.ts'

type AdminCtx = Ctx<WorkspaceScope>

export const secretPurpose = (slug: string) => `sso:${slug}`

export async function createProvider(ctx: AdminCtx, slug: string, fields: ProviderFields): Promise<SsoProvider> {
  const values = { slug, display_name: presetOf(slug).displayName, now: ctx.services.clock.now() }
  if (!(await insertProvider(ctx, values))) throw providerExists()
  return applyFields(ctx, await lockProvider(ctx, slug), fields)
}

/** PUT: what is not sent falls back to its default; the secret alone stays, because it cannot be read back. */
export async function replaceProvider(ctx: AdminCtx, slug: string, fields: ProviderFields): Promise<SsoProvider> {
  const provider = await lockProvider(ctx, slug)
  const preset = presetOf(slug)
  const defaults: ProviderFields = {
    display_name: preset.displayName,
    client_id: '',
    server_url: preset.issuer ?? '',
    github_org: '',
    enabled: false,
    allowed_email_domains: [],
    auto_create_members: false,
  }
  if (fields.default_role === undefined) provider.default_role = 100
  return applyFields(ctx, provider, { ...defaults, ...fields })
}

export async function patchProvider(ctx: AdminCtx, slug: string, fields: ProviderFields): Promise<SsoProvider> {
  return applyFields(ctx, await lockProvider(ctx, slug), fields)
}

/** Removing asks twice when somebody could not sign in any more. */
export async function deleteProvider(ctx: AdminCtx, slug: string, isConfirmed: boolean): Promise<void> {
  const provider = await lockProvider(ctx, slug)
  const { locked_out: lockedOut } = (await linkedCounts(ctx))(slug)
  if (lockedOut > 0 && !isConfirmed) throw removalLocksOut(lockedOut)
  await deleteProviderWithLinks(ctx, slug)
  await recordChange(ctx, provider, ['removed'])
}

async function applyFields(ctx: AdminCtx, provider: SsoProvider, fields: ProviderFields): Promise<SsoProvider> {
  const { slug } = provider
  if (fields.default_role !== undefined && fields.default_role >= (ctx.scope.role ?? 0)) throw forbidden()
  if (fields.server_url !== undefined || presetOf(slug).issuer !== null) {
    const serverUrl = checkServerUrl(slug, fields.server_url, ctx.services.config)
    await refuseMove(ctx, provider, serverUrl)
    provider.server_url = serverUrl
  }
  if (fields.github_org && slug !== 'github') throw fieldError('github_org', 'Only for GitHub.')
  provider.display_name =
    fields.display_name || (fields.display_name === '' ? presetOf(slug).displayName : provider.display_name)
  provider.client_id = fields.client_id ?? provider.client_id
  provider.github_org = fields.github_org ?? provider.github_org
  provider.allowed_email_domains = fields.allowed_email_domains ?? provider.allowed_email_domains
  provider.auto_create_members = fields.auto_create_members ?? provider.auto_create_members
  provider.default_role = fields.default_role ?? provider.default_role
  provider.enabled = fields.enabled ?? provider.enabled
  if (fields.client_secret !== undefined) {
    provider.sealed_secret = sealSecret(ctx.services, secretPurpose(slug), fields.client_secret)
  }
  provider.changed_by_id = actingAccount(ctx).id
  provider.updated_at = ctx.services.clock.now()
  checkReady(provider)
  checkRank(ctx, provider)
  await ctx.em.flush()
  await recordChange(ctx, provider, Object.keys(fields))
  return provider
}

/** An absolute https address (http in development) of the issuer itself. */
function checkServerUrl(slug: string, text: string | undefined, config: Config): string {
  const fixed = presetOf(slug).issuer
  if (fixed !== null) {
    if (text !== undefined && text !== '' && text !== fixed)
      throw fieldError('server_url', 'This provider has a fixed address.')
    return fixed
  }
  if (text === undefined || text === '') return ''
  if (!URL.canParse(text)) throw fieldError('server_url', 'Must be an absolute address.')
  const url = new URL(text)
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && config.env === 'development')
  if (!isAllowed) throw fieldError('server_url', 'Must be an https address.')
  if (text.includes('?') || text.includes('#')) throw fieldError('server_url', 'May have no query and no fragment.')
  if (url.username !== '' || url.password !== '') throw fieldError('server_url', 'May hold no user or password.')
  if (/\/\.well-known(\/|$)/.test(url.pathname))
    throw fieldError('server_url', 'Enter the issuer, not its discovery address.')
  return text
}

/** Subjects mean something to one issuer only, so that the address of linked people's provider stays. */
async function refuseMove(ctx: AdminCtx, provider: SsoProvider, serverUrl: string): Promise<void> {
  if (serverUrl === provider.server_url) return
  if ((await linkedCounts(ctx))(provider.slug).linked > 0)
    throw fieldError('server_url', 'Accounts are linked: remove the provider and add it again.')
}

function checkReady(provider: SsoProvider): void {
  if (!provider.enabled) return
  const missing = [
    ...(provider.client_id === '' ? ['client_id'] : []),
    ...(provider.sealed_secret == null ? ['client_secret'] : []),
    ...(provider.allowed_email_domains.length === 0 ? ['allowed_email_domains'] : []),
    ...(presetOf(provider.slug).kind === 'oidc' && provider.server_url === '' ? ['server_url'] : []),
  ]
  if (missing.length > 0) throw fieldError('enabled', `Cannot be enabled without ${missing.join(', ')}.`)
}

/** Whoever changes a provider answers for it: also a role that somebody else entered must lie below the own one. */
function checkRank(ctx: AdminCtx, provider: SsoProvider): void {
  if (!provider.enabled || !provider.auto_create_members || provider.default_role < (ctx.scope.role ?? 0)) return
  throw forbidden('The provider gives newcomers a role at or above your own; set a lower default_role with the change.')
}

function recordChange(ctx: AdminCtx, provider: SsoProvider, fields: string[]): Promise<void> {
  return recordAuditEvent(ctx, {
    eventType: 'workspace_settings_changed',
    target: { type: 'sso_provider', id: null, label: provider.display_name },
    metadata: { provider: provider.slug, fields },
  })
}
