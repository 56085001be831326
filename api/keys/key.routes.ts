import { byAccount } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { checkKey, suggestKey } from './check-key.ts'
import { keysQuery, keysReply, resolveQuery, resolveReply } from './key.schema.ts'
import { resolveReference } from './resolve-reference.ts'

const limits = [byAccount('resolve', (config) => config.throttleResolveRate)]

export const keyRoutes = [
  route({
    method: 'GET',
    path: '/resolve/',
    tag: 'keys',
    summary: 'What a key or a short reference names',
    limits,
    query: resolveQuery,
    reply: resolveReply,
    run: (ctx, { query }) => resolveReference(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/keys/',
    tag: 'keys',
    summary: 'A free key for a name, or whether a key can be taken',
    limits,
    query: keysQuery,
    reply: keysReply,
    run: async (ctx, { query }) => {
      if (query.key !== undefined) {
        return checkKey(ctx, { kind: query.kind, key: query.key, objectId: query.object_id })
      }
      return { suggestion: await suggestKey(ctx, query.kind, query.name ?? '') }
    },
  }),
]
