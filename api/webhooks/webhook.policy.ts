import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import type { WebhookScope } from './webhook.scope.ts'

/** Members see that events go out; where a body shows the plan to others, Project or Program Managers decide and look. */
export function managesWebhooks({ scope }: Ctx<WebhookScope>): boolean {
  return atLeast(scope.role, ROLE.manager)
}
