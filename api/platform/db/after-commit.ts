import type { Ctx } from '../context.ts'

/** Runs what waits for the commit. The change is made by now: a failure here is logged and fails nothing. */
export function runAfterCommit(ctx: Ctx | null): void {
  for (const work of ctx?.afterCommit ?? []) {
    try {
      work()
    } catch (error) {
      ctx?.services.log.error({ message: (error as Error).message }, 'work after the commit failed')
    }
  }
}
