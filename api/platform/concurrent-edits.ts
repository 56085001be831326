import type { Ctx } from './context.ts'
import { Refusal } from './errors.ts'

export const MERGED_FIELDS = 'X-Merged-Concurrent-Fields'

/** A write of a row: its place in the order of the project's writes, and the version that it made. */
type Write = readonly [cursor: number, version: number]

/**
 * Column -> version that changed it last; under `*` the version up to which nobody wrote changes down, under `@` the last
 * writes, oldest first.
 */
export interface FieldVersions {
  readonly '*'?: number
  readonly '@'?: readonly Write[]
  readonly [column: string]: number | readonly Write[] | undefined
}

/** The version that a row had at a cursor, or an earlier one that held the same; 0 where its last writes do not tell. */
export function versionAt({ '@': writes = [] }: FieldVersions, cursor: number): number {
  const known = writes.findLast(([at]) => at <= cursor)
  if (known) return known[1]
  // The second version is made by the first write after the row itself.
  return writes[0]?.[1] === 2 ? 1 : 0
}

/** What a writer says of the row as it knew it. No version: the last writer wins. */
export interface EditBase {
  readonly version: number | null
  /** The fields as they came. */
  readonly sent: Readonly<Record<string, unknown>>
}

/** The stored row under its lock, and what the write would change of it. */
export interface EditedRow {
  readonly serverVersion: number
  readonly fieldVersions: () => Promise<FieldVersions>
  /** Columns behind each field that was sent with a value other than the stored one. */
  readonly differing: Readonly<Record<string, readonly string[]>>
  /** The field that callers write a column by; undefined where they cannot. */
  readonly fieldOf: (column: string) => string | undefined
  /** The row as this caller may see it. */
  readonly present: () => Promise<object>
}

/**
 * Refuses a write that knew an older version of the row where it and the writes since mean the same fields; tells the
 * fields of the writes it merges with. A field sent with its stored value never conflicts. Call it under the row's lock.
 */
export async function mergeConcurrentEdits(base: EditBase | undefined, row: EditedRow): Promise<string[]> {
  const version = base?.version ?? null
  if (!base || version === null || row.serverVersion <= version) return []
  const { '*': writtenFrom = 1, '@': _, ...versions } = await row.fieldVersions()
  const changed = new Set(Object.keys(versions).filter((column) => (versions[column] as number) > version))
  const isAmbiguous = writtenFrom > version
  const conflicts = Object.keys(row.differing).filter(
    (field) => isAmbiguous || row.differing[field]?.some((column) => changed.has(column)),
  )
  if (conflicts.length > 0) throw await conflictOf(base, row, conflicts, isAmbiguous)
  return [...changed].flatMap((column) => row.fieldOf(column) ?? []).sort()
}

async function conflictOf(
  base: EditBase,
  row: EditedRow,
  fields: readonly string[],
  isAmbiguous: boolean,
): Promise<Refusal> {
  const stored = await row.present()
  return new Refusal(409, `Changed by somebody else since version ${base.version}: ${fields.join(', ')}.`, {
    code: 'sync_conflict',
    extra: {
      conflict_fields: fields,
      server_value: pick(stored, fields),
      client_value: pick(base.sent, fields),
      server_version: row.serverVersion,
      ...(isAmbiguous ? { ambiguous: true } : {}),
    },
  })
}

function pick(row: object, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, (row as Record<string, unknown>)[field] ?? null]))
}

/** Puts the fields that others changed meanwhile into the reply's header. */
export function tellMerged(ctx: Ctx<unknown>, fields: readonly string[]): void {
  if (fields.length > 0) ctx.replyHeaders.set(MERGED_FIELDS, fields.join(','))
}
