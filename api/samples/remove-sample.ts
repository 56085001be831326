import { loadProgramScope, type ProgramScope } from '../access/program-scope.ts'
import { withScope } from '../access/project-scope.ts'
import { Program } from '../levels/program.entity.ts'
import type { Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { deleteProgram } from '../programs/delete-program.ts'
import { purgeProject } from '../projects/lifecycle/purge-project.queries.ts'
import { emitProject, projectHardDeleted } from '../projects/project.events.ts'
import { lockProject } from '../projects/project-lock.ts'
import {
  deleteOwnCalendars,
  deleteOwnResources,
  findCopies,
  findOwnCalendars,
  lockOwnResources,
} from './sample.queries.ts'
import { findSample } from './sample-file.ts'
import { loadSampleProjects } from './sample-program.ts'

/** Removes a sample program for good, with its projects and the calendars and resources that came with it. */
export async function removeSample(ctx: Ctx<ProgramScope>): Promise<void> {
  const { programId } = ctx.scope
  const projectIds = await loadSampleProjects(ctx, programId)
  for (const id of projectIds) await lockProject(ctx, id)
  const { sample_key: sampleKey } = await ctx.em.findOneOrFail(Program, { id: programId })
  const names = (findSample(sampleKey ?? '')?.document.resources ?? []).map((resource) => resource.name)
  const resourceIds = await lockOwnResources(ctx, names, projectIds)
  const calendars = await findOwnCalendars(ctx, programId, projectIds)
  for (const id of projectIds) {
    emitProject(ctx, projectHardDeleted, id)
    await purgeProject(ctx, id)
  }
  await deleteProgram(ctx)
  await deleteOwnResources(ctx, resourceIds)
  await deleteOwnCalendars(
    ctx,
    calendars.map((calendar) => calendar.id),
  )
}

/**
 * Removes the earlier copies of a sample that a person loaded. A program into which somebody has put a real project is
 * left alone. One load a person at a time.
 */
export async function removeSampleCopies(ctx: Ctx<unknown>, sampleKey: string, ownerId: string): Promise<void> {
  await lockByName(ctx, 'samplesOfAccount', ownerId)
  const copies = await findCopies(ctx, sampleKey, ownerId)
  for (const id of copies) await removeSample(withScope(ctx, await loadProgramScope(ctx, id)))
}
