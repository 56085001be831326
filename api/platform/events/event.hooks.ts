import type { RawBuilder } from 'kysely'
import { defineHook, defineSlot } from '../hooks.ts'

/** An event that webhooks may be told of. */
export interface WebhookFact {
  readonly name: string
  readonly projectId: string
  readonly payload: object
}

/** Called in the transaction of a write whose events somebody outside hears of, after everything it wrote. */
export const planWebhooks = defineHook<readonly WebhookFact[]>('planWebhooks')

/** The names of events that somebody outside hears of, in a project. */
export const findWantedEvents = defineHook<{ readonly projectId: string }, readonly string[]>('findWantedEvents')

/**
 * Whether anybody outside hears of an event of `outbox_events`, as an expression: it is asked by the statement that stores
 * events, so that a write that nobody hears of asks nothing more.
 */
export const isHeardOutside = defineSlot<RawBuilder<boolean>>('isHeardOutside')
