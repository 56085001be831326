import { actorId, type Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'

// As text: only the thread that words an answer takes it apart.

/** Names of the tasks of projects by id, of those alone that the caller may read. */
export async function loadNames(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<string> {
  const row = await sqlOne<{ names: string }>(
    ctx,
    `select coalesce(json_object_agg(t.id, t.name), '{}')::text as names from tasks t
     where t.project_id in (
         select p.id from projects p
         left join project_members m on m.project_id = p.id and m.account_id = $2 and not m.is_deleted
         left join program_members g on g.program_id = p.program_id and g.account_id = $2 and not g.is_deleted
         where p.id = any($1::uuid[]) and (m.id is not null or g.id is not null))
       and not t.is_deleted`,
    [projectIds, actorId(ctx)],
  )
  return row?.names ?? '{}'
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
