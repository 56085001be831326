import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { SsoProvider } from '../sso.entity.ts'

export interface LinkedCounts {
  readonly linked: number
  /** Those who could sign in by nothing else. */
  readonly locked_out: number
}

const NOBODY: LinkedCounts = { linked: 0, locked_out: 0 }

/** An account without a password whose identities `i` are all of this provider, or of others that are switched off. */
const HAS_NO_OTHER_WAY = sql<boolean>`a.is_active and a.password_hash is null and not exists (
  select 1 from sso_identities o join sso_providers q on q.slug = o.provider_slug and q.enabled
  where o.account_id = i.account_id and o.provider_slug <> i.provider_slug)`

/** How many accounts sign in by each provider, and how many of them by that alone. */
export async function linkedCounts(db: Db): Promise<(slug: string) => LinkedCounts> {
  const rows = await tables(db)
    .selectFrom('sso_identities as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(({ fn }) => [
      'i.provider_slug',
      fn.count<number>('i.account_id').distinct().as('linked'),
      fn.count<number>('i.account_id').distinct().filterWhere(HAS_NO_OTHER_WAY).as('locked_out'),
    ])
    .groupBy('i.provider_slug')
    .execute()
  return (slug) => rows.find((row) => row.provider_slug === slug) ?? NOBODY
}

export async function loadProvider(db: Db, slug: string): Promise<SsoProvider> {
  const provider = await db.em.findOne(SsoProvider, { slug })
  refuseUnless(provider, notFound)
  return provider
}

/** The provider with its row locked, so that what is checked stays so until the commit. */
export async function lockProvider(db: Db, slug: string): Promise<SsoProvider> {
  await tables(db).selectFrom('sso_providers').select('slug').where('slug', '=', slug).forNoKeyUpdate().execute()
  return loadProvider(db, slug)
}

/**
 * Holds a provider until the commit as it was when it proved somebody; undefined when it was removed, switched off or
 * changed since: then somebody else may answer for it.
 */
export function holdProvider(db: Db, { slug, updated_at }: SsoProvider) {
  return tables(db)
    .selectFrom('sso_providers')
    .select('changed_by_id')
    .where('slug', '=', slug)
    .where('enabled', '=', true)
    .where(sql<boolean>`updated_at = ${updated_at}`)
    .forShare()
    .executeTakeFirst()
}

/** Makes the row of a provider; false when there is one already. */
export async function insertProvider(
  db: Db,
  { now, ...values }: { readonly slug: string; readonly display_name: string; readonly now: Date },
): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('sso_providers')
    .values({ ...values, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes a provider with who is linked to it and the sign-ins under way. */
export async function deleteProviderWithLinks(db: Db, slug: string): Promise<void> {
  await tables(db).deleteFrom('sso_identities').where('provider_slug', '=', slug).execute()
  await tables(db).deleteFrom('sso_login_states').where('provider_slug', '=', slug).execute()
  await tables(db).deleteFrom('sso_providers').where('slug', '=', slug).execute()
}

/** The providers in the order in which they were set up. */
export function findProviders(db: Db): Promise<SsoProvider[]> {
  return db.em.find(SsoProvider, {}, { orderBy: { created_at: 'asc', slug: 'asc' } })
}

export function findEnabledProviders(db: Db): Promise<SsoProvider[]> {
  return db.em.find(SsoProvider, { enabled: true }, { orderBy: { created_at: 'asc', slug: 'asc' } })
}

export async function findEnabledProvider(db: Db, slug: string): Promise<SsoProvider | null> {
  return db.em.findOne(SsoProvider, { slug, enabled: true })
}
