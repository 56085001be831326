import { z } from 'zod'
import { syncConflictFields } from '../platform/http/base-version.ts'
import { wholeText } from '../platform/http/list-query.ts'

const collection = z.object({
  created: z.array(z.looseObject({})),
  updated: z.array(z.looseObject({})),
  deleted: z.array(z.guid()),
})

export const pullQuery = z.object({
  since: z.string().optional().describe('`timestamp` of the last pull that was read to its end; left out: everything'),
  cursor: z.string().optional().describe('`next_cursor` of the page before, with the same `since`'),
  page_size: wholeText(1).optional().describe('rows per page'),
})

export const pullReply = z
  .object({
    changes: z.record(z.string(), collection),
    timestamp: z.int().describe('what to send as `since` next time; neither a time nor a count'),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'SyncPullResponse' })

const rows = z.array(z.record(z.string(), z.unknown()))
const buckets = {
  created: rows.optional(),
  updated: rows.optional(),
  deleted: z.array(z.string().max(255)).optional(),
}

export const pushBody = z
  .object({
    client_batch_id: z.guid(),
    last_pulled_at: z.int().min(0).nullable().optional().describe('`timestamp` of the last pull'),
    changes: z.strictObject({ tasks: z.object(buckets).optional() }).optional(),
    ...buckets,
  })
  .meta({ id: 'SyncUploadRequest' })
export type PushBody = z.output<typeof pushBody>

const saved = z.array(z.object({ id: z.guid(), server_version: z.int() }))

export const pushReply = z
  .object({
    client_batch_id: z.guid(),
    applied: z.object({ tasks: z.object({ created: saved, updated: saved, deleted: saved }) }),
    conflicts: z.object({
      tasks: z.array(
        z.object({
          id: z.guid(),
          ...syncConflictFields,
        }),
      ),
    }),
    timestamp: z.int(),
  })
  .meta({ id: 'SyncUploadResult' })
export type PushReply = z.output<typeof pushReply>
