import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { SsoProvider } from './sso.entity.ts'

export interface LinkedCounts {
  readonly linked: number
  /** Those who could sign in by nothing else. */
  readonly lockedOut: number
}

const NOBODY: LinkedCounts = { linked: 0, lockedOut: 0 }

/** How many accounts sign in by each provider, and how many of them by that alone. */
export async function linkedCounts(ctx: Pick<Ctx, 'em'>): Promise<(slug: string) => LinkedCounts> {
  const rows = await sql<{ slug: string } & LinkedCounts>(
    ctx,
    `select i.provider_slug as slug, count(distinct i.account_id)::int as linked,
       count(distinct i.account_id) filter (where a.is_active and a.password_hash is null and not exists (
         select 1 from sso_identities o join sso_providers q on q.slug = o.provider_slug and q.enabled
         where o.account_id = i.account_id and o.provider_slug <> i.provider_slug))::int as "lockedOut"
     from sso_identities i join accounts a on a.id = i.account_id group by i.provider_slug`,
  )
  return (slug) => rows.find((row) => row.slug === slug) ?? NOBODY
}

export async function loadProvider(ctx: Pick<Ctx, 'em'>, slug: string): Promise<SsoProvider> {
  const provider = await ctx.em.findOne(SsoProvider, { slug })
  if (!provider) throw notFound()
  return provider
}

/** The provider with its row locked, so that what is checked stays so until the commit. */
export async function lockProvider(ctx: Pick<Ctx, 'em'>, slug: string): Promise<SsoProvider> {
  await sql(ctx, 'select 1 from sso_providers where slug = $1 for update', [slug])
  return loadProvider(ctx, slug)
}

/**
 * Holds a provider until the commit as it was when it proved somebody; undefined when it was removed, switched off or
 * changed since: then somebody else may answer for it.
 */
export function holdProvider(
  ctx: Pick<Ctx, 'em'>,
  { slug, updated_at }: SsoProvider,
): Promise<{ changed_by_id: string | null } | undefined> {
  return sqlOne(
    ctx,
    `select changed_by_id from sso_providers where slug = $1 and enabled and updated_at = $2 for share`,
    [slug, updated_at],
  )
}

export function enabledProviders(ctx: Pick<Ctx, 'em'>): Promise<SsoProvider[]> {
  return ctx.em.find(SsoProvider, { enabled: true }, { orderBy: { created_at: 'asc', slug: 'asc' } })
}
