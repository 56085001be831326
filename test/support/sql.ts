import { CompiledQuery } from 'kysely'
import type { Db } from '../../api/platform/db/db.ts'

/** Runs SQL with `$1` placeholders in the open transaction, or on the pool; arrays are whole parameters. */
export async function sql<R = Record<string, unknown>>(
  db: Db,
  text: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  const result = await db.em.getKysely().executeQuery(CompiledQuery.raw(text, params as unknown[]))
  return result.rows as R[]
}
