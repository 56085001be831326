import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { foldName } from '../platform/fold-name.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { labelCreated } from './label.events.ts'
import { insertLabels, labelsOfProject, type NewLabel } from './label.queries.ts'
import { LABEL_COLORS, MAX_LABEL_LENGTH, MAX_POSITION } from './label.schema.ts'

export interface AdoptedLabels {
  /** Label of the project for each name, folded by `foldLabel`. */
  readonly idOf: ReadonlyMap<string, string>
  readonly matchedCount: number
  readonly createdCount: number
}

export interface AdoptOptions {
  /** Of every new label; else colours not yet used. */
  readonly color?: string
  /** So many labels may the project have; names beyond are left out. */
  readonly cap?: number
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
  options: AdoptOptions = {},
): Promise<AdoptedLabels> {
  const wanted = new Map<string, string>()
  for (const name of names) {
    const folded = foldLabel(name)
    if (folded !== '' && !wanted.has(folded)) wanted.set(folded, storedName(name))
  }
  if (wanted.size === 0) return { idOf: new Map(), matchedCount: 0, createdCount: 0 }
  const syncSeq = await lockProject(ctx, projectId)
  const known = await labelsOfProject(ctx, projectId)
  const idOf = new Map(
    known.flatMap((row) => (wanted.has(row.folded_name) ? [[row.folded_name, row.id] as const] : [])),
  )
  const matchedCount = idOf.size
  const room = Math.max(0, (options.cap ?? Number.POSITIVE_INFINITY) - known.length)
  const missing = [...wanted].filter(([folded]) => !idOf.has(folded)).slice(0, room)
  const created = newLabels(missing, known).map((label) => ({ ...label, color: options.color ?? label.color }))
  for (const label of created) idOf.set(label.folded_name, label.id)
  await insertLabels(ctx, { project_id: projectId, sync_seq: syncSeq }, created)
  for (const { id } of created) emit(ctx, labelCreated, { projectId, payload: { id } })
  return { idOf, matchedCount, createdCount: created.length }
}

/** Behind the known ones, in colours not yet used as long as there are any. */
function newLabels(
  named: readonly (readonly [folded: string, name: string])[],
  known: readonly { color: string; position: number }[],
): NewLabel[] {
  const first = Math.max(-1, ...known.map((label) => label.position)) + 1
  const colors = pickColors(known, named.length)
  return named.map(([folded, name], index) => ({
    id: newId(),
    name,
    folded_name: folded,
    color: colors[index] as string,
    position: Math.min(first + index, MAX_POSITION),
  }))
}

/** Unused colours first; from there on the palette goes round. */
function pickColors(known: readonly { color: string }[], count: number): string[] {
  const used = new Set(known.map((label) => label.color))
  const palette = [
    ...LABEL_COLORS.filter((color) => !used.has(color)),
    ...LABEL_COLORS.filter((color) => used.has(color)),
  ]
  return Array.from({ length: count }, (_, index) => palette[index % palette.length] as string)
}

/** A label of a new project; `slug` is what the caller calls it. */
export interface NamedLabel {
  readonly slug: string
  readonly name: string
  readonly color?: string | undefined
  readonly position?: number | undefined
}

/** The labels of a new project as a set, without an event each; returns the ids by the caller's names. */
export async function createLabelSet(
  ctx: Ctx<unknown>,
  projectId: string,
  labels: readonly NamedLabel[],
): Promise<Map<string, string>> {
  const ids = new Map(labels.map((label) => [label.slug, newId()]))
  if (labels.length === 0) return ids
  const rows = labels.map(({ slug, name, color = 'slate', position }, index) => ({
    id: ids.get(slug) as string,
    name,
    folded_name: foldName(name),
    color,
    position: position ?? index,
  }))
  await insertLabels(ctx, { project_id: projectId, sync_seq: await lockProject(ctx, projectId) }, rows)
  return ids
}
