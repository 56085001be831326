import { z } from 'zod'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { LARGE_LIST, pageOf, pageQuery, pageRequest, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { isTimeZone } from '../../platform/http/wire-kinds.ts'
import { CHANNELS, cellsOf, EVENT_TYPES, PRESETS } from '../kinds.ts'
import {
  countCells,
  listCells,
  loadSettings,
  type PreferenceRow,
  pageCells,
  type SettingsChange,
  type SettingsRow,
  updateCell,
  updateSettings,
  upsertCells,
} from './preference.queries.ts'

const ROOT = '/me/notification-preferences/'
const SETTINGS = '/me/notification-settings/'
const tag = 'notifications'

const preferenceReply = z
  .object({
    id: z.guid(),
    event_type: z.string(),
    channel: z.string(),
    enabled: z.boolean(),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'NotificationPreference' })

const settingsFields = {
  dnd_enabled: z.boolean(),
  digest_weekday: z.int().min(0).max(6).describe('Monday is 0'),
  digest_hour: z.int().min(0).max(23),
  digest_timezone: z
    .string()
    .max(64)
    .refine((zone) => zone === '' || isTimeZone(zone), 'Not a time zone.')
    .describe('an IANA name; empty for that of the workspace'),
}
const settingsReply = z
  .object({ ...settingsFields, updated_at: z.string().meta({ format: 'date-time' }) })
  .meta({ id: 'NotificationSettings' })

export const notificationPreferenceRoutes = [
  route({
    method: 'GET',
    path: ROOT,
    tag,
    summary: 'What the caller is told by which channel; rows are made when they are first looked at',
    query: z.object({ ...pageQuery, search: z.string().max(100).optional(), ordering: z.string().max(100).optional() }),
    reply: pageOf(preferenceReply),
    // Makes rows, so that each has an id to be changed by.
    transaction: true,
    run: async (ctx, { query }) => {
      await makeMissing(ctx)
      const page = await pageCells(ctx, actingAccount(ctx).id, query, pageRequest(query, LARGE_LIST))
      return presentPage({ ...page, results: page.results.map(present) }, ctx.services.config, ROOT, query)
    },
  }),
  route({
    method: 'POST',
    path: `${ROOT}apply-preset/`,
    tag,
    summary: 'Set the whole matrix: what must be acted on alone, or as it was in the beginning',
    body: z.object({ preset: z.enum(PRESETS) }),
    reply: z.array(preferenceReply),
    run: async (ctx, { body }) => {
      const { id } = actingAccount(ctx)
      await upsertCells(ctx, id, cellsOf(body.preset), ctx.services.clock.now(), true)
      return (await listCells(ctx, id)).map(present)
    },
  }),
  route({
    method: 'PATCH',
    path: `${ROOT}{id}/`,
    tag,
    summary: 'Turn one cell of the matrix on or off',
    body: z.object({ enabled: z.boolean().optional() }),
    reply: preferenceReply,
    run: async (ctx, { params, body }) => {
      const { id } = actingAccount(ctx)
      const row = await updateCell(ctx, id, params.id as string, body.enabled, ctx.services.clock.now())
      if (!row) throw notFound()
      return row
    },
    present: (row) => present(row as PreferenceRow),
  }),
  route({
    method: 'GET',
    path: SETTINGS,
    tag,
    summary: 'Do not disturb, and when digests come',
    reply: settingsReply,
    transaction: true,
    run: (ctx) => loadSettings(ctx, actingAccount(ctx).id, ctx.services.clock.now()),
    present: presentSettings,
  }),
  route({
    method: 'PATCH',
    path: SETTINGS,
    tag,
    summary: 'Change do not disturb, or when digests come',
    body: z.object(settingsFields).partial(),
    reply: settingsReply,
    run: async (ctx, { body }) => {
      const { id } = actingAccount(ctx)
      const now = ctx.services.clock.now()
      await loadSettings(ctx, id, now)
      await updateSettings(ctx, id, body as SettingsChange, now)
      return loadSettings(ctx, id, now)
    },
    present: presentSettings,
  }),
]

async function makeMissing(ctx: Ctx): Promise<void> {
  const { id } = actingAccount(ctx)
  const { count } = await countCells(ctx, id)
  if (Number(count) < EVENT_TYPES.length * CHANNELS.length)
    await upsertCells(ctx, id, cellsOf(), ctx.services.clock.now(), false)
}

function present({ id, event_type, channel, enabled, updated_at }: PreferenceRow): object {
  return { id, event_type, channel, enabled, updated_at: instantText(updated_at) }
}

function presentSettings({ account_id: _, updated_at, ...fields }: SettingsRow): object {
  return { ...fields, updated_at: instantText(updated_at) }
}
