import pg, { type Connection, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'

const BEGIN = 'begin'
const ENDS: ReadonlySet<unknown> = new Set(['commit', 'rollback'])
const NOTHING: QueryResult = { command: '', rowCount: null, oid: 0, rows: [], fields: [] }

type Send = (statement: unknown, values?: readonly unknown[], ...rest: unknown[]) => Promise<QueryResult>

/** A statement of the driver, of which its types do not tell all. */
interface DriverQuery {
  callback(error: Error | null, result: QueryResult): void
  /** Sends it; an error where it could not be sent. */
  submit(connection: Connection): Error | null
  handleCommandComplete(message: unknown, connection: Connection): void
}
const DriverQuery = pg.Query as unknown as new (config: QueryConfig) => DriverQuery

/**
 * Sends `begin` with the first statement of its transaction, which saves a trip to the database that would tell nothing. The
 * server takes the two as one: where it refuses the first it does not look at the second. A transaction that ends without
 * a statement was none.
 */
export function beginLate(pool: Pool): void {
  pool.on('connect', beginLateOn)
}

function beginLateOn(client: PoolClient): void {
  const send = client.query.bind(client) as unknown as Send
  let isPrepared = false
  let isDue = false

  const query: Send = (statement, values, ...rest) => {
    if (statement === BEGIN) {
      isDue = isPrepared
      return isDue ? Promise.resolve(NOTHING) : prepare()
    }
    if (!isDue) return send(statement, values, ...rest)
    isDue = false
    if (ENDS.has(statement)) return Promise.resolve(NOTHING)
    const first = rest.length === 0 ? preparable(statement, values) : null
    return first === null ? send(BEGIN).then(() => send(statement, values, ...rest)) : sendBegun(send, first)
  }
  const prepare = async () => {
    const begun = await send({ name: BEGIN, text: BEGIN })
    isPrepared = true
    return begun
  }
  Object.assign(client, { query })
}

/** Null for a text without values, which may be several statements: those cannot be sent in parts, as those after `begin` are. */
function preparable(statement: unknown, values: readonly unknown[] = []): QueryConfig | null {
  const config = (typeof statement === 'string' ? { text: statement, values } : statement) as QueryConfig
  return config.name !== undefined || config.values?.length ? config : null
}

function sendBegun(send: Send, first: QueryConfig): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
  const query = new DriverQuery(first)
  const { submit, handleCommandComplete } = query
  Object.assign(query, {
    callback: (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result)),
    submit(connection: Connection) {
      connection.stream.cork()
      connection.bind({ statement: BEGIN }, true)
      connection.execute({}, true)
      const unsent = submit.call(query, connection)
      connection.stream.uncork()
      // The server would wait for the rest.
      if (unsent) connection.stream.destroy(unsent)
      return unsent
    },
    handleCommandComplete() {
      // That was of `begin`.
      query.handleCommandComplete = handleCommandComplete
    },
  } satisfies Partial<DriverQuery>)
  send(query)
  return promise
}
