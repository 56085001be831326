import { refusalOfImport } from '../../api/imports/import.errors.ts'
import { finishSeed } from '../../api/imports/seed/finish-seed.ts'
import { findSeedContent } from '../../api/imports/seed/seed.queries.ts'
import type { seedWork } from '../../api/imports/seed/seed.work.ts'
import type { Services } from '../../api/platform/context.ts'
import { Refusal, refuseUnless } from '../../api/platform/errors.ts'
import type { ClaimOf } from '../../api/platform/queue/background-work.ts'

/**
 * Writes the stored document in one transaction that also ends the job: a second run finds it ended and does nothing.
 * What is wrong with the document ends it as failed; the program stays empty, and the one it was to replace as it is.
 */
export async function runSeedImport(
  services: Services,
  { id, has_controls: hasControls, import_day: today }: ClaimOf<typeof seedWork>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const content = await services.systemContext((ctx) => findSeedContent(ctx, id))
  // Another run of the job has ended it meanwhile.
  if (content === null) return
  const outcome = await services.imports.seed(content, { today, hasControls }, 'document', { signal })
  if (!outcome.ok) throw refusalOfImport(outcome.refusal)
  const { seed, errors } = outcome.reading
  refuseUnless(seed, () => new Refusal(400, errors.join('; ')))
  await services.systemContext((ctx) => finishSeed(ctx, id, seed))
}
