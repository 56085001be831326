// What a phase stores of the tasks below it: its status, and its dates where its tasks changed places. Everything else
// that a phase shows is read from below when it is asked for (`load-rollups.ts`).

import type { Ctx } from '../../platform/context.ts'
import { heldCursor } from '../../projects/project-lock.ts'
import { emitTouched } from '../task.events.ts'
import { findPhasesAbove, type PhaseAbove, savePhaseDates, savePhaseStatuses } from './phase.queries.ts'

/** More phases than this are not told one by one: such a write announces the tree as a whole. */
const MAX_TOLD = 100

const memoKey = (projectId: string) => `reshaped-phases:${projectId}`

/** Remembers rows that gained or lost children with dates, until the phases are rolled up. */
export function markReshaped(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]): void {
  const known = reshapedIn(ctx, projectId)
  for (const id of taskIds) known.add(id)
  ctx.memo.set(memoKey(projectId), known)
}

function reshapedIn(ctx: Ctx<unknown>, projectId: string): Set<string> {
  return (ctx.memo.get(memoKey(projectId)) as Set<string> | undefined) ?? new Set()
}

/**
 * Brings the phases above everything this transaction wrote up to date, at all levels, in a few statements however many
 * rows that were. Runs before the commit of every write that asks for a pass; earlier only for an answer that shows phases.
 */
export async function rollUpPhases(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  const syncSeq = heldCursor(ctx, projectId)
  if (syncSeq === null) return
  const reshaped = reshapedIn(ctx, projectId)
  ctx.memo.delete(memoKey(projectId))
  const phases = new Map((await findPhasesAbove(ctx, projectId, syncSeq, [...reshaped])).map((row) => [row.id, row]))
  if (phases.size === 0) return
  const statuses = changedStatuses(phases)
  const told = new Map<string, { version: number; fields: string[] }>()
  const note = (rows: readonly { id: string; server_version: number }[], fields: readonly string[]) => {
    for (const { id, server_version } of rows)
      told.set(id, { version: server_version, fields: [...(told.get(id)?.fields ?? []), ...fields] })
  }
  if (statuses.size > 0) note(await savePhaseStatuses(ctx, statuses, syncSeq), ['status', 'status_changed_at'])
  const due = withAncestors(phases, [...reshaped, ...leftSet(statuses)])
  if (due.length > 0) note(await savePhaseDates(ctx, projectId, due, syncSeq), DATE_FIELDS)
  if (told.size > MAX_TOLD) return
  for (const [id, { version, fields }] of told) emitTouched(ctx, projectId, [{ id, server_version: version }], fields)
}

const DATE_FIELDS = ['early_start', 'early_finish', 'late_start', 'late_finish', 'scheduled_start', 'total_float']

/** The innermost phases first, so that each sees what its children became. */
function changedStatuses(phases: ReadonlyMap<string, PhaseAbove>): Map<string, string> {
  const counts = new Map([...phases].map(([id, row]) => [id, { ...row }]))
  const changed = new Map<string, string>()
  for (const { id, parent_id, status } of innermostFirst(phases)) {
    const next = statusOf(counts.get(id) as PhaseAbove)
    if (next === status) continue
    changed.set(id, next)
    const parent = parent_id === null ? undefined : counts.get(parent_id)
    if (parent === undefined) continue
    for (const [word, step] of [
      [status, -1],
      [next, 1],
    ] as const) {
      const place = PLACE[word] ?? 'under_way'
      if (word !== 'BACKLOG') Object.assign(parent, { [place]: parent[place] + step })
    }
  }
  return changed
}

const PLACE: Readonly<Record<string, 'not_started' | 'complete'>> = { NOT_STARTED: 'not_started', COMPLETE: 'complete' }

/** Backlog while nothing inside is scheduled; complete or not begun when everything that is scheduled is. */
function statusOf({ not_started, complete, under_way }: PhaseAbove): string {
  const total = not_started + complete + under_way
  if (total === 0) return 'BACKLOG'
  if (complete === total) return 'COMPLETE'
  return not_started === total ? 'NOT_STARTED' : 'IN_PROGRESS'
}

function innermostFirst(phases: ReadonlyMap<string, PhaseAbove>): PhaseAbove[] {
  const depthOf = (row: PhaseAbove) => {
    let depth = 0
    // No chain is longer than there are phases, unless it is a loop.
    for (let at = row.parent_id; at !== null && depth <= phases.size; at = phases.get(at)?.parent_id ?? null) depth++
    return depth
  }
  const deep = [...phases.values()].map((row) => ({ row, depth: depthOf(row) }))
  return deep.sort((a, b) => b.depth - a.depth).map(({ row }) => row)
}

function leftSet(statuses: ReadonlyMap<string, string>): string[] {
  return [...statuses].flatMap(([id, status]) => (status === 'BACKLOG' ? [id] : []))
}

/** The phases among `ids`, and every phase above any of them. */
function withAncestors(phases: ReadonlyMap<string, PhaseAbove>, ids: readonly string[]): string[] {
  const all = new Set<string>()
  for (const id of ids) {
    for (let at = phases.get(id); at !== undefined && !all.has(at.id); ) {
      all.add(at.id)
      at = at.parent_id === null ? undefined : phases.get(at.parent_id)
    }
  }
  return [...all].sort()
}
