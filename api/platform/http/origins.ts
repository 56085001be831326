import type { Services } from '../context.ts'
import type { Config } from '../settings/config.ts'

const MAX_SHOWN_CHARACTERS = 200
/** One line an origin and a minute says enough, also where somebody keeps on asking. */
const QUIET_MS = 60_000
const MAX_REMEMBERED = 200

/** Where our own pages come from: the client's address, our own, and what the operator added. */
export function ownOrigins(config: Pick<Config, 'appUrl' | 'publicUrl' | 'allowedOrigins'>): ReadonlySet<string> {
  return new Set([config.appUrl, config.publicUrl, ...config.allowedOrigins].map(originOf))
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

const told = new Map<string, number>()

/**
 * Whether a page of this origin may use the refresh cookie or open a socket. A refusal is told to the operator, with the
 * setting that decides it: a client that was put elsewhere only sees people signed out and nothing move.
 */
export function admitsOrigin(
  { config, log }: Pick<Services, 'config' | 'log'>,
  origin: string | undefined,
  use: 'cookie' | 'socket',
): boolean {
  if (origin === undefined || ownOrigins(config).has(origin)) return true
  const shown = origin.slice(0, MAX_SHOWN_CHARACTERS)
  if (isDue(`${use} ${shown}`)) {
    log.warn(
      { origin: shown, use, setting: 'SVC_APP_URL', admitted: [...ownOrigins(config)] },
      'origin refused: set SVC_APP_URL to the origin of the client, or add it to SVC_ALLOWED_ORIGINS',
    )
  }
  return false
}

function isDue(key: string): boolean {
  const nowMs = performance.now()
  const last = told.get(key)
  if (last !== undefined && nowMs - last < QUIET_MS) return false
  if (told.size >= MAX_REMEMBERED) told.clear()
  told.set(key, nowMs)
  return true
}
