import type { Kysely, Selectable } from 'kysely'
import type { Db } from './platform/db/db.ts'
import { statementsOver, type TablesOf } from './platform/db/statements.ts'

/** Where `server/entities.ts` registers the list of entities for the compiler, so that no statement reaches up to that list. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Registered {}
type Entity = Registered extends { readonly entities: readonly (infer Each)[] } ? Each : never

/** Every table of the service with its columns, inferred from the entities. */
export type Tables = TablesOf<Extract<Entity, { name: string }>>

/** A whole row of a table as it is read. */
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>

/** Typed statements over every table, for the `noun.queries.ts` of the slices. */
export function tables(db: Db): Kysely<Tables> {
  return statementsOver<Tables>(db)
}

export type { Db }
