import type { Ctx } from '../../platform/context.ts'

const KEPT = 'kept-reads'

/**
 * From here on the rules of this transaction ask each thing that only other writes of the project can change once: for
 * hundreds of rows under one lock.
 */
export function keepReads(ctx: Ctx<unknown>): void {
  if (!ctx.memo.has(KEPT)) ctx.memo.set(KEPT, new Map<string, unknown>())
}

/** What `read` gives, or gave before where reads are kept. */
export async function keptRead<T>(ctx: Ctx<unknown>, key: string, read: () => Promise<T>): Promise<T> {
  const kept = ctx.memo.get(KEPT) as Map<string, T> | undefined
  if (kept === undefined) return read()
  if (!kept.has(key)) kept.set(key, await read())
  return kept.get(key) as T
}
