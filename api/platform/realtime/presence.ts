import type { Ctx, Services } from '../context.ts'
import { lockAllByName } from '../db/advisory-locks.ts'
import { sql } from '../db/sql.ts'

export const PRESENCE_RENEW_MS = 30_000
const PRESENCE_SECONDS = 60

/** Somebody at a channel. */
export interface Present {
  readonly connectionId: string
  readonly channel: string
  readonly accountId: string
  readonly displayName: string
}

interface PersonRow {
  channel: string
  account_id: string
  display_name: string
}

type Doors = Pick<Services, 'systemContext'>

/** Records a socket; the first of a person at a channel is announced. */
export async function joinPresence(services: Doors, present: Present): Promise<void> {
  await services.systemContext(async (ctx) => {
    await lockPeople(ctx, [present])
    const others = await sql(
      ctx,
      `with others as (select 1 from socket_presence where channel = $2 and account_id = $3 and expires_at > now()),
       made as (insert into socket_presence (connection_id, channel, account_id, display_name, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(secs => ${PRESENCE_SECONDS})))
       select 1 as ok from others limit 1`,
      [present.connectionId, present.channel, present.accountId, present.displayName],
    )
    const { channel, accountId, displayName } = present
    const person = { channel, account_id: accountId, display_name: displayName }
    if (others.length === 0) await announce(ctx, 'presence_join', [person])
  })
}

/** Forgets sockets; people whose last one it was are announced. */
export async function leavePresence(services: Doors, gone: readonly Present[]): Promise<void> {
  if (gone.length === 0) return
  await services.systemContext(async (ctx) => {
    await lockPeople(ctx, gone)
    const rows = await sql<PersonRow>(
      ctx,
      'delete from socket_presence where connection_id = any($1::uuid[]) returning channel, account_id, display_name',
      [gone.map((present) => present.connectionId)],
    )
    if (rows.length > 0) await announceGone(ctx, rows)
  })
}

/** Extends the life of this process's sockets, also of rows that were swept while the process stood still. */
export async function renewPresence(services: Doors, live: readonly Present[]): Promise<void> {
  if (live.length === 0) return
  await services.systemContext((ctx) =>
    sql(
      ctx,
      `insert into socket_presence (connection_id, channel, account_id, display_name, expires_at)
       select connection_id, channel, account_id, display_name, now() + make_interval(secs => ${PRESENCE_SECONDS})
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as live(connection_id, channel, account_id, display_name)
       order by connection_id
       on conflict (connection_id) do update set expires_at = excluded.expires_at`,
      [
        live.map((present) => present.connectionId),
        live.map((present) => present.channel),
        live.map((present) => present.accountId),
        live.map((present) => present.displayName),
      ],
    ),
  )
}

/** Removes what dead processes left behind. Of several processes one gets each row and announces it. */
export async function sweepPresence(services: Doors): Promise<void> {
  await services.systemContext(async (ctx) => {
    const expired = await sql<PersonRow>(
      ctx,
      `delete from socket_presence where connection_id in
         (select connection_id from socket_presence where expires_at < now() order by connection_id for update skip locked)
       returning channel, account_id, display_name`,
    )
    if (expired.length > 0) await announceGone(ctx, expired)
  })
}

/** Who is at a channel now, by name. */
export async function listPresent(
  ctx: Pick<Ctx, 'em'>,
  channel: string,
): Promise<{ accountId: string; displayName: string }[]> {
  return sql(
    ctx,
    `select account_id as "accountId", min(display_name) as "displayName" from socket_presence
     where channel = $1 and expires_at > now() group by account_id order by 2, 1`,
    [channel],
  )
}

/** Joins and leaves of one person at one channel happen one after the other, in every process. */
async function lockPeople(ctx: Ctx, people: readonly Present[]): Promise<void> {
  const keys = people.map((present) => `${present.channel} ${present.accountId}`)
  await lockAllByName(ctx, 'presence', keys)
}

async function announceGone(ctx: Ctx, people: readonly PersonRow[]): Promise<void> {
  const gone = await sql<PersonRow>(
    ctx,
    `select channel, account_id, min(display_name) as display_name
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as gone(channel, account_id, display_name)
     where not exists (select 1 from socket_presence other
       where other.channel = gone.channel and other.account_id = gone.account_id and other.expires_at > now())
     group by channel, account_id`,
    [
      people.map((person) => person.channel),
      people.map((person) => person.account_id),
      people.map((person) => person.display_name),
    ],
  )
  await announce(ctx, 'presence_leave', gone)
}

async function announce(ctx: Ctx, eventType: string, people: readonly PersonRow[]): Promise<void> {
  const frames = people.map((person) => ({
    channel: person.channel,
    eventType,
    payload: { user_id: person.account_id, display_name: person.display_name },
  }))
  await ctx.services.fanout.announce(ctx, [], frames)
}
