import type { ConfigFault, SettingValues } from './setting-values.ts'

/** Values that documentation and examples print; a production secret must be none of them. */
const knownSecrets = /change[-_ ]?me|insecure|example|password|secret[-_ ]?key|^(.)\1*$/i

/**
 * What `SVC_ENV=production` refuses to start with. Settings of the database server itself (`fsync`,
 * `synchronous_commit`) are looked at once a connection is open, in `check-durability.ts`.
 */
export function productionFaults(config: SettingValues, areThrottlesOff: boolean): ConfigFault[] {
  return [
    ...databaseFaults(config),
    ...secretFault('SVC_SECRET_KEY', config.secretKey),
    ...secretFault('INTEGRATION_ENCRYPTION_KEY', config.integrationEncryptionKey),
    ...when(config.rateLimitEnabled || areThrottlesOff, {
      name: 'SVC_RATE_LIMIT_ENABLED',
      holds: '"false" without the phrase in SVC_RATE_LIMIT_DISABLE_ACK',
      allowed: 'true in production, or false with the phrase',
    }),
    ...when(config.authRefreshCookieSecure, {
      name: 'SVC_AUTH_REFRESH_COOKIE_SECURE',
      holds: '"false"',
      allowed: 'true in production',
    }),
    ...when(config.allowLocalAttachmentStorage || config.attachmentStorage === 's3', {
      name: 'SVC_ALLOW_LOCAL_ATTACHMENT_STORAGE',
      holds: '"false" while attachments are on the local disk',
      allowed: 'true in production, which says that the data folder is kept and backed up',
    }),
  ]
}

function when(isFine: boolean, fault: ConfigFault): ConfigFault[] {
  return isFine ? [] : [fault]
}

function secretFault(name: string, value: string | null): ConfigFault[] {
  const allowed = 'at least 32 random characters in production'
  if (value === null) return [{ name, holds: 'nothing', allowed }]
  return when(!knownSecrets.test(value), { name, holds: 'a well-known or guessable secret', allowed })
}

function databaseFaults(config: SettingValues): ConfigFault[] {
  const name = 'SVC_DATABASE_URL'
  if (config.databaseUrl === null) {
    return [{ name, holds: 'nothing (the embedded database)', allowed: 'an own PostgreSQL in production' }]
  }
  const url = new URL(config.databaseUrl)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const isLocal = host === '' || host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
  const isEncrypted = /^(require|verify-ca|verify-full)$/.test(url.searchParams.get('sslmode') ?? '')
  return when(isLocal || isEncrypted || config.allowUnencryptedDatabase, {
    name,
    holds: `a connection to ${host} without TLS`,
    allowed: '?sslmode=verify-full in production, or SVC_ALLOW_UNENCRYPTED_DATABASE=true',
  })
}
