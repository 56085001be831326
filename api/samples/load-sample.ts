import { writeProgram } from '../imports/seed/write/write-program.ts'
import { nextFreeKey } from '../keys/key.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { createProgram } from '../programs/create-program.ts'
import { removeSampleCopies } from './remove-sample.ts'
import { unknownSample } from './sample.errors.ts'
import { dateSample, findSample } from './sample-file.ts'
import { simulateSample } from './samples.jobs.ts'

/**
 * Writes a bundled program, dated for today, in the open transaction and as a seed is imported. Its dates are computed and
 * simulated by jobs after the commit. The owner's earlier copy of the same sample is replaced.
 */
export async function loadSample(
  ctx: Ctx<unknown>,
  sampleKey: string,
  ownerId: string,
): Promise<{ programId: string }> {
  const sample = findSample(sampleKey)
  if (!sample) throw unknownSample(sampleKey)
  await removeSampleCopies(ctx, sampleKey, ownerId)
  const { anchor, seed } = dateSample(sample, ctx.services.clock.today())
  const { name, slug, methodology } = seed.program
  const program = await createProgram(ctx, {
    name,
    methodology,
    code: await nextFreeKey(ctx, 'program', slug),
    ownerId,
    isSample: true,
    sampleKey,
  })
  program.sample_anchor = anchor
  await ctx.em.flush()
  await writeProgram(ctx, seed, {
    programId: program.id,
    ownerId,
    isSample: true,
    calendars: 'own',
    sourceId: null,
    sourceVersion: sampleKey,
  })
  enqueue(ctx, simulateSample, { programId: program.id })
  return { programId: program.id }
}
