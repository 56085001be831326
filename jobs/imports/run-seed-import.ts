import type { JobHelpers } from 'graphile-worker'
import { refusalOfImport } from '../../api/imports/import.errors.ts'
import { failSeed } from '../../api/imports/seed/end-seeds.ts'
import { finishSeed } from '../../api/imports/seed/finish-seed.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { sqlOne } from '../../api/platform/db/sql.ts'
import { FieldErrors, Refusal } from '../../api/platform/errors.ts'
import { doAccepted } from '../accepted-work.ts'

interface ClaimedSeed {
  content: Buffer
  has_controls: boolean
  import_day: string
}

/**
 * Writes the stored document in one transaction that also ends the job: a second run finds it ended and does nothing.
 * What is wrong with the document ends it as failed; the program stays empty, and the one it was to replace as it is.
 */
export async function runSeedImportBody(
  services: Services,
  { jobId }: { jobId: string },
  helpers: JobHelpers,
): Promise<void> {
  const claimed = await services.systemContext((ctx) => claim(ctx, jobId))
  if (claimed === undefined) return
  await doAccepted(helpers, () => importClaimed(services, jobId, claimed, helpers.abortSignal), {
    reasonOf,
    end: (detail) => services.systemContext((ctx) => failSeed(ctx, jobId, detail)),
    unexpected: 'The import failed unexpectedly.',
  })
}

async function importClaimed(
  services: Services,
  jobId: string,
  { content, import_day: today, has_controls: hasControls }: ClaimedSeed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const outcome = await services.imports.seed(content, { today, hasControls }, 'document', { signal })
  if (!outcome.ok) throw refusalOfImport(outcome.refusal)
  const { seed, errors } = outcome.reading
  if (seed === null) throw new Refusal(400, errors.join('; '))
  await services.systemContext((ctx) => finishSeed(ctx, jobId, seed))
}

function claim(ctx: Ctx, jobId: string): Promise<ClaimedSeed | undefined> {
  return sqlOne<ClaimedSeed>(
    ctx,
    `update program_import_jobs set status = 'running', started_at = coalesce(started_at, $2)
     where id = $1 and status in ('pending', 'running') and content is not null
     returning content, has_controls, import_day`,
    [jobId, ctx.services.clock.now()],
  )
}

/** Refusals of the writing functions are about the document; anything else is ours and is tried again. */
function reasonOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message
  return error instanceof FieldErrors ? JSON.stringify(error.fields) : null
}
