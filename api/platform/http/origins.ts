import type { Config } from '../config.ts'

/** Where our own pages come from: the client's address, our own, and what the operator added. */
export function ownOrigins(config: Pick<Config, 'appUrl' | 'publicUrl' | 'allowedOrigins'>): ReadonlySet<string> {
  return new Set([config.appUrl, config.publicUrl, ...config.allowedOrigins].map(originOf))
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}
