import { fieldError, Refusal } from '../platform/errors.ts'
import type { Config } from '../platform/settings/config.ts'

/** Hosts for which a credential may be entered. What lies below `suffix` is such a host too. */
export interface AllowedHosts {
  readonly hosts: readonly string[]
  readonly suffix?: string
  /** Whether hosts of the operator's list may be asked without encryption. */
  readonly allowsPlain: boolean
}

/**
 * The address of a provider as it is stored, without a slash at its end. Decided before anything is sent: a token that was
 * sent to a stranger is lost. A public host is asked over https alone; a host that the operator named may be one of an
 * own network.
 */
export function checkBaseUrl(config: Config, text: string, allowed: AllowedHosts): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw fieldError('base_url', 'Send an absolute web address.')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw fieldError('base_url', 'May hold no user or password.')
  if (text.includes('?') || text.includes('#')) throw fieldError('base_url', 'May have no query and no fragment.')
  const isListed = config.integrationAllowedHosts.some((entry) =>
    [url.hostname, url.host].includes(entry.toLowerCase()),
  )
  if (!isListed && !isKnown(url, allowed)) throw notAllowed()
  if (url.protocol === 'http:' && !(isListed && allowed.allowsPlain)) throw fieldError('base_url', 'Use https.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Whether it is one of the public hosts, on the usual port. */
function isKnown({ hostname, port }: URL, { hosts, suffix }: AllowedHosts): boolean {
  if (port !== '') return false
  return hosts.includes(hostname) || (suffix !== undefined && hostname.endsWith(suffix))
}

function notAllowed(): Refusal {
  const detail = 'This host is not one that credentials may be sent to. An administrator can allow it.'
  return new Refusal(400, detail, { code: 'base_url_not_allowed', extra: { base_url: [detail] } })
}
