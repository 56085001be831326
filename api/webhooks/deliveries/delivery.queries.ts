import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import { readCursorPage } from '../../platform/db/page-rows.ts'
import { cursorRequest } from '../../platform/http/cursor-paging.ts'
import type { DeliveriesQuery } from '../webhook.schema.ts'

const DELIVERY_LIST = { defaultSize: 50, maxSize: 200 }
/** Rows of one statement: an import tells thousands of events at once. */
const ROWS_PER_STATEMENT = 5_000

export type DeliveryRow = Pick<
  RowOf<'webhook_deliveries'>,
  | 'id'
  | 'event_type'
  | 'sequence_number'
  | 'body'
  | 'status'
  | 'response_status'
  | 'attempt_count'
  | 'created_at'
  | 'completed_at'
>

/** The deliveries of a webhook, newest first. */
export function pageDeliveries(db: Db, webhookId: string, query: DeliveriesQuery) {
  const found = tables(db)
    .selectFrom('webhook_deliveries as d')
    .select(['d.id', 'd.event_type', 'd.sequence_number', 'd.body', 'd.status', 'd.response_status'])
    .select(['d.attempt_count', 'd.created_at', 'd.completed_at'])
    .where('d.webhook_id', '=', webhookId)
  const key = { column: 'd.sequence_number', name: 'sequence_number', isDescending: true } as const
  return readCursorPage(found, key, cursorRequest(query, DELIVERY_LIST, isNumber))
}

const isNumber = (text: string) => /^\d{1,15}$/.test(text)

export interface NewDelivery {
  readonly id: string
  readonly webhook_id: string
  readonly sequence_number: number
  readonly event_type: string
  readonly body: string
}

/** Stores deliveries whose numbers follow those of their webhooks, which are locked, and counts these on. */
export async function insertDeliveries(db: Db, rows: readonly NewDelivery[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT)
    await sql`
      with made as (
        insert into webhook_deliveries (id, webhook_id, sequence_number, event_type, body)
        select * from unnest(${chunk.map((row) => row.id)}::uuid[], ${chunk.map((row) => row.webhook_id)}::uuid[],
          ${chunk.map((row) => row.sequence_number)}::bigint[], ${chunk.map((row) => row.event_type)}::text[],
          ${chunk.map((row) => row.body)}::text[])
        returning webhook_id, sequence_number)
      update webhooks w set last_sequence = counted.last
      from (select webhook_id, max(sequence_number) as last from made group by webhook_id) as counted
      where w.id = counted.webhook_id`.execute(tables(db))
  }
}

/** The next number of a locked webhook. */
export async function nextSequence(db: Db, webhookId: string): Promise<number> {
  const { last_sequence } = await tables(db)
    .selectFrom('webhooks')
    .select('last_sequence')
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow()
  return last_sequence + 1
}

/** Puts an ended delivery back to where it was before its first attempt. */
export async function reopenDelivery(db: Db, webhookId: string, id: string): Promise<'reopened' | 'pending' | 'none'> {
  const found = await tables(db)
    .selectFrom('webhook_deliveries')
    .select('status')
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) return 'none'
  if (found.status === 'pending') return 'pending'
  await tables(db)
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', response_status: null, attempt_count: 0, failure: null, completed_at: null })
    .set({ due_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  return 'reopened'
}
