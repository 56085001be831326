import type { RawBuilder } from 'kysely'
import type { Ctx } from '../context.ts'
import { defineHook, defineSlot } from '../hooks.ts'
import type { PendingEvent } from './define-event.ts'

/** An event that webhooks may be told of. */
export interface WebhookFact {
  readonly name: string
  readonly projectId: string
  readonly payload: object
}

/** What a transaction tells of: single events, and projects of which one frame told of many rows. */
export interface ToldOutside {
  readonly facts: readonly WebhookFact[]
  readonly rowsOf: readonly string[]
}

/** Called in the transaction of a write that announces anything, before its events are stored. */
export const tellOfEvents = defineHook<readonly PendingEvent[]>('tellOfEvents')

/** Called in the transaction of a write that somebody outside may hear of, after everything it wrote. */
export const planWebhooks = defineHook<ToldOutside>('planWebhooks')

/**
 * Whether anybody outside hears of an event of `outbox_events`, as an expression: it is asked by the statement that stores
 * events, so that a write that nobody hears of asks nothing more.
 */
export const isHeardOutside = defineSlot<RawBuilder<boolean>>('isHeardOutside')

/** What a transaction did to one row, whatever it went through in between. */
export interface RowChange {
  readonly id: string
  readonly end: 'made' | 'changed' | 'removed'
  /** Column -> what it held before and holds now. */
  readonly changes: ReadonlyMap<string, readonly [before: unknown, after: unknown]>
}

/** What is told of a row. */
export interface RowFact {
  readonly id: string
  readonly name: string
  readonly payload: object
}

/** How a room tells of its rows where one frame spoke for many: by the kind that the history calls them. */
export interface RowTeller {
  readonly kind: string
  /** The events that it may tell of. */
  readonly names: readonly string[]
  tell(ctx: Ctx<unknown>, projectId: string, rows: readonly RowChange[]): Promise<RowFact[]>
}

export const rowTellers = defineSlot<RowTeller>('rowTellers')
