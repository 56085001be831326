import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { pageOf, presentWindow, windowQuery, windowRequest } from '../../platform/http/paging.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { type RawInput, route } from '../../platform/http/route.ts'
import { presentConnection, presentItem } from './connection.present.ts'
import { deleteConnection, pageItems } from './connection.queries.ts'
import {
  connectionBody,
  connectionError,
  connectionParams,
  connectionPatch,
  connectionReply,
  externalItemReply,
  SOURCES,
  type Source,
  syncCooldown,
  syncQueued,
} from './connection.schema.ts'
import { requestSync } from './request-sync.ts'
import { loadConnection, patchConnection, putConnection, tryConnection } from './write-connection.ts'

const ONE = '/me/connections/{source}/'
const ITEMS = '/me/external-items/'
const ITEM_PAGE = { defaultSize: 100, maxSize: 200 }

interface SourceScope {
  readonly source: Source
}

async function sourceScope(_ctx: Ctx, { params }: RawInput): Promise<SourceScope> {
  const source = SOURCES.find((known) => known === params.source)
  if (source === undefined) throw new Refusal(400, `This source is not known. Send one of ${SOURCES.join(', ')}.`)
  return { source }
}

const own = { tag: 'integrations', audience: 'session' } as const
const ofSource = { ...own, path: ONE, params: connectionParams, scope: sourceScope }
const limits = [byAccount('credential_rotate', (config) => config.throttleCredentialRotateRate)]

export const connectionRoutes = [
  route({
    ...ofSource,
    method: 'GET',
    summary: 'The connection to a tracker of the caller; never its secret',
    reply: connectionReply,
    run: (ctx) => loadConnection(ctx, ctx.scope.source),
    present: presentConnection,
  }),
  route({
    ...ofSource,
    method: 'PUT',
    summary: 'Connect to a tracker; what is entered is tried there before it is stored',
    limits,
    body: connectionBody,
    consult: (ctx, body) => tryConnection(ctx, body),
    reply: connectionReply,
    otherReplies: { 422: { description: 'the tracker did not accept it', schema: connectionError } },
    run: (ctx, { body }) => putConnection(ctx, ctx.scope.source, body),
    present: presentConnection,
  }),
  route({
    ...ofSource,
    method: 'PATCH',
    summary: 'Whether the tracker is asked by the clock; nothing else',
    limits,
    body: connectionPatch,
    reply: connectionReply,
    run: (ctx, { body }) => patchConnection(ctx, ctx.scope.source, body.poll_enabled),
    present: presentConnection,
  }),
  route({
    ...ofSource,
    method: 'DELETE',
    summary: 'Forget a tracker and what it said',
    limits,
    status: 204,
    run: (ctx) => deleteConnection(ctx, ctx.scope.source),
  }),
  route({
    ...ofSource,
    method: 'POST',
    path: `${ONE}sync/`,
    summary: 'Read the work from the tracker now',
    limits: [byAccount('external_sync', (config) => config.throttleExternalSyncRate)],
    status: 202,
    reply: syncQueued,
    otherReplies: { 429: { description: 'asked for a moment ago', schema: syncCooldown } },
    run: (ctx) => requestSync(ctx, ctx.scope.source),
  }),
  route({
    ...own,
    method: 'GET',
    path: ITEMS,
    summary: 'Work of the caller in trackers, what is under way first',
    query: z.object(windowQuery),
    reply: pageOf(externalItemReply),
    run: async (ctx, { query }) => {
      const window = windowRequest(query, ITEM_PAGE)
      const { count, results } = await pageItems(ctx, window)
      return presentWindow({ count, results: results.map(presentItem), window }, ctx.services.config, ITEMS)
    },
  }),
]
