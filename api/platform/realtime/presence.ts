import type { Ctx, Services } from '../context.ts'
import {
  deleteExpiredPresence,
  deletePresence,
  findGone,
  insertPresence,
  lockPresence,
  type PresentPerson,
  type PresentSocket,
  renewSockets,
} from './presence.queries.ts'

export const PRESENCE_RENEW_MS = 30_000

/** Somebody at a channel. */
export interface Present {
  readonly connectionId: string
  readonly channel: string
  readonly accountId: string
  readonly displayName: string
}

type Doors = Pick<Services, 'systemContext'>

/** Records a socket; the first of a person at a channel is announced. */
export async function joinPresence(services: Doors, present: Present): Promise<void> {
  const { connection_id, ...person } = socketOf(present)
  await services.systemContext(async (ctx) => {
    await lockPresence(ctx, [person])
    if (await insertPresence(ctx, { connection_id, ...person })) await announce(ctx, 'presence_join', [person])
  })
}

/** Forgets sockets; people whose last one it was are announced. */
export async function leavePresence(services: Doors, gone: readonly Present[]): Promise<void> {
  if (gone.length === 0) return
  await services.systemContext(async (ctx) => {
    await lockPresence(ctx, gone.map(socketOf))
    const people = await deletePresence(
      ctx,
      gone.map((present) => present.connectionId),
    )
    await announceGone(ctx, people)
  })
}

/** Locks of one transaction; the database has a few thousand for all. */
const MOST_AT_ONCE = 200

/**
 * Forgets sockets one after the other in few transactions: those that end while one runs go together in the next. When a
 * proxy restarts thousands end at once, and a transaction each would keep everybody else from the database.
 */
export function forgetTogether(services: Doors, onError: (error: Error) => void): (gone: Present) => void {
  const waiting: Present[] = []
  let isUnderWay = false
  const forgetAll = async () => {
    isUnderWay = true
    while (waiting.length > 0) await leavePresence(services, waiting.splice(0, MOST_AT_ONCE)).catch(onError)
    isUnderWay = false
  }
  return (gone) => {
    waiting.push(gone)
    if (!isUnderWay) void forgetAll()
  }
}

/** Extends the life of this process's sockets, also of rows that were swept while the process stood still. */
export async function renewPresence(services: Doors, live: readonly Present[]): Promise<void> {
  if (live.length === 0) return
  await services.systemContext((ctx) => renewSockets(ctx, live.map(socketOf)))
}

/** Removes what dead processes left behind. Of several processes one gets each row and announces it. */
export async function sweepPresence(services: Doors): Promise<void> {
  await services.systemContext(async (ctx) => announceGone(ctx, await deleteExpiredPresence(ctx)))
}

function socketOf({ connectionId, channel, accountId, displayName }: Present): PresentSocket {
  return { connection_id: connectionId, channel, account_id: accountId, display_name: displayName }
}

async function announceGone(ctx: Ctx, people: readonly PresentPerson[]): Promise<void> {
  if (people.length > 0) await announce(ctx, 'presence_leave', await findGone(ctx, people))
}

async function announce(ctx: Ctx, eventType: string, people: readonly PresentPerson[]): Promise<void> {
  const frames = people.map((person) => ({
    channel: person.channel,
    eventType,
    payload: { user_id: person.account_id, display_name: person.display_name },
  }))
  await ctx.services.fanout.announce(ctx, [], frames)
}
