import type { Ctx } from '../platform/context.ts'
import { likeEscape, sql, sqlOne } from '../platform/db/sql.ts'
import { numberedKey } from './derive-key.ts'
import { foldKey, type KeyKind } from './key-forms.ts'

export interface IssuedKeyRow {
  objectId: string
  isRetired: boolean
}

/** Who holds a key or held it once; keys are never given to anybody else. */
export async function findIssuedKey(
  ctx: Pick<Ctx, 'em'>,
  kind: KeyKind,
  key: string,
): Promise<IssuedKeyRow | undefined> {
  return sqlOne<IssuedKeyRow>(
    ctx,
    `select object_id as "objectId", retired_at is not null as "isRetired"
     from issued_keys where kind = $1 and folded_key = $2`,
    [kind, foldKey(key)],
  )
}

/** The key itself when nobody has it, else with the next number that nobody has. */
export async function nextFreeKey(ctx: Pick<Ctx, 'em'>, kind: KeyKind, key: string): Promise<string> {
  if (!(await findIssuedKey(ctx, kind, key))) return key
  const separator = kind === 'project' ? '' : '-'
  const row = await sqlOne<{ highest: number | null }>(
    ctx,
    `select max(substring(folded_key from length($2::text) + 1)::int) as highest from issued_keys
     where kind = $1 and folded_key like $3 and substring(folded_key from length($2::text) + 1) ~ '^[0-9]{1,6}$'`,
    [kind, foldKey(key) + separator, `${likeEscape(foldKey(key) + separator)}%`],
  )
  let number = Math.max(1, row?.highest ?? 1)
  for (;;) {
    const candidate = numberedKey(kind, key, ++number)
    if (!(await findIssuedKey(ctx, kind, candidate))) return candidate
  }
}

/** Records a key; false when somebody has or had it. Waits for a concurrent writer of the same key. */
export async function insertIssuedKey(
  ctx: Pick<Ctx, 'em'>,
  input: { kind: KeyKind; key: string; objectId: string },
): Promise<boolean> {
  const rows = await sql(
    ctx,
    `insert into issued_keys (kind, folded_key, object_id) values ($1, $2, $3)
     on conflict (kind, folded_key) do nothing returning 1 as ok`,
    [input.kind, foldKey(input.key), input.objectId],
  )
  return rows.length > 0
}

/** How many former keys of each object still resolve. */
export async function retiredKeyCounts(
  ctx: Pick<Ctx, 'em'>,
  objectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ object_id: string; count: number }>(
    ctx,
    `select object_id, count(*)::int as count from issued_keys
     where object_id = any($1::uuid[]) and retired_at is not null group by object_id`,
    [objectIds],
  )
  return new Map(rows.map((row) => [row.object_id, row.count]))
}
