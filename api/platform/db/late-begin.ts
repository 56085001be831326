import type { Connection, Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { configOf, DriverQuery, type Send, sendOf, sendQuery } from './driver-query.ts'

const BEGIN = 'begin'
const ENDS: ReadonlySet<unknown> = new Set(['commit', 'rollback'])
const NOTHING: QueryResult = { command: '', rowCount: null, oid: 0, rows: [], fields: [] }

/**
 * Sends `begin` with the first statement of its transaction, which saves a trip to the database that would tell nothing. The
 * server takes the two as one: where it refuses the first it does not look at the second. A transaction that ends without
 * a statement was none.
 */
export function beginLate(pool: Pool): void {
  pool.on('connect', beginLateOn)
}

function beginLateOn(client: PoolClient): void {
  const send = sendOf(client)
  let isPrepared = false
  let isDue = false

  const query: Send = (statement, values) => {
    if (statement === BEGIN) {
      isDue = isPrepared
      return isDue ? Promise.resolve(NOTHING) : prepare()
    }
    if (!isDue) return send(statement, values)
    isDue = false
    if (ENDS.has(statement)) return Promise.resolve(NOTHING)
    const first = preparable(configOf(statement, values))
    return first === null
      ? send(BEGIN).then(() => send(statement, values))
      : sendQuery(send, beginning(new DriverQuery(first)))
  }
  const prepare = async () => {
    const begun = await send({ name: BEGIN, text: BEGIN })
    isPrepared = true
    return begun
  }
  Object.assign(client, { query })
}

/** Null for a text without values, which may be several statements: those cannot be sent in parts, as those after `begin` are. */
function preparable(config: QueryConfig): QueryConfig | null {
  return config.name !== undefined || config.values?.length ? config : null
}

/** A query that is sent with `begin` before it. */
function beginning(query: DriverQuery): DriverQuery {
  const { submit, handleCommandComplete } = query
  query.submit = (connection: Connection) => {
    connection.stream.cork()
    connection.bind({ statement: BEGIN }, true)
    connection.execute({}, true)
    const unsent = submit.call(query, connection)
    connection.stream.uncork()
    // The server would wait for the rest.
    if (unsent) connection.stream.destroy(unsent)
    return unsent
  }
  query.handleCommandComplete = () => {
    // That was of `begin`.
    query.handleCommandComplete = handleCommandComplete
  }
  return query
}
