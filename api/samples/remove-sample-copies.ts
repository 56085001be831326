import { loadProgramScope } from '../access/program-scope.ts'
import { withScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { deleteProgram } from '../programs/delete-program.ts'
import { emitProject, projectHardDeleted } from '../projects/project.events.ts'
import { lockProject } from '../projects/project-lock.ts'
import { purgeProject } from '../projects/purge-project.ts'

/**
 * Removes the earlier copies of a sample that a person loaded, and the calendars that came with them. A program into
 * which somebody has put a real project is left alone. One load a person at a time.
 */
export async function removeSampleCopies(ctx: Ctx<unknown>, sampleKey: string, ownerId: string): Promise<void> {
  await sql(ctx, 'select pg_advisory_xact_lock(hashtextextended($1, 7317020))', [ownerId])
  const copies = await sql<{ id: string }>(
    ctx,
    `select g.id from programs g
     where g.sample_key = $1 and g.created_by_id = $2 and not g.is_deleted
       and not exists (select 1 from projects p where p.program_id = g.id and not p.is_deleted and not p.is_sample)
     order by g.id for update`,
    [sampleKey, ownerId],
  )
  for (const { id } of copies) await removeCopy(ctx, id)
}

async function removeCopy(ctx: Ctx<unknown>, programId: string): Promise<void> {
  const projects = await sql<{ id: string }>(
    ctx,
    'select id from projects where program_id = $1 and is_sample order by id',
    [programId],
  )
  const projectIds = projects.map((project) => project.id)
  for (const id of projectIds) await lockProject(ctx, id)
  const calendars = await calendarsOf(ctx, projectIds)
  for (const id of projectIds) {
    emitProject(ctx, projectHardDeleted, id)
    await purgeProject(ctx, id)
  }
  await deleteProgram(withScope(ctx, await loadProgramScope(ctx, programId)))
  await deleteUnusedCalendars(ctx, calendars)
}

async function calendarsOf(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select calendar_id as id from projects where id = any($1::uuid[]) and calendar_id is not null
     union
     select calendar_id from tasks where project_id = any($1::uuid[]) and calendar_id is not null and seeded_at is not null`,
    [projectIds],
  )
  return rows.map((row) => row.id)
}

/** Calendars that other work has come to use stay. */
async function deleteUnusedCalendars(ctx: Ctx<unknown>, ids: readonly string[]): Promise<void> {
  await sql(
    ctx,
    `update calendars c set is_deleted = true, server_version = c.server_version + 1
     where c.id = any($1::uuid[]) and not c.is_deleted
       and not exists (select 1 from projects p where p.calendar_id = c.id)
       and not exists (select 1 from programs g where g.calendar_id = c.id)
       and not exists (select 1 from project_calendar_overlays o where o.calendar_id = c.id)
       and not exists (select 1 from tasks t where t.calendar_id = c.id)
       and not exists (select 1 from workspace w where w.calendar_id = c.id)`,
    [ids],
  )
}
