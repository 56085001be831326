import t from 'tap'
import { defineEvent, emit } from '../../../api/platform/events/define-event.ts'
import { newId } from '../../../api/platform/ids.ts'
import { startApp } from '../../support/start-app.ts'

const changed = defineEvent<{ at: number }>({ socket: 'label_updated', webhook: 'test.changed' })
const told = defineEvent<{ at: number }>({ webhook: 'test.told' })

t.test('events of one transaction are numbered per channel, in the order they were emitted', async (t) => {
  const app = await startApp(t)
  const [first, second] = [newId(), newId()]
  const write = (channels: readonly (string | null)[]) =>
    app.services.systemContext(async (ctx) => {
      channels.forEach((projectId, at) => {
        if (projectId === null) emit(ctx, told, { projectId: first, payload: { at } })
        else emit(ctx, changed, { projectId, payload: { at } })
      })
    })
  await write([second, first, null, second, first, second])
  await write([first])
  await write([null])
  const rows = await app.sql<{ channel: string; seq: number | null; at: string | null }>(
    `select channel, seq, socket_payload::json->>'at' as at from outbox_events
     where channel = any($1::uuid[]) order by id`,
    [[first, second]],
  )
  t.strictSame(
    rows.map(({ channel, seq, at }) => [channel === first ? 'first' : 'second', seq, at]),
    [
      ['second', 1, '0'],
      ['first', 1, '1'],
      ['first', null, null],
      ['second', 2, '3'],
      ['first', 2, '4'],
      ['second', 3, '5'],
      ['first', 3, '0'],
      ['first', null, null],
    ],
  )
  const counted = await app.sql('select last_seq from outbox_channels where channel = $1', [second])
  t.strictSame(counted, [{ last_seq: 3 }])
})
