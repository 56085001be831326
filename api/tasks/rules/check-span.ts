import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { TaskDraft } from '../writing/task-draft.ts'
import { sumSpan, sumSpanSince } from './rules.queries.ts'

/** Working days that all durations and lags of a project may add up to. */
export const MAX_PROJECT_SPAN = 366_000

/** The sum of a project as the open transaction has it, or where it is not exact, no less than that. */
export interface HeldSpan {
  readonly days: number
  readonly isExact: boolean
  /** Of them, days of rows that were judged and are still to be stored, which the database knows nothing of. */
  readonly unstoredDays: number
}

/** A longer task must leave the project's sum of durations and lags below the ceiling. */
export async function checkSpan(ctx: Ctx<unknown>, draft: TaskDraft): Promise<void> {
  const { projectId } = draft
  const foreseen = takeForeseen(ctx, projectId)
  const added = draft.values.duration - (draft.isNew ? 0 : draft.base.duration)
  if (added <= 0) return
  let before = heldSpan(ctx, projectId) ?? (await boundSpan(ctx, projectId, foreseen))
  const { unstoredDays } = before
  if (before.days + added > MAX_PROJECT_SPAN && !before.isExact) before = await exactSpan(ctx, projectId, unstoredDays)
  const span = before.days + added
  refuseUnless(span <= MAX_PROJECT_SPAN, () =>
    fieldError(
      'duration',
      `The durations and lags of the project would add up to ${span}; ${MAX_PROJECT_SPAN} is the most.`,
    ),
  )
  const isStoredLater = ctx.memo.has(laterKey(projectId))
  hold(ctx, projectId, {
    days: span,
    isExact: before.isExact,
    unstoredDays: isStoredLater ? unstoredDays + added : unstoredDays,
  })
}

/**
 * Asks beside the lock what `checkSpan` would ask behind it, for a transaction that has written nothing yet. Nothing where the sum is
 * held or has never been known here.
 */
export async function foreseeSpan(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  const before = known.get(projectId)
  if (before === undefined || heldSpan(ctx, projectId) !== null) return
  const foreseen: ForeseenSpan = { since: before, days: await sumSpanSince(ctx, projectId, before.cursor) }
  ctx.memo.set(foreseenKey(projectId), foreseen)
}

/** The exact sum, with what rows added that are not stored yet. A batch that rolls a row back calls `forgetSpan`. */
export async function loadSpan(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  const held = heldSpan(ctx, projectId)
  return (held?.isExact ? held : await exactSpan(ctx, projectId, held?.unstoredDays ?? 0)).days
}

/** Said before rows are judged that are stored later, and `noteStored` when they are. */
export function noteStoredLater(ctx: Ctx<unknown>, projectId: string): void {
  ctx.memo.set(laterKey(projectId), true)
}

export function noteStored(ctx: Ctx<unknown>, projectId: string): void {
  ctx.memo.delete(laterKey(projectId))
  const held = heldSpan(ctx, projectId)
  if (held) hold(ctx, projectId, { ...held, unstoredDays: 0 })
}

/** What the transaction makes of the sum so far; null before it was asked. */
export function heldSpan(ctx: Ctx<unknown>, projectId: string): HeldSpan | null {
  return (ctx.memo.get(memoKey(projectId)) as HeldSpan | undefined) ?? null
}

/** Takes back what rows added that were refused, where none of those counted before is stored yet. */
export function restoreSpan(ctx: Ctx<unknown>, projectId: string, span: HeldSpan | null): void {
  if (span === null) forgetSpan(ctx, projectId)
  else hold(ctx, projectId, span)
}

export function forgetSpan(ctx: Ctx<unknown>, projectId: string): void {
  ctx.memo.delete(memoKey(projectId))
  ctx.memo.delete(laterKey(projectId))
  ctx.memo.delete(foundKey(projectId))
  ctx.memo.delete(foreseenKey(projectId))
}

function hold(ctx: Ctx<unknown>, projectId: string, span: HeldSpan): void {
  ctx.memo.set(memoKey(projectId), span)
}

const memoKey = (projectId: string) => `task-span:${projectId}`
const laterKey = (projectId: string) => `task-span-later:${projectId}`
const foreseenKey = (projectId: string) => `foreseen-span:${projectId}`
const foundKey = (projectId: string) => `found-span:${projectId}`

/** No less than the sum of a project at a cursor of it. */
interface KnownSpan {
  readonly cursor: number
  readonly days: number
}

/** What was written since a sum was known. */
interface ForeseenSpan {
  readonly since: KnownSpan
  readonly days: number
}

const MAX_KNOWN = 10_000
/** Of projects written last, by this process. */
const known = new Map<string, KnownSpan>()

/**
 * Adding all rows up costs a plan of 20,000 tasks more than the whole rest of a write. What was written since the last
 * look is found by its cursor and added to what was known then: too much where a row was written anew, but no less than
 * the sum. Half of the ceiling is left to that; beyond it rows are added up.
 */
async function boundSpan(ctx: Ctx<unknown>, projectId: string, foreseen: ForeseenSpan | null): Promise<HeldSpan> {
  const before = known.get(projectId)
  const cursor = await cursorBefore(ctx, projectId)
  if (before === undefined || before.cursor > cursor) return exactSpan(ctx, projectId, 0)
  const isForeseen = foreseen !== null && foreseen.since === before
  const days = before.days + (isForeseen ? foreseen.days : await sumSpanSince(ctx, projectId, before.cursor))
  if (days > MAX_PROJECT_SPAN / 2) return exactSpan(ctx, projectId, 0)
  know(ctx, projectId, { cursor, days })
  return { days, isExact: false, unstoredDays: 0 }
}

/** Once only: what the transaction writes then is not in it. */
function takeForeseen(ctx: Ctx<unknown>, projectId: string): ForeseenSpan | null {
  const foreseen = ctx.memo.get(foreseenKey(projectId)) as ForeseenSpan | undefined
  ctx.memo.delete(foreseenKey(projectId))
  return foreseen ?? null
}

async function exactSpan(ctx: Ctx<unknown>, projectId: string, unstoredDays: number): Promise<HeldSpan> {
  const cursor = await cursorBefore(ctx, projectId)
  const days = await sumSpan(ctx, projectId)
  know(ctx, projectId, { cursor, days })
  return { days: days + unstoredDays, isExact: true, unstoredDays }
}

/** The cursor before this transaction, whose own rows the next one looks at again. */
async function cursorBefore(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  return (await lockProject(ctx, projectId)) - 1
}

/** Kept from the commit on: what was found may rest on rows that this transaction shortened or took away. */
function know(ctx: Ctx<unknown>, projectId: string, span: KnownSpan): void {
  const key = foundKey(projectId)
  ctx.memo.set(key, span)
  ctx.afterCommit.push(() => {
    if (ctx.memo.get(key) !== span) return
    known.delete(projectId)
    known.set(projectId, span)
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size > MAX_KNOWN) known.delete(oldest)
  })
}
