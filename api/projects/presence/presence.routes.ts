import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { route } from '../../platform/http/route.ts'
import { findPresent } from '../../platform/realtime/presence.queries.ts'

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
    run: (ctx) => findPresent(ctx, ctx.scope.projectId),
    present: (people) => people.map(({ account_id, display_name }) => ({ user_id: account_id, display_name })),
  }),
]
