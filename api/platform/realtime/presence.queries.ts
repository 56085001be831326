import { sql } from 'kysely'
import { lockAllByName } from '../db/advisory-locks.ts'
import type { Db } from '../db/db.ts'
import { anyOf, statementsOver, type TablesOf } from '../db/statements.ts'
import type { SocketPresenceSchema } from './presence.entity.ts'

type PresenceTables = TablesOf<typeof SocketPresenceSchema>

const PRESENCE_SECONDS = 60
const EXPIRY = sql<string>`now() + make_interval(secs => ${sql.lit(PRESENCE_SECONDS)})`

/** A socket of somebody at a channel. */
export interface PresentSocket {
  readonly connection_id: string
  readonly channel: string
  readonly account_id: string
  readonly display_name: string
}

/** Somebody at a channel, by however many sockets. */
export type PresentPerson = Omit<PresentSocket, 'connection_id'>

const PERSON = ['channel', 'account_id', 'display_name'] as const

/** Joins and leaves of one person at one channel happen one after the other, in every process. */
export async function lockPresence(db: Db, people: readonly PresentPerson[]): Promise<void> {
  const keys = people.map((person) => `${person.channel} ${person.account_id}`)
  await lockAllByName(db, 'presence', keys)
}

/** Records a socket. Returns false when the person was at the channel already by another one. */
export async function insertPresence(db: Db, socket: PresentSocket): Promise<boolean> {
  const other = await statementsOver<PresenceTables>(db)
    .with('made', (db) => db.insertInto('socket_presence').values({ ...socket, expires_at: EXPIRY }))
    .selectFrom('socket_presence')
    .select('account_id')
    .where('channel', '=', socket.channel)
    .where('account_id', '=', socket.account_id)
    .where('expires_at', '>', sql<string>`now()`)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

export function deletePresence(db: Db, connectionIds: readonly string[]): Promise<PresentPerson[]> {
  return statementsOver<PresenceTables>(db)
    .deleteFrom('socket_presence')
    .where('connection_id', '=', anyOf(connectionIds))
    .returning(PERSON)
    .execute()
}

/** Deletes what was not renewed in time and nobody else deletes at this moment. */
export function deleteExpiredPresence(db: Db): Promise<PresentPerson[]> {
  return statementsOver<PresenceTables>(db)
    .deleteFrom('socket_presence')
    .where('connection_id', 'in', (eb) =>
      eb
        .selectFrom('socket_presence')
        .select('connection_id')
        .where('expires_at', '<', sql<string>`now()`)
        .orderBy('connection_id')
        .forUpdate()
        .skipLocked(),
    )
    .returning(PERSON)
    .execute()
}

/** Extends the life of sockets; one whose row was swept is recorded again. */
export async function renewSockets(db: Db, sockets: readonly PresentSocket[]): Promise<void> {
  await sql`insert into socket_presence (connection_id, channel, account_id, display_name, expires_at)
    select connection_id, channel, account_id, display_name, ${EXPIRY}
    from unnest(${sockets.map((socket) => socket.connection_id)}::uuid[],
      ${sockets.map((socket) => socket.channel)}::uuid[], ${sockets.map((socket) => socket.account_id)}::uuid[],
      ${sockets.map((socket) => socket.display_name)}::text[])
      as live(connection_id, channel, account_id, display_name)
    order by connection_id
    on conflict (connection_id) do update set expires_at = excluded.expires_at`.execute(statementsOver(db))
}

/** Those of the people who are at the channel by no socket any more, each once. */
export async function findGone(db: Db, people: readonly PresentPerson[]): Promise<PresentPerson[]> {
  const gone = await sql<PresentPerson>`
    select channel, account_id, min(display_name) as display_name
    from unnest(${people.map((person) => person.channel)}::uuid[], ${people.map((person) => person.account_id)}::uuid[],
      ${people.map((person) => person.display_name)}::text[]) as gone(channel, account_id, display_name)
    where not exists (select 1 from socket_presence other
      where other.channel = gone.channel and other.account_id = gone.account_id and other.expires_at > now())
    group by channel, account_id`.execute(statementsOver(db))
  return gone.rows
}

/** Who is at a channel now, by name. */
export function findPresent(db: Db, channel: string) {
  return statementsOver<PresenceTables>(db)
    .selectFrom('socket_presence')
    .select((eb) => ['account_id', eb.fn.min('display_name').as('display_name')])
    .where('channel', '=', channel)
    .where('expires_at', '>', sql<string>`now()`)
    .groupBy('account_id')
    .orderBy('display_name')
    .orderBy('account_id')
    .execute()
}
