import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { route } from '../../platform/http/route.ts'
import { listPresent } from '../../platform/realtime/presence.ts'

const presenceReply = z.array(
  z.object({ user_id: z.guid(), display_name: z.string() }).meta({ id: 'ProjectPresenceEntry' }),
)

export const presenceRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/presence/',
    tag: 'projects',
    summary: 'Who has the project open now',
    scope: projectScope('id'),
    reply: presenceReply,
    run: (ctx) => listPresent(ctx, ctx.scope.projectId),
    present: (people) =>
      people.map(({ accountId, displayName }) => ({ user_id: accountId, display_name: displayName })),
  }),
]
