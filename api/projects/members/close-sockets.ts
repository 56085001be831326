import type { Ctx } from '../../platform/context.ts'
import type { ProjectMember } from './project-member.entity.ts'

/** Ends the live sockets of somebody who may no longer listen to the project. */
export function closeSockets(ctx: Ctx<unknown>, member: ProjectMember): void {
  const { fanout, log } = ctx.services
  const message = { projectId: member.projectId, accountId: member.accountId }
  ctx.afterCommit.push(() => {
    fanout
      .broadcast('evict', message)
      .catch((error: Error) => log.warn({ message: error.message }, 'eviction not sent'))
  })
}
