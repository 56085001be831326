import { loadProgramScope, type ProgramScope } from '../access/program-scope.ts'
import { withScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { sql } from '../platform/db/sql.ts'
import { deleteProgram } from '../programs/delete-program.ts'
import { Program } from '../programs/program.entity.ts'
import { emitProject, projectHardDeleted } from '../projects/project.events.ts'
import { lockProject } from '../projects/project-lock.ts'
import { purgeProject } from '../projects/purge-project.queries.ts'
import { findSample } from './sample-file.ts'
import { loadSampleProjects, ownCalendars, ownResources } from './sample-program.ts'

/** Removes a sample program for good, with its projects and the calendars and resources that came with it. */
export async function removeSample(ctx: Ctx<ProgramScope>): Promise<void> {
  const { programId } = ctx.scope
  const projectIds = await loadSampleProjects(ctx, programId)
  for (const id of projectIds) await lockProject(ctx, id)
  const { sample_key: sampleKey } = await ctx.em.findOneOrFail(Program, { id: programId })
  const resources = await ownResources(ctx, findSample(sampleKey ?? ''), projectIds)
  const calendars = await ownCalendars(ctx, programId, projectIds)
  for (const id of projectIds) {
    emitProject(ctx, projectHardDeleted, id)
    await purgeProject(ctx, id)
  }
  await deleteProgram(ctx)
  await sql(
    ctx,
    `update resources set is_deleted = true, deleted_at = now(), server_version = server_version + 1
     where id = any($1::uuid[])`,
    [resources],
  )
  await sql(
    ctx,
    'update calendars set is_deleted = true, server_version = server_version + 1 where id = any($1::uuid[])',
    [calendars.map((calendar) => calendar.id)],
  )
}

/**
 * Removes the earlier copies of a sample that a person loaded. A program into which somebody has put a real project is
 * left alone. One load a person at a time.
 */
export async function removeSampleCopies(ctx: Ctx<unknown>, sampleKey: string, ownerId: string): Promise<void> {
  await lockByName(ctx, 'samplesOfAccount', ownerId)
  const copies = await sql<{ id: string }>(
    ctx,
    `select g.id from programs g
     where g.sample_key = $1 and g.created_by_id = $2 and not g.is_deleted
       and exists (select 1 from projects p where p.program_id = g.id and not p.is_deleted)
       and not exists (select 1 from projects p where p.program_id = g.id and not p.is_deleted and not p.is_sample)
     order by g.id`,
    [sampleKey, ownerId],
  )
  for (const { id } of copies) await removeSample(withScope(ctx, await loadProgramScope(ctx, id)))
}
