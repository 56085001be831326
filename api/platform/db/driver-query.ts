import pg, { type Connection, type PoolClient, type QueryConfig, type QueryResult } from 'pg'

export type Send = (statement: unknown, values?: readonly unknown[]) => Promise<QueryResult>

/** The client's own way to send, for a hook that puts itself before it. */
export function sendOf(client: PoolClient): Send {
  return client.query.bind(client) as unknown as Send
}

/** A statement as the driver sends it, of which its types do not tell all. */
export interface DriverQuery {
  callback(error: Error | null, result: QueryResult): void
  /** Sends it; an error where it could not be sent. */
  submit(connection: Connection): Error | null
  handleRowDescription(message: { readonly fields: QueryResult['fields'] }): void
  handleDataRow(message: { readonly row: object }): void
  handleCommandComplete(message: unknown, connection: Connection): void
  /** Begins another result where the one before is complete. */
  _checkForMultirow(): void
  readonly _result: QueryResult
}
export const DriverQuery = pg.Query as unknown as new (config: QueryConfig) => DriverQuery

/** A statement by its text and values, or as the driver has it. */
export function configOf(statement: unknown, values: readonly unknown[] | undefined): QueryConfig {
  return (typeof statement === 'string' ? { text: statement, values } : statement) as QueryConfig
}

/** Sends a query; what it says of its end becomes a promise. */
export function sendQuery(send: Send, query: DriverQuery): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
  query.callback = (error, result) => (error ? reject(error) : resolve(result))
  send(query)
  return promise
}
