import { z } from 'zod'
import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { route } from '../../platform/http/route.ts'
import { type DocumentChange, type LoadedDocument, loadDocument, updateDocument } from './document.queries.ts'
import {
  type DocumentInput,
  defaultMatrix,
  mergeMatrix,
  PROJECT_CHANNELS,
  PROJECT_EVENTS,
  presentDocument,
} from './document.ts'

const PATH = '/projects/{id}/notification-preferences/'
const tag = 'notifications'

const cells = z.strictObject(Object.fromEntries(PROJECT_CHANNELS.map((channel) => [channel, z.boolean().optional()])))
const matrix = z.strictObject(Object.fromEntries(PROJECT_EVENTS.map((event) => [event, cells.optional()])))
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Send a time as HH:MM.')

const documentReply = z
  .object({
    schema_version: z.int(),
    matrix: z.record(z.string(), z.record(z.string(), z.boolean())),
    paused: z.boolean(),
    quiet_hours_enabled: z.boolean(),
    quiet_hours_from: z.string(),
    quiet_hours_until: z.string(),
    quiet_hours_timezone: z.string(),
    quiet_hours_timezone_source: z.enum(['project', 'workspace', 'server', 'fallback']),
    event_delivery: z.record(z.string(), z.boolean()).describe('which events are told of at all'),
    channel_delivery: z.record(z.string(), z.boolean()).describe('which channels are delivered to at all'),
  })
  .meta({ id: 'ProjectNotificationDocument' })

/** Own row only, of any member. */
export const projectDocumentRoutes = [
  route({
    method: 'GET',
    path: PATH,
    tag,
    summary: 'How the caller is told of a project; made when it is first looked at',
    scope: projectScope(),
    transaction: true,
    reply: documentReply,
    run: (ctx) => load(ctx),
    present: presentDocument,
  }),
  route({
    method: 'PATCH',
    path: PATH,
    tag,
    summary: 'Change how the caller is told of a project; cells that are not named stay as they are',
    scope: projectScope(),
    whenArchived: 'allowed',
    body: z.object({
      matrix: matrix.optional(),
      paused: z.boolean().optional(),
      quiet_hours_enabled: z.boolean().optional(),
      quiet_hours_from: timeOfDay.optional(),
      quiet_hours_until: timeOfDay.optional(),
    }),
    reply: documentReply,
    run: async (ctx, { body }) => {
      const { matrix: sent, ...fields } = body as DocumentInput
      const stored = await load(ctx)
      const change: DocumentChange = { ...fields, ...(sent && { matrix: mergeMatrix(stored.matrix, sent) }) }
      await updateDocument(ctx, ctx.scope.projectId, actingAccount(ctx).id, change, ctx.services.clock.now())
      return load(ctx)
    },
    present: presentDocument,
  }),
]

function load(ctx: Ctx<ProjectScope>): Promise<LoadedDocument> {
  const now = ctx.services.clock.now()
  return loadDocument(ctx, ctx.scope.projectId, actingAccount(ctx).id, defaultMatrix(), now)
}
