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
  return faults
}
