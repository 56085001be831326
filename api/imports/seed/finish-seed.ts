import type { SeedDocument } from '../../../importers/seed/seed-schema.ts'
import { Program } from '../../levels/program.entity.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { lockRunningWork } from '../../platform/queue/work.queries.ts'
import { finishWork } from '../../platform/queue/work-life.ts'
import { lockProgramRow } from '../../programs/lock-program-row.ts'
import { tellWriter } from '../../projects/writer.ts'
import { replaceProgram } from './replace-program.ts'
import { seedWork } from './seed.work.ts'
import { writeProgram } from './write/write-program.ts'

/** Writes the program, retires the one it replaces and ends the job, all at once or not at all. */
export async function finishSeed(ctx: Ctx<unknown>, jobId: string, seed: SeedDocument): Promise<void> {
  const job = await lockRunningWork(ctx, seedWork, jobId)
  if (!job) return
  const shell = await ctx.em.findOne(Program, { id: job.program_id, is_deleted: false })
  refuseUnless(shell, () => new Refusal(404, 'The program was deleted before the import ran.'))
  const program = await lockProgramRow(ctx, job.program_id)
  await tellWriter(ctx, { actorId: job.requested_by_id, reason: 'seed_import' })
  const { summary } = await writeProgram(ctx, seed, {
    programId: program.id,
    ownerId: job.requested_by_id,
    isSample: false,
    calendars: 'shared',
    sourceId: job.id,
    sourceVersion: '',
  })
  if (job.replaced_program_id)
    await replaceProgram(ctx, { oldId: job.replaced_program_id, newId: program.id, slug: job.slug })
  await finishWork(ctx, seedWork, jobId, { result_summary: summary })
}
