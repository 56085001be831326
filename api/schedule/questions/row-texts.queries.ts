import { actorId, type Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'

// As text: only the thread that words an answer takes it apart.

/**
 * Names of the tasks of projects by id: those of the caller's own projects, and apart from them the titles of tasks in
 * other projects of a program of his.
 */
export async function loadNames(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
): Promise<{ names: string; titles: string }> {
  const row = await sqlOne<{ names: string; titles: string }>(
    ctx,
    `select coalesce(json_object_agg(t.id, t.name) filter (where p.is_member), '{}')::text as names,
       coalesce(json_object_agg(t.id, t.name) filter (where not p.is_member), '{}')::text as titles
     from tasks t join (
         select p.id, m.id is not null as is_member from projects p
         left join project_members m on m.project_id = p.id and m.account_id = $2 and not m.is_deleted
         left join program_members g on g.program_id = p.program_id and g.account_id = $2 and not g.is_deleted
         where p.id = any($1::uuid[]) and (m.id is not null or g.id is not null)) p on p.id = t.project_id
     where not t.is_deleted`,
    [projectIds, actorId(ctx)],
  )
  return row ?? { names: '{}', titles: '{}' }
}

/** Tasks by their numbers in the project, which stay the same in every export of it. */
export async function loadNumbers(ctx: Ctx<unknown>, projectId: string): Promise<{ numbers: string; names: string }> {
  const row = await sqlOne<{ numbers: string; names: string }>(
    ctx,
    `select coalesce(json_object_agg(id, number), '{}')::text as numbers,
       coalesce(json_object_agg(number, name), '{}')::text as names
     from tasks where project_id = $1 and not is_deleted`,
    [projectId],
  )
  return row ?? { numbers: '{}', names: '{}' }
}
