import { z } from 'zod'
import { isMember, workspaceScope } from '../../access/workspace-scope.ts'
import { displayNameOf, initialsOf } from '../../accounts/account.entity.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { route } from '../../platform/http/route.ts'
import { searchUsers } from './search-users.ts'
import type { FoundUser } from './user.queries.ts'

const foundUserReply = z
  .object({ id: z.guid(), username: z.string(), display_name: z.string(), initials: z.string() })
  .meta({ id: 'UserSearchResult' })

const presentFoundUser = (user: FoundUser) => ({
  id: user.id,
  username: user.username,
  display_name: displayNameOf(user),
  initials: initialsOf(user),
})

export const userRoutes = [
  route({
    method: 'GET',
    path: '/users/search/',
    tag: 'workspace',
    summary: 'People one may name as members, at most ten',
    scope: workspaceScope,
    allow: isMember,
    limits: [byAccount('user_search', (config) => config.throttleUserSearchRate)],
    query: z.object({ q: z.string().max(254).default('').describe('at least two characters') }),
    reply: z.array(foundUserReply),
    run: (ctx, { query }) => searchUsers(ctx, query.q),
    present: (users) => users.map(presentFoundUser),
  }),
]
