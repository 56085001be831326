import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { emitRosterChanged } from '../people.events.ts'
import { findProjectsOfResource, lockResource, updateResourceColumns } from './resource.queries.ts'

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
  await updateResourceColumns(ctx, resourceId, {
    is_deleted: isDeactivated,
    deleted_at: isDeactivated ? ctx.services.clock.now() : null,
  })
  emitRosterChanged(ctx, await findProjectsOfResource(ctx, resourceId), resourceId)
}
