import type { Pool, PoolClient } from 'pg'
import { addStatement, hearsStatements } from './telemetry.ts'

type Send = (statement: unknown, ...rest: unknown[]) => unknown

/** Tells of the statements of the pool's connections where telemetry is sent; else connections stay as they are. */
export function watchStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    if (hearsStatements()) watchOn(client)
  })
}

function watchOn(client: PoolClient): void {
  const send = client.query.bind(client) as unknown as Send
  const query: Send = (statement, ...rest) => {
    const startedAtMs = Date.now()
    const sent = send(statement, ...rest)
    const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
    if (typeof text !== 'string' || !(sent instanceof Promise)) return sent
    sent.then(
      () => addStatement(text, startedAtMs, null),
      (error: { code?: unknown }) => addStatement(text, startedAtMs, String(error.code ?? 'unknown')),
    )
    return sent
  }
  Object.assign(client, { query })
}
