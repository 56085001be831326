import type { SocketEvent } from './socket-events.ts'

/**
 * One event the service can announce. `socket` is the name on the WebSocket channel, `webhook` the outbound name;
 * either may be null. Events are rows written with the change that causes them (see `write-consequences.ts`).
 */
export interface EventDefinition<P extends object> {
  readonly socket: string | null
  readonly webhook: string | null
  /** False: sockets that are open see it, nobody sees it again (presence, progress of a run, purges). */
  readonly isKept: boolean
  /** One frame stands for the writes of many rows, of each of which webhooks are told. */
  readonly coversRows: boolean
  /** Only for the type: payload of the socket frame. */
  readonly payload?: P
}

export interface PendingEvent {
  readonly socket: string | null
  readonly webhook: string | null
  readonly isKept: boolean
  readonly coversRows: boolean
  /** The project whose channel carries it; null reaches no socket. */
  readonly projectId: string | null
  readonly payload: object
  readonly webhookPayload: object | null
}

const defined: EventDefinition<object>[] = []

/** Every event that was declared by the modules loaded so far. */
export function definedEvents(): readonly EventDefinition<object>[] {
  return defined
}

/** Declares an event. Names come from part 6 of the interface. */
export function defineEvent<P extends object>(definition: {
  socket?: SocketEvent
  webhook?: string
  isKept?: boolean
  coversRows?: boolean
}): EventDefinition<P> {
  const { socket = null, webhook = null, isKept = true, coversRows = false } = definition
  const event = { socket, webhook, isKept, coversRows }
  defined.push(event)
  return event
}

/** Records an event; it is committed with the open transaction or never happens. */
export function emit<P extends object>(
  ctx: { readonly events: PendingEvent[] },
  event: EventDefinition<P>,
  input: { projectId: string | null; payload: P; webhookPayload?: object },
): void {
  ctx.events.push({
    socket: event.socket,
    webhook: event.webhook,
    isKept: event.isKept,
    coversRows: event.coversRows,
    projectId: input.projectId,
    payload: input.payload,
    webhookPayload: event.webhook === null ? null : (input.webhookPayload ?? input.payload),
  })
}
