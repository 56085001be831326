import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { emitRosterChanged } from '../people.events.ts'
import { lockResource, projectsOfResource } from './resource.queries.ts'

/**
 * Takes a resource out of rosters, pickers and capacity views. Assignments stay. Nothing else is written: rosters leave
 * out whoever is deactivated, so restoring brings back exactly the rows that this hid.
 */
export async function deactivateResource(ctx: Ctx<unknown>, resourceId: string): Promise<void> {
  await lockResource(ctx, resourceId)
  await setDeactivated(ctx, resourceId, true)
}

export async function restoreResource(ctx: Ctx<unknown>, resourceId: string): Promise<string> {
  const stored = await lockResource(ctx, resourceId, { isDeactivated: true })
  refuseUnless(stored.is_deleted, () => new Refusal(400, 'The resource is not deactivated.'))
  await setDeactivated(ctx, resourceId, false)
  return resourceId
}

async function setDeactivated(ctx: Ctx<unknown>, resourceId: string, isDeactivated: boolean): Promise<void> {
  await sql(
    ctx,
    `update resources set is_deleted = $2, deleted_at = case when $2 then now() end,
       server_version = server_version + 1 where id = $1`,
    [resourceId, isDeactivated],
  )
  emitRosterChanged(ctx, await projectsOfResource(ctx, resourceId), resourceId)
}
