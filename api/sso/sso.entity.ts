import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references, unchecked } from '../platform/db/references.ts'

/** An identity provider of the workspace. */
export const SsoProviderSchema = defineEntity({
  name: 'SsoProvider',
  tableName: 'sso_providers',
  properties: {
    slug: p.string().columnType('varchar(32)').primary(),
    display_name: p.string().columnType('varchar(120)'),
    client_id: p.text().default(''),
    /** Sealed by `platform/secrets-box.ts`. */
    sealed_secret: p.text().nullable(),
    /** The issuer as it was entered. */
    server_url: p.text().default(''),
    github_org: p.text().default(''),
    enabled: p.boolean().default(false),
    allowed_email_domains: p.array().columnType('text[]').$type<string[]>().defaultRaw(`'{}'`),
    auto_create_members: p.boolean().default(false),
    default_role: p.smallint().default(100),
    /** Who answers for what the provider vouches for. */
    changed_by_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
references(
  SsoProviderSchema,
  {
    client_id: unchecked('what the provider calls this service'),
    changed_by_id: mayName('accounts'),
  },
  'commit',
)
export class SsoProvider extends SsoProviderSchema.class {}
SsoProviderSchema.setClass(SsoProvider)

/** A person at a provider, by the provider's own name for them and never by an address, which may change hands. */
export const SsoIdentitySchema = defineEntity({
  name: 'SsoIdentity',
  tableName: 'sso_identities',
  properties: {
    id: p.uuid().primary(),
    provider_slug: p.string().columnType('varchar(32)'),
    issuer: p.text(),
    subject: p.string().columnType('varchar(255)'),
    account_id: p.uuid(),
    /** Nobody but the provider said that this is the account’s person: it signs in only while that suffices. */
    is_by_address: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'sso_identities_subject_unique', properties: ['provider_slug', 'subject'] }],
  indexes: [{ properties: ['account_id'] }],
})
references(
  SsoIdentitySchema,
  { provider_slug: ownedBy('sso_providers', 'slug'), account_id: ownedBy('accounts') },
  'commit',
)

/** A sign-in under way: used up by the callback, gone after five minutes. */
export const SsoLoginStateSchema = defineEntity({
  name: 'SsoLoginState',
  tableName: 'sso_login_states',
  properties: {
    state_hash: p.text().primary(),
    provider_slug: p.string().columnType('varchar(32)'),
    nonce: p.text(),
    verifier: p.text(),
    redirect_uri: p.text(),
    /** Somebody signed in who links the provider to the own account; null: a sign-in. */
    account_id: p.uuid().nullable(),
    expires_at: p.datetime(),
  },
  indexes: [{ properties: ['expires_at'] }],
})
references(
  SsoLoginStateSchema,
  { provider_slug: ownedBy('sso_providers', 'slug'), account_id: ownedBy('accounts') },
  'commit',
)
