import { z } from 'zod'
import { type EditBase, MERGED_FIELDS } from '../concurrent-edits.ts'
import type { Ctx } from '../context.ts'

const BASE_VERSION = 'X-Base-Version'

/** Body key for callers who cannot set headers. What is no whole number counts as not sent. */
export const baseVersionField = {
  base_version: z
    .unknown()
    .optional()
    .meta({ type: 'integer', description: `\`server_version\` that the edit started from; as \`${BASE_VERSION}\`` }),
}

/** What a refused edit tells of the versions that stand against each other. */
export const syncConflictFields = {
  detail: z.string(),
  code: z.literal('sync_conflict'),
  conflict_fields: z.array(z.string()),
  server_value: z.record(z.string(), z.unknown()),
  client_value: z.record(z.string(), z.unknown()),
  server_version: z.int(),
  ambiguous: z.literal(true).optional(),
}

const syncConflict = z
  .object(syncConflictFields)
  .meta({ id: 'SyncConflict', description: 'Others changed the same fields since the version the edit started from.' })

/** What the entry of an edit publishes about the version it started from. */
export const guardedEdit = {
  requestHeaders: z.object({
    [BASE_VERSION]: z
      .string()
      .optional()
      .describe('`server_version` that the edit started from. Left out: the last writer wins'),
  }),
  replyHeaders: z.object({
    [MERGED_FIELDS]: z.string().optional().describe('fields that others changed since that version, comma separated'),
  }),
  otherReplies: { 409: { description: 'The same fields were changed since that version.', schema: syncConflict } },
}

/** The version an edit started from, out of its header or its body. */
export function editBaseOf(ctx: Ctx<unknown>, sent: unknown): EditBase {
  const fields = (sent ?? {}) as Record<string, unknown>
  return { version: wholeNumber(ctx.caller.header(BASE_VERSION)) ?? wholeNumber(fields.base_version), sent: fields }
}

/** The version one row of a batch started from; a header cannot speak for many rows. */
export function rowEditBase(fields: Record<string, unknown>): EditBase {
  return { version: wholeNumber(fields.base_version), sent: fields }
}

function wholeNumber(value: unknown): number | null {
  const isText = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim())
  const number = isText ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}
