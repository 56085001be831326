import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { refuseUnless } from '../platform/errors.ts'
import { notASample } from './sample.errors.ts'
import type { Sample } from './sample-file.ts'

/** The live projects of a sample program in id order, for locking; refused when one of them is real. */
export async function loadSampleProjects(ctx: Ctx<unknown>, programId: string): Promise<string[]> {
  const projects = await sql<{ id: string; is_sample: boolean }>(
    ctx,
    'select id, is_sample from projects where program_id = $1 and not is_deleted order by id',
    [programId],
  )
  refuseUnless(projects.length > 0 && projects.every((project) => project.is_sample), notASample)
  return projects.map((project) => project.id)
}

/** Calendars that nothing but this program and its projects uses: those that came with the sample. */
export async function ownCalendars(
  ctx: Ctx<unknown>,
  programId: string,
  projectIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return sql(
    ctx,
    `select c.id, c.name from calendars c
     where not c.is_deleted
       and c.id in (select calendar_id from programs where id = $2
                    union select calendar_id from projects where id = any($1::uuid[])
                    union select calendar_id from tasks where project_id = any($1::uuid[]) and seeded_at is not null)
       and not exists (select 1 from projects p where p.calendar_id = c.id and p.id <> all($1::uuid[]))
       and not exists (select 1 from tasks t where t.calendar_id = c.id and t.project_id <> all($1::uuid[]))
       and not exists (select 1 from project_calendar_overlays o where o.calendar_id = c.id and o.project_id <> all($1::uuid[]))
       and not exists (select 1 from resources r join project_resources pr on pr.resource_id = r.id
                       where r.calendar_id = c.id and pr.project_id <> all($1::uuid[]))
       and not exists (select 1 from programs g where g.calendar_id = c.id and g.id <> $2)
       and not exists (select 1 from workspace w where w.calendar_id = c.id)
     order by c.id`,
    [projectIds, programId],
  )
}

/** Resources of the sample's file that stand on no roster but its own. */
export async function ownResources(
  ctx: Ctx<unknown>,
  sample: Sample | undefined,
  projectIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select r.id from resources r
     where not r.is_deleted and r.name = any($2::text[])
       and exists (select 1 from project_resources pr where pr.resource_id = r.id and pr.project_id = any($1::uuid[]))
       and not exists (select 1 from project_resources pr
                       where pr.resource_id = r.id and pr.project_id <> all($1::uuid[]))
     order by r.id for update`,
    [projectIds, (sample?.document.resources ?? []).map((resource) => resource.name)],
  )
  return rows.map((row) => row.id)
}
