import type { Connection, Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { configOf, isSubmittable, RowQuery, resultOf, type Send, type Submittable, sendOf } from './driver-query.ts'

const BEGIN = 'begin'
const ENDS: ReadonlySet<unknown> = new Set(['commit', 'rollback'])
const NOTHING: QueryResult = { command: '', rowCount: null, oid: 0, rows: [], fields: [] }

/**
 * Statements of a transaction that are sent in the same turn share a trip to the database, and `begin` takes part in the first
 * trip, as it would tell nothing. The server takes those of a trip as one: where it refuses one it does not look at what
 * stands behind it. A transaction that ends without a statement was none.
 */
export function shareTrips(pool: Pool): void {
  pool.on('connect', shareTripsOn)
}

function shareTripsOn(client: PoolClient): void {
  const send = sendOf(client)
  let isOpen = false
  let isBeginDue = false
  /** Sent in this turn. */
  let waiting: RowQuery[] = []

  const leave = () => {
    const queries = waiting
    waiting = []
    if (queries.length === 0) return
    const [first, ...others] = queries
    if (!isBeginDue && first && others.length === 0) return void send(first)
    // Nobody waits for the end of `begin` by itself: what stands behind it tells.
    const begin = isBeginDue ? [new RowQuery({ text: BEGIN, queryMode: 'extended' } as QueryConfig)] : []
    for (const query of begin) resultOf(query).catch(() => undefined)
    isBeginDue = false
    send(new SharedTrip([...begin, ...queries]))
  }
  const end: Send = (statement, values) => {
    isOpen = false
    leave()
    if (!isBeginDue) return send(statement, values)
    isBeginDue = false
    return Promise.resolve(NOTHING)
  }
  const alone: Send = (statement, values) => {
    leave()
    if (!isBeginDue) return send(statement, values)
    isBeginDue = false
    return send(BEGIN).then(() => send(statement, values))
  }
  const query: Send = (statement, values) => {
    if (statement === BEGIN) {
      isOpen = true
      isBeginDue = true
      return Promise.resolve(NOTHING)
    }
    if (!isOpen) return send(statement, values)
    if (ENDS.has(statement)) return end(statement, values)
    const config = isSubmittable(statement) ? null : preparable(configOf(statement, values))
    if (config === null) return alone(statement, values)
    if (waiting.length === 0) process.nextTick(leave)
    const one = new RowQuery(config)
    waiting.push(one)
    return resultOf(one)
  }
  Object.assign(client, { query })
}

/** Null for a text without values, which may be several statements: those cannot be sent in parts, as those of a trip are. */
function preparable(config: QueryConfig): QueryConfig | null {
  return config.name !== undefined || config.values?.length ? config : null
}

/** What the driver notes of names, of which its types do not tell. */
type NotingNames = Connection & { readonly submittedNamedStatements: Record<string, string> }

/** Several statements under one sync, each of which is told of its own end. */
class SharedTrip implements Submittable {
  #left: RowQuery[]

  constructor(queries: readonly RowQuery[]) {
    this.#left = [...queries]
  }

  get name(): string | undefined {
    return this.#left[0]?.name
  }

  get text(): string | undefined {
    return this.#left[0]?.text
  }

  /** The driver wants one; each statement has its own. */
  callback(): void {}

  submit(connection: Connection): null {
    const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as Connection
    connection.stream.cork()
    for (const [place, query] of this.#left.entries()) {
      let refusal: Error | null = null
      const { callback } = query
      query.callback = (error) => {
        refusal = error
      }
      refusal = query.submit(withoutSync) ?? refusal
      query.callback = callback
      if (refusal === null) continue
      // Its values cannot be sent: what stands behind it must not be done without it.
      for (const unsent of this.#left.splice(place)) unsent.callback(refusal)
      break
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription(message: Parameters<Submittable['handleRowDescription']>[0]): void {
    this.#left[0]?.handleRowDescription(message)
  }

  handleDataRow(message: { readonly row: object }): void {
    this.#left[0]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#left[0]?.handleCommandComplete(message, connection)
    this.#complete()
  }

  handleEmptyQuery(): void {
    this.#complete()
  }

  #complete(): void {
    const query = this.#left.shift()
    query?.callback(null, query.result)
  }

  handleError(error: Error, connection: Connection): void {
    const { submittedNamedStatements: submitted } = connection as NotingNames
    for (const query of this.#left.splice(0)) {
      // The server has not looked at the names either.
      if (query.name !== undefined) delete submitted[query.name]
      query.callback(error)
    }
  }

  handleReadyForQuery(): void {}
}
