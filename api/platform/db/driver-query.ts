import pg, { type Connection, type PoolClient, type QueryConfig, type QueryResult } from 'pg'

export type Send = (statement: unknown, values?: readonly unknown[]) => Promise<QueryResult>

/** The client's own way to send, for a hook that puts itself before it. */
export function sendOf(client: PoolClient): Send {
  return client.query.bind(client) as unknown as Send
}

/** What the driver asks of whatever it sends, of which its types do not tell. */
export interface Submittable {
  readonly name?: string | undefined
  readonly text?: string | undefined
  callback(error: Error | null, result?: QueryResult): void
  /** Sends it; an error where it could not be sent. */
  submit(connection: Connection): Error | null
  handleRowDescription(message: { readonly fields: QueryResult['fields'] }): void
  handleDataRow(message: { readonly row: object }): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleEmptyQuery(connection: Connection): void
  handleError(error: Error, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

/** The driver's own. */
interface DriverQuery extends Submittable {
  /** Begins another result where the one before is complete. */
  _checkForMultirow(): void
  readonly _result: QueryResult
}
const DriverQuery = pg.Query as unknown as new (config: QueryConfig) => DriverQuery

/** A statement whose rows come as they are to be (`read-rows.ts`). */
export class RowQuery extends DriverQuery {
  override handleRowDescription({ fields }: { readonly fields: QueryResult['fields'] }): void {
    this._checkForMultirow()
    this._result.fields = fields
  }

  override handleDataRow({ row }: { readonly row: object }): void {
    this._result.rows.push(row)
  }

  /** What is there of a statement that is complete. */
  get result(): QueryResult {
    return this._result
  }
}

/** A statement by its text and values, or as the driver has it. */
export function configOf(statement: unknown, values: readonly unknown[] | undefined): QueryConfig {
  return (typeof statement === 'string' ? { text: statement, values } : statement) as QueryConfig
}

export function isSubmittable(statement: unknown): statement is Submittable {
  return typeof (statement as Partial<Submittable> | null)?.submit === 'function'
}

/** What a query says of its end, as a promise. */
export function resultOf(query: Submittable): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
  query.callback = (error, result) => (error ? reject(error) : resolve(result as QueryResult))
  return promise
}
