import type { InferKyselyDB } from '@mikro-orm/postgresql'
import { type ColumnType, type Kysely, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** A double precision column arrives as a number; its entity allows text too. */
type Plain<Value> = [string | number] extends [Value] ? Exclude<Value, string> : Value
/** An instant is read as PostgreSQL's text (see `instantText`) and may be written as a date or as text. */
type AsRead<Value> = Plain<Value extends Date ? string : Value>
type AsWritten<Value> = Plain<Value extends Date ? Date | string : Value>
type Column<C> = [C] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<AsRead<Read>, AsWritten<Inserted>, AsWritten<Updated>>
  : ColumnType<AsRead<C>, AsWritten<C>, AsWritten<C>>

/** Tables and columns as entities declare them, with the types in which values arrive from the driver. */
export type TablesOf<Entity extends { name: string }> = {
  [Table in keyof InferKyselyDB<Entity>]: {
    [Name in keyof InferKyselyDB<Entity>[Table]]: Column<InferKyselyDB<Entity>[Table][Name]>
  }
}

/** Statements over the given tables, checked by the compiler, in the context's transaction or on its pool for reads. */
export function statementsOver<Tables>(db: Db): Kysely<Tables> {
  return db.em.getKysely() as unknown as Kysely<Tables>
}

/** A statement that is run for what it writes, alone or as part of another one. */
export interface WriteStatement extends OperationNodeSource {
  execute(): Promise<unknown>
}

/** Right side of `where('id', '=', …)` for any of the ids, which travel as one parameter however many they are. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`
}

/** A value for a JSON column. The driver would take an array for one of PostgreSQL's own. */
export function asJson<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${JSON.stringify(value)}::jsonb`
}
