import { createHash } from 'node:crypto'

/** What a record's hash covers, under the names it is hashed with. */
export interface HashedFacts {
  readonly schema_version: number
  readonly sequence: number
  readonly actor_kind: string
  readonly actor_token_prefix: string
  readonly principal_id: string | null
  readonly action: string
  readonly method: string
  readonly object_type: string
  readonly object_id: string
  readonly project_id: string | null
  readonly capability_used: string
  readonly verdict: string
  readonly refusal_reason: string
  readonly payload_hash: string
  readonly engine_version: string
  readonly summary: string
  readonly source_ip: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly occurred_at: string
}

/** What stands before the first record. */
export const GENESIS_HASH = sha256('svc agent action log, version 1')

/** SHA-256 over the hash before, a newline and the facts as canonical JSON. */
export function recordHash(previousHash: string, facts: HashedFacts): string {
  return sha256(`${previousHash}\n${canonicalJson(facts)}`)
}

/** What was asked, without telling it: method, path and sorted query. */
export function payloadHash(request: { method: string; path: string; query: readonly [string, string][] }): string {
  const query = [...request.query].sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
  return sha256(canonicalJson({ method: request.method, path: request.path, query }))
}

/** JSON with sorted keys and no spaces, so that equal facts have equal bytes. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => compare(a, b))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
