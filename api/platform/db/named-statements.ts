import { createHash } from 'node:crypto'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { sqlState } from './transaction.ts'

/** Texts that are named at most, in one process: the server keeps a plan of each for every connection. */
const MAX_NAMES = 300
/** Texts counted at most; those spelled out anew at each call would grow without end. */
const MAX_COUNTED = 2_000
/** From this call on a text has a name. */
const NAMED_FROM = 3
const MAX_TEXT_LENGTH = 20_000
/** A statement that takes so long is planned anew: that costs nothing beside it, and an old plan may be why. */
const SLOW_MS = 250
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i
/** The columns that a kept plan returns were changed by a migration. */
const STALE_PLAN = '0A000'

type Values = readonly unknown[]
type Send = (statement: unknown, values?: Values, ...rest: unknown[]) => Promise<QueryResult>

interface Counted {
  calls: number
  name: string | null
  readonly mayHaveName: boolean
}

/** Which texts have a name, for all connections of a process. */
export class StatementNames {
  readonly #counted = new Map<string, Counted>()
  #named = 0

  /** Null for a text that is rare, is no statement with a plan, or came too late. */
  nameOf(text: string): string | null {
    const known = this.#counted.get(text) ?? this.#count(text)
    known.calls += 1
    if (known.name === null && known.mayHaveName && known.calls >= NAMED_FROM && this.#named < MAX_NAMES) {
      known.name = createHash('sha256').update(text).digest('hex').slice(0, 24)
      this.#named += 1
    }
    return known.name
  }

  #count(text: string): Counted {
    if (this.#counted.size >= MAX_COUNTED)
      for (const [other, { name }] of this.#counted) if (name === null) this.#counted.delete(other)
    const counted = { calls: 0, name: null, mayHaveName: PLANNED.test(text) && text.length <= MAX_TEXT_LENGTH }
    this.#counted.set(text, counted)
    return counted
  }
}

/**
 * Names the statements that connections of the pool run often, so that the server parses and plans each once a
 * connection: unnamed, the row of a task takes five times as long to plan as to read. A plan is kept while tables grow, so
 * it must never read the whole of one that was small: every statement has its index.
 */
export function nameStatements(pool: Pool): void {
  const names = new StatementNames()
  pool.on('connect', (client) => nameOn(client, names))
}

function nameOn(client: PoolClient, names: StatementNames): void {
  const send = client.query.bind(client) as unknown as Send
  /** How often a text was planned anew on this connection; never under a name it had. */
  const rounds = new Map<string, number>()

  /** What this adds between the statements of others; those wait for it, because a connection takes one at a time. */
  let between: Promise<unknown> | null = null
  const add = (statement: string) => {
    const added: Promise<unknown> = send(statement)
      .catch(() => undefined)
      .finally(() => {
        if (between === added) between = null
      })
    between = added
  }
  add('set enable_seqscan = off')

  const query: Send = (statement, values, ...rest) => {
    if (between !== null && rest.length === 0 && typeof statement === 'string')
      return between.then(() => query(statement, values))
    if (typeof statement !== 'string' || !Array.isArray(values) || rest.length > 0)
      return send(statement, values, ...rest)
    const name = names.nameOf(statement)
    return name === null ? send(statement, values) : run(statement, values, `${name}_${rounds.get(statement) ?? 0}`)
  }
  const run = async (text: string, values: Values, name: string): Promise<QueryResult> => {
    const startedMs = performance.now()
    try {
      return await send({ name, text, values })
    } catch (error) {
      if (sqlState(error) !== STALE_PLAN) throw error
      forget(text, name)
      // In a transaction this fails too; that is tried again as a whole.
      return await send(text, values).catch(() => Promise.reject(error))
    } finally {
      if (performance.now() - startedMs > SLOW_MS) forget(text, name)
    }
  }
  const forget = (text: string, name: string) => {
    rounds.set(text, (rounds.get(text) ?? 0) + 1)
    // Refused in a transaction that failed: then one plan more is kept until the connection ends.
    add(`deallocate "${name}"`)
  }
  Object.assign(client, { query })
}
