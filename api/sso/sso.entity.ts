import { defineEntity, p } from '@mikro-orm/postgresql'

/** An identity provider of the workspace. */
export const SsoProviderSchema = defineEntity({
  name: 'SsoProvider',
  tableName: 'sso_providers',
  properties: {
    slug: p.string().columnType('varchar(32)').primary(),
    displayName: p.string().columnType('varchar(120)'),
    clientId: p.text().default(''),
    /** Sealed by `platform/secrets-box.ts`. */
    sealedSecret: p.text().nullable(),
    /** The issuer as it was entered. */
    serverUrl: p.text().default(''),
    githubOrg: p.text().default(''),
    enabled: p.boolean().default(false),
    allowedEmailDomains: p.array().columnType('text[]').$type<string[]>().defaultRaw(`'{}'`),
    autoCreateMembers: p.boolean().default(false),
    defaultRole: p.smallint().default(100),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})
export class SsoProvider extends SsoProviderSchema.class {}
SsoProviderSchema.setClass(SsoProvider)

/** A person at a provider, by the provider's own name for them and never by an address, which may change hands. */
export const SsoIdentitySchema = defineEntity({
  name: 'SsoIdentity',
  tableName: 'sso_identities',
  properties: {
    id: p.uuid().primary(),
    providerSlug: p.string().columnType('varchar(32)'),
    issuer: p.text(),
    subject: p.string().columnType('varchar(255)'),
    accountId: p.uuid(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'sso_identities_subject_unique', properties: ['providerSlug', 'subject'] }],
  indexes: [{ properties: ['accountId'] }],
})

/** A sign-in under way: used up by the callback, gone after five minutes. */
export const SsoLoginStateSchema = defineEntity({
  name: 'SsoLoginState',
  tableName: 'sso_login_states',
  properties: {
    stateHash: p.text().primary(),
    providerSlug: p.string().columnType('varchar(32)'),
    nonce: p.text(),
    verifier: p.text(),
    redirectUri: p.text(),
    expiresAt: p.datetime(),
  },
  indexes: [{ properties: ['expiresAt'] }],
})
