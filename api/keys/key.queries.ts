import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import { likeEscape } from '../platform/db/sql.ts'
import { anyOf } from '../platform/db/statements.ts'
import { numberedKey } from './derive-key.ts'
import { foldKey, type KeyKind } from './key-forms.ts'

/** Who holds a key or held it once; keys are never given to anybody else. */
export function findIssuedKey(db: Db, kind: KeyKind, key: string) {
  return tables(db)
    .selectFrom('issued_keys')
    .select('object_id')
    .where('kind', '=', kind)
    .where('folded_key', '=', foldKey(key))
    .executeTakeFirst()
}

/** The key itself when nobody has it, else with the next number that nobody has. */
export async function nextFreeKey(db: Db, kind: KeyKind, key: string): Promise<string> {
  if (!(await findIssuedKey(db, kind, key))) return key
  const stem = foldKey(key) + (kind === 'project' ? '' : '-')
  let number = Math.max(1, (await findHighestNumber(db, kind, stem)) ?? 1)
  for (;;) {
    const candidate = numberedKey(kind, key, ++number)
    if (!(await findIssuedKey(db, kind, candidate))) return candidate
  }
}

/** The highest number that stands behind the folded stem in a key; null when none does. */
async function findHighestNumber(db: Db, kind: KeyKind, stem: string): Promise<number | null> {
  const tail = sql<string>`substring(folded_key from length(${stem}::text) + 1)`
  const { highest } = await tables(db)
    .selectFrom('issued_keys')
    .select(sql<number | null>`max(${tail}::int)`.as('highest'))
    .where('kind', '=', kind)
    .where('folded_key', 'like', `${likeEscape(stem)}%`)
    .where(tail, '~', '^[0-9]{1,6}$')
    .executeTakeFirstOrThrow()
  return highest
}

/** Records a key; false when somebody has or had it. Waits for a concurrent writer of the same key. */
export async function insertIssuedKey(
  db: Db,
  input: { kind: KeyKind; key: string; objectId: string },
): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('issued_keys')
    .values({ kind: input.kind, folded_key: foldKey(input.key), object_id: input.objectId })
    .onConflict((conflict) => conflict.columns(['kind', 'folded_key']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** A retired key still leads to its object; a live one is the one that the object bears. */
export async function updateKeyState(
  db: Db,
  { kind, key, isRetired }: { kind: KeyKind; key: string; isRetired: boolean },
): Promise<void> {
  await tables(db)
    .updateTable('issued_keys')
    .set({ retired_at: isRetired ? sql<string>`now()` : null })
    .where('kind', '=', kind)
    .where('folded_key', '=', foldKey(key))
    .execute()
}

/** How many former keys of each object still resolve. */
export async function retiredKeyCounts(db: Db, objectIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tables(db)
    .selectFrom('issued_keys')
    .select((eb) => ['object_id', eb.fn.countAll<number>().as('count')])
    .where('object_id', '=', anyOf(objectIds))
    .where('retired_at', 'is not', null)
    .groupBy('object_id')
    .execute()
  return new Map(rows.map((row) => [row.object_id, row.count]))
}
