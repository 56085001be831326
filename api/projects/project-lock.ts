import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../platform/context.ts'
import { lockByName, tryShareByName } from '../platform/db/advisory-locks.ts'
import { forgetPlans } from '../platform/db/forget-plans.ts'
import { together } from '../platform/db/together.ts'
import { Refusal } from '../platform/errors.ts'
import { advanceCounters } from './project-lock.queries.ts'
import { takeWriter } from './writer.ts'

/** A person waits this long for an import to end; longer ones are told at once thereafter. */
const IMPORT_PATIENCE_MS = 1_000
const IMPORT_LOOK_MS = 100

/**
 * Takes the project's write lock for the open transaction and returns the sync cursor its rows must carry. Taken once a
 * transaction; a use case that touches several projects locks them in id order. While a file is written into the project
 * a person is refused instead of waiting for thousands of rows.
 */
export async function lockProject(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  const taken = ctx.memo.get(memoKey(projectId))
  return typeof taken === 'number' ? taken : (await advance(ctx, projectId, 0)).syncSeq
}

/**
 * The lock, and what is read under it, in one trip: what `read` sends stands behind the lock and sees what is there once it is
 * had. Where it is not had at once, because a file is being imported, that is read again after it.
 */
export async function lockAndRead<Scope, Found>(
  ctx: Ctx<Scope>,
  projectId: string,
  read: Read<Scope, Found>,
): Promise<Found> {
  if (heldCursor(ctx, projectId) !== null) return read(ctx)
  return (await advanceAndRead(ctx, { projectId, count: 0 }, read))[1]
}

/** The same with a number reserved, which comes first. */
export async function numberAndRead<Scope, Found>(
  ctx: Ctx<Scope>,
  projectId: string,
  read: Read<Scope, Found>,
): Promise<[number: number, found: Found]> {
  const [{ lastNumber }, found] = await advanceAndRead(ctx, { projectId, count: 1 }, read)
  return [lastNumber, found]
}

type Read<Scope, Found> = (ctx: Ctx<Scope>) => Promise<Found>

async function advanceAndRead<Scope, Found>(
  ctx: Ctx<Scope>,
  { projectId, count }: { readonly projectId: string; readonly count: number },
  read: Read<Scope, Found>,
): Promise<[Awaited<ReturnType<typeof advance>>, Found]> {
  // What was read without the lock is not remembered.
  const memo = new Map(ctx.memo)
  const [taken, found] = await together(ctx, (ctx) =>
    Promise.allSettled([tryAdvance(ctx, projectId, count), read({ ...ctx, memo })]),
  )
  if (taken.status === 'rejected') throw taken.reason
  if (taken.value === null) return [await advance(ctx, projectId, count), await read(ctx)]
  if (found.status === 'rejected') throw found.reason
  for (const [key, value] of memo) if (!ctx.memo.has(key)) ctx.memo.set(key, value)
  return [taken.value, found.value]
}

/** The write lock for work that holds it long: who comes meanwhile is told so. Taken before any other lock. */
export async function lockProjectForImport(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  await lockByName(ctx, 'importIntoProject', projectId)
  await forgetPlans(ctx)
  return lockProject(ctx, projectId)
}

/** Keeps imports out of projects until the transaction ends; false where one is under way. */
export function keepImportsOut(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<boolean> {
  return tryShareByName(ctx, 'importIntoProject', projectIds)
}

/** The cursor of rows that this transaction writes; null when it has not locked the project and so has written none. */
export function heldCursor(ctx: Ctx<unknown>, projectId: string): number | null {
  const taken = ctx.memo.get(memoKey(projectId))
  return typeof taken === 'number' ? taken : null
}

/** Reserves `count` consecutive numbers of the task and sprint sequence, under the lock; returns the first. */
export async function reserveItemNumbers(ctx: Ctx<unknown>, projectId: string, count: number): Promise<number> {
  return (await advance(ctx, projectId, count)).lastNumber - count + 1
}

/**
 * Whether the table may hold anything about tasks of the project that this transaction has locked. What follows a write
 * asks first, so that a room without a row costs nothing. `project_counters.tables_in_use` tells it with the lock.
 */
export function isInUse(ctx: Ctx<unknown>, projectId: string, table: string): boolean {
  return tablesInUse(ctx, projectId)?.has(table) ?? true
}

/** Said by whoever writes the first row of a table and then has what follows a write done in the same transaction. */
export function noteInUse(ctx: Ctx<unknown>, projectId: string, table: string): void {
  tablesInUse(ctx, projectId)?.add(table)
}

const tablesInUse = (ctx: Ctx<unknown>, projectId: string) =>
  ctx.memo.get(tablesKey(projectId)) as Set<string> | undefined
const tablesKey = (projectId: string) => `tables-in-use:${projectId}`
const memoKey = (projectId: string) => `project-lock:${projectId}`

/** Reserves numbers, and takes the lock where it is not held: one statement for a write that needs both. */
async function advance(ctx: Ctx<unknown>, projectId: string, count: number) {
  const startedMs = performance.now()
  for (;;) {
    const advanced = await tryAdvance(ctx, projectId, count)
    if (advanced !== null) return advanced
    if (performance.now() - startedMs >= IMPORT_PATIENCE_MS) throw projectImporting()
    await sleep(IMPORT_LOOK_MS)
  }
}

/** Null while a file is imported into the project. */
async function tryAdvance(ctx: Ctx<unknown>, projectId: string, count: number) {
  const row = await advanceCounters(ctx, projectId, {
    cursors: ctx.memo.has(memoKey(projectId)) ? 0 : 1,
    numbers: count,
    // The system's own work waits: it was accepted, and a refusal would be the last word on it.
    waitsForImports: ctx.actor.kind === 'system',
    writer: takeWriter(ctx),
  })
  if (row === undefined) return null
  ctx.memo.set(memoKey(projectId), row.sync_seq)
  ctx.memo.set(tablesKey(projectId), new Set(row.tables_in_use))
  return { syncSeq: row.sync_seq, lastNumber: row.item_number }
}

function projectImporting(): Refusal {
  const detail = 'A file is being imported into this project; try again in a moment.'
  return new Refusal(409, detail, { code: 'project_importing', headers: { 'Retry-After': '2' } })
}
