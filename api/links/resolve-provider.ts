export const PROVIDERS = ['gitlab', 'github', 'google_drive', 'dropbox', 'box', 'onedrive', 'generic'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Hosts by which a provider is known; what lies below one is the same provider's. */
const HOSTS: readonly [host: string, provider: Provider][] = [
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['drive.google.com', 'google_drive'],
  ['docs.google.com', 'google_drive'],
  ['dropbox.com', 'dropbox'],
  ['box.com', 'box'],
  ['onedrive.live.com', 'onedrive'],
  ['1drv.ms', 'onedrive'],
  ['sharepoint.com', 'onedrive'],
]

/** Whose address it is, by its host alone: callers do not say. */
export function resolveProvider(url: string): Provider {
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '')
  return HOSTS.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? 'generic'
}
