import t from 'tap'
import { definedEvents } from '../../../api/platform/events/define-event.ts'
import { WEBHOOK_EVENTS } from '../../../api/webhooks/webhook-events.ts'
import { startApp } from '../../support/start-app.ts'

t.test('sockets and webhooks as an AsyncAPI 3 document', async (t) => {
  const app = await startApp(t, { env: { SVC_PUBLIC_URL: 'https://plans.example.org' } })
  const { status, body, headers } = await app.anonymous.get('/asyncapi/')
  t.equal(status, 200)
  t.equal(body.asyncapi, '3.0.0')
  t.same(body.servers.sockets, { host: 'plans.example.org', pathname: '/ws/v1', protocol: 'wss' })

  await t.test('every reference leads somewhere', async (t) => {
    const refs = JSON.stringify(body).match(/"\$ref":"#[^"]+"/g) ?? []
    t.ok(refs.length > 200, `${refs.length} references`)
    const lost = refs.filter((text) => {
      const path = text.slice(8, -1).split('/').slice(1)
      return path.reduce((part, key) => part?.[key], body) === undefined
    })
    t.same(lost, [])
  })

  await t.test('it names what is declared by any process, and nothing else', async (t) => {
    const inApi = Object.keys(body.channels.project.messages)
    await import('../../../jobs/registry.ts')
    const declared = definedEvents().flatMap(({ socket }) => socket ?? [])
    const own = ['presence_join', 'presence_leave', 'resync_required']
    t.same(inApi.sort(), [...new Set([...declared, ...own])].sort())
    t.same(Object.keys(body.channels.webhook.messages).sort(), [...WEBHOOK_EVENTS, 'ping'].sort())
  })

  await t.test('a frame is described with its keys', async (t) => {
    const frame = body.components.messages.task_updated.payload
    t.equal(frame.properties.event_type.const, 'task_updated')
    t.same(frame.properties.payload.required, ['id', 'changed_fields', 'version', 'actor_id', 'ts'])
    t.equal(body.components.messages.presence_join.payload.properties.seq.type, 'null', 'passing frames have no number')
  })

  await t.test('it is tagged like the other document', async (t) => {
    const again = await app.anonymous.get('/asyncapi/', { 'If-None-Match': headers.get('etag') ?? '' })
    t.equal(again.status, 304)
  })
})
