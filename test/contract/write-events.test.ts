/**
 * What each write tells, compared with `events/`: every write is done once by somebody who may, and the events that would
 * have been committed with it are read before it is undone. A write without a line fails, and so does one that tells
 * something else; events that part 6 of the specification does not name fail as well.
 *
A write that the world cannot do is no exception: it stands in
 * `UNTRIED` with its reason, so that a new one is not passed over.
 *
 * Seen failing with the event of a label's creation taken out, and with a line of `UNTRIED` taken out.
 */
import t from 'tap'
import { SOCKET_EVENTS } from '../../api/platform/events/socket-events.ts'
import { isWrite } from '../../api/platform/http/route.ts'
import { routes } from '../../api/server/routes.ts'
import { WEBHOOK_EVENTS } from '../../api/webhooks/webhook-events.ts'
import { webhookFields } from '../../api/webhooks/webhook-fields.ts'
import { sql } from '../support/sql.ts'
import { SILENT, UNCHANGED, UNTRIED, WRITES } from './events/writes.ts'
import { callOf, each, operationOf, send } from './send.ts'
import { buildWorld } from './world.ts'

t.setTimeout(600_000)

interface Told {
  readonly socket_name: string | null
  readonly socket_payload: string | null
  readonly webhook_name: string | null
  readonly webhook_payload: string | null
}

t.test('what writes tell', async (t) => {
  const world = await buildWorld(t)
  const wrong: string[] = []
  const untried: string[] = []
  const seen = new Set<string>()
  let told: readonly Told[] = []
  let count = 0
  world.onUndo = async (em) => {
    const known = (await world.app.sql<{ id: string }>('select coalesce(max(id), 0) as id from outbox_events'))[0]
    told = await sql<Told>(
      { em },
      'select socket_name, socket_payload, webhook_name, webhook_payload from outbox_events where id > $1',
      [known?.id],
    )
  }
  const names = routes.filter(isWrite).map((route) => `${route.method} ${route.path}`)
  // One after the other: what a write told is looked at before it is undone.
  await each(names, 1, async (name) => {
    const caller = world.callers.find((one) => operationOf(name).expect(one, 'active', true) === 'done')
    told = []
    const reply = caller && (await send(world.as(caller), callOf(name, world.sites.active)))
    if (!reply || reply.status >= 300) {
      untried.push(name)
      return
    }
    count++
    const events = [...new Set(told.flatMap((row) => [row.socket_name ?? [], row.webhook_name ?? []].flat()))].sort()
    for (const event of events) seen.add(event)
    wrong.push(...told.flatMap((row) => otherKeys(name, row)))
    const line = `'${name}': '${events.join(' ')}',`
    const expected = WRITES[name] ?? (isSilent(name) ? '' : undefined)
    if (expected === undefined) wrong.push(`no line for it in events/writes.ts: ${line}`)
    else if (expected !== events.join(' ')) wrong.push(`tells otherwise: ${line}`)
  })
  t.same(wrong, [])
  t.same(untried, Object.keys(UNTRIED), 'a write that the world cannot do says why')
  t.ok(count > 150, `${count} writes were done`)
  const gone = [...Object.keys(WRITES), ...Object.keys(UNCHANGED)].filter((name) => !names.includes(name))
  t.same(gone, [], 'every line is of a write that is there')
  const catalogue = new Set<string>([...SOCKET_EVENTS.map(({ name }) => name), ...WEBHOOK_EVENTS])
  t.same(
    [...seen].filter((name) => !catalogue.has(name)),
    [],
    'and nothing is told that the specification does not name',
  )
})

const isSilent = (name: string) => name in UNCHANGED || SILENT.some(([pattern]) => pattern.test(name))

/** Where the keys of a frame or a body are not those that the catalogue has, of which the published document is made. */
function otherKeys(write: string, { socket_name, socket_payload, webhook_name, webhook_payload }: Told): string[] {
  const frame = SOCKET_EVENTS.find(({ name }) => name === socket_name)
  const body = webhook_name === null ? undefined : webhookFields(webhook_name)
  return [
    ...differences(socket_name, socket_payload, frame && { always: frame.keys, sometimes: frame.moreKeys }),
    ...differences(webhook_name, webhook_payload, body),
  ].map((difference) => `${write}: ${difference}`)
}

function differences(
  name: string | null,
  payload: string | null,
  keys: { readonly always: readonly string[]; readonly sometimes: readonly string[] } | undefined,
): string[] {
  if (keys === undefined) return []
  const found = Object.keys(JSON.parse(payload ?? '{}'))
  const unknown = found.filter((key) => !keys.always.includes(key) && !keys.sometimes.includes(key))
  return [
    ...keys.always.filter((key) => !found.includes(key)).map((key) => `${name} has no ${key}`),
    ...unknown.map((key) => `${name} has ${key}, which is not in the catalogue`),
  ]
}
