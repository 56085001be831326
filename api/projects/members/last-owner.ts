import { ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { countOwners } from './member.queries.ts'
import type { ProjectMember } from './project-member.entity.ts'

/** A project keeps at least one Owner. The caller holds the project's lock. */
export async function checkOtherOwner(ctx: Ctx<unknown>, leaving: ProjectMember): Promise<void> {
  if (leaving.role !== ROLE.owner) return
  refuseUnless(
    (await countOwners(ctx, leaving.project_id)) > 1,
    () => new Refusal(400, 'This is the last Owner of the project; transfer it first.'),
  )
}
