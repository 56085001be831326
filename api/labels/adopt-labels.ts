import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { emit } from '../platform/events/define-event.ts'
import { foldName } from '../platform/fold-name.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { labelCreated } from './label.events.ts'
import { LABEL_COLORS, MAX_LABEL_LENGTH, MAX_POSITION } from './label.schema.ts'

export interface AdoptedLabels {
  /** Label of the project for each name, folded by `foldLabel`. */
  readonly idOf: ReadonlyMap<string, string>
  readonly matchedCount: number
  readonly createdCount: number
}

interface KnownLabel {
  id: string
  folded_name: string
  color: string
  position: number
}

/** How a label's name is compared: cut to what is stored first. */
export function foldLabel(name: string): string {
  return foldName(storedName(name))
}

function storedName(name: string): string {
  return name.trim().slice(0, MAX_LABEL_LENGTH).trim()
}

/**
 * The labels that a file names: those of the project where the name is there already, in its spelling; else created
 * behind them, in colours not yet used as long as there are any.
 */
export async function adoptLabels(
  ctx: Ctx<unknown>,
  projectId: string,
  names: readonly string[],
): Promise<AdoptedLabels> {
  const wanted = new Map<string, string>()
  for (const name of names) {
    const folded = foldLabel(name)
    if (folded !== '' && !wanted.has(folded)) wanted.set(folded, storedName(name))
  }
  if (wanted.size === 0) return { idOf: new Map(), matchedCount: 0, createdCount: 0 }
  const syncSeq = await lockProject(ctx, projectId)
  const known = await sql<KnownLabel>(
    ctx,
    'select id, folded_name, color, position from labels where project_id = $1 and not is_deleted order by position, id',
    [projectId],
  )
  const idOf = new Map(
    known.flatMap((row) => (wanted.has(row.folded_name) ? [[row.folded_name, row.id] as const] : [])),
  )
  const matchedCount = idOf.size
  const created = [...wanted]
    .filter(([folded]) => !idOf.has(folded))
    .map(([folded, name]) => ({ id: newId(), folded, name }))
  for (const label of created) idOf.set(label.folded, label.id)
  await insertLabels(ctx, { projectId, syncSeq }, created, known)
  for (const { id } of created) emit(ctx, labelCreated, { projectId, payload: { id } })
  return { idOf, matchedCount, createdCount: created.length }
}

async function insertLabels(
  ctx: Ctx<unknown>,
  { projectId, syncSeq }: { projectId: string; syncSeq: number },
  created: readonly { id: string; folded: string; name: string }[],
  known: readonly KnownLabel[],
): Promise<void> {
  if (created.length === 0) return
  const first = Math.max(-1, ...known.map((label) => label.position)) + 1
  await sql(
    ctx,
    `insert into labels (id, sync_seq, project_id, name, folded_name, color, position)
     select id, $1, $2, name, folded, color, position
     from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[]) as row(id, name, folded, color, position)`,
    [
      syncSeq,
      projectId,
      created.map((label) => label.id),
      created.map((label) => label.name),
      created.map((label) => label.folded),
      pickColors(known, created.length),
      created.map((_, index) => Math.min(first + index, MAX_POSITION)),
    ],
  )
}

/** Unused colours first; from there on the palette goes round. */
function pickColors(known: readonly KnownLabel[], count: number): string[] {
  const used = new Set(known.map((label) => label.color))
  const palette = [
    ...LABEL_COLORS.filter((color) => !used.has(color)),
    ...LABEL_COLORS.filter((color) => used.has(color)),
  ]
  return Array.from({ length: count }, (_, index) => palette[index % palette.length] as string)
}
