import type { Ctx } from '../platform/context.ts'
import { Workspace } from './workspace.entity.ts'

/** The one workspace. */
export function loadWorkspace(ctx: Pick<Ctx, 'em'>): Promise<Workspace> {
  return ctx.em.findOneOrFail(Workspace, { id: 1 })
}
