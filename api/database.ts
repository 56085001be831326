import type { Kysely, Selectable } from 'kysely'
import type { entities } from './entities.ts'
import type { Db } from './platform/db/db.ts'
import { statementsOver, type TablesOf } from './platform/db/statements.ts'

/** Every table of the service with its columns, inferred from the entities. */
export type Tables = TablesOf<(typeof entities)[number]>

/** A whole row of a table as it is read. */
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>

/** Typed statements over every table, for the `noun.queries.ts` of the slices. */
export function tables(db: Db): Kysely<Tables> {
  return statementsOver<Tables>(db)
}

export type { Db }
