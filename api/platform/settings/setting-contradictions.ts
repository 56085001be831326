import type { ConfigFault, SettingValues } from './setting-values.ts'

/** Values that are allowed one by one and not together. */
export function contradictions(values: SettingValues): ConfigFault[] {
  const { authRefreshCookieName: name, authRefreshCookiePath: path, authRefreshCookieSecure: isSecure } = values
  const faults: ConfigFault[] = []
  if (values.authRefreshCookieSamesite === 'None' && !isSecure)
    faults.push({
      name: 'SVC_AUTH_REFRESH_COOKIE_SAMESITE',
      holds: '"None" while SVC_AUTH_REFRESH_COOKIE_SECURE is false',
      allowed: 'Strict or Lax, or None with a secure cookie: browsers drop any other',
    })
  if ((/^__secure-/i.test(name) && !isSecure) || (/^__host-/i.test(name) && !(isSecure && path === '/')))
    faults.push({
      name: 'SVC_AUTH_REFRESH_COOKIE_NAME',
      holds: JSON.stringify(name),
      allowed: '__Secure- with a secure cookie only, __Host- with the path / as well: browsers drop any other',
    })
  if (values.metricsPort !== null && values.metricsPort === values.port)
    faults.push({ name: 'SVC_METRICS_PORT', holds: `"${values.port}", like SVC_PORT`, allowed: 'another port' })
  return [...faults, ...storageFaults(values)]
}

/** A bucket needs all that it is reached by. */
function storageFaults(values: SettingValues): ConfigFault[] {
  if (values.attachmentStorage !== 's3') {
    const holds = '"true" while SVC_ATTACHMENT_STORAGE is local'
    const fault = { name: 'SVC_ATTACHMENT_STORAGE_SIGNS_URLS', holds, allowed: 'false: a local disk has no addresses' }
    return values.attachmentStorageSignsUrls ? [fault] : []
  }
  const needed = {
    SVC_ATTACHMENT_S3_ENDPOINT: values.attachmentS3Endpoint,
    SVC_ATTACHMENT_S3_BUCKET: values.attachmentS3Bucket,
    SVC_ATTACHMENT_S3_ACCESS_KEY_ID: values.attachmentS3AccessKeyId,
    SVC_ATTACHMENT_S3_SECRET_ACCESS_KEY: values.attachmentS3SecretAccessKey,
  }
  const missing = Object.entries(needed).filter(([, value]) => value === null)
  const allowed = 'a value, as SVC_ATTACHMENT_STORAGE is s3'
  return missing.map(([name]) => ({ name, holds: 'nothing', allowed }))
}
