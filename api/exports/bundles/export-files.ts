import type { Ctx } from '../../platform/context.ts'
import { findKeptExports } from './export-job.queries.ts'

const PREFIX = 'exports/'
/** A file is stored before its job ends. */
const JOBLESS_FOR_MS = 3_600_000

/** Where the file of a job lies. */
export function exportKey(id: string): string {
  return `${PREFIX}${id.slice(-2)}/${id}`
}

/** Removes files that nobody may ask for any more: of jobs that are over, and of those that are gone. */
export async function sweepExportFiles(ctx: Ctx<unknown>): Promise<void> {
  const { files, clock } = ctx.services
  const oldestMs = Date.now() - JOBLESS_FOR_MS
  for await (const page of files.list(PREFIX)) {
    const old = page.filter((file) => file.changedAt.getTime() < oldestMs)
    const idOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)
    const ids = old.map(({ key }) => idOf(key)).filter((id) => /^[0-9a-f-]{36}$/.test(id))
    const kept = await findKeptExports(ctx, ids, clock.now())
    for (const { key } of old) if (!kept.has(idOf(key))) await files.remove(key)
  }
}
