import t from 'tap'
import { purgeAll } from '../../../api/operations/retention/purge.ts'
import { buildProject } from '../../api/tasks/support/build-project.ts'
import { LETS_LOCAL_IN, letSecondsPass, sendDeliveries } from '../../support/deliveries.ts'
import { startApp } from '../../support/start-app.ts'
import { faultOf, startReceiver } from '../../support/webhook-receiver.ts'

const SECRET = 'whsec_chat_0123456789abcdef0123456789abcdef'

t.test('a chat service gets a message that it shows, signed and numbered like any other', async (t) => {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const project = await buildProject(app)
  const receiver = await startReceiver(t)
  const events = ['task.created', 'risk.opened']
  const hook = { url: receiver.url, events, format: 'slack', secret: SECRET }
  const made = await app.owner.post(`/projects/${project.id}/webhooks/`, hook)
  await app.owner.post('/tasks/', { name: 'Dig <deep> & wide', project: project.id, planned_start: '2026-01-05' })
  await app.owner.post(`/projects/${project.id}/risks/`, { title: 'Flood', probability: 4, impact: 5 })
  await app.owner.post(`/projects/${project.id}/webhooks/${made.body.id}/test/`)
  await sendDeliveries(app)
  const [task, risk, ping] = receiver.received.sort((a, b) => a.sequence - b.sequence)
  for (const one of receiver.received) t.equal(faultOf(one, SECRET), null)
  t.same(task?.body, {
    _meta: { sequence: 1 },
    text: '*Task created* - Dig &lt;deep&gt; &amp; wide',
    attachments: [
      {
        color: '#1C6B3A',
        title: 'Dig &lt;deep&gt; &amp; wide',
        fields: [
          { title: 'Status', value: 'NOT_STARTED', short: true },
          { title: 'Planned start', value: '2026-01-05', short: true },
        ],
        footer: 'task.created',
        mrkdwn_in: ['text'],
      },
    ],
  })
  t.match(risk?.body, { text: '*Risk opened* - Flood', attachments: [{ color: '#B91C1C' }] })
  t.match(risk?.body.attachments[0].fields, [{ title: 'Status' }, { title: 'Severity', value: '20' }])
  t.match(ping?.body, { text: /^\*Webhook test\*/, _meta: { sequence: 3 } })
  t.equal(ping?.event, 'ping')
})

t.test('ended deliveries go after their days, waiting ones and numbers stay', async (t) => {
  const app = await startApp(t, { env: { ...LETS_LOCAL_IN, SVC_WEBHOOK_RETENTION_DAYS: '2' } })
  const project = await buildProject(app)
  const receiver = await startReceiver(t)
  const path = `/projects/${project.id}/webhooks/`
  const { id } = (await app.owner.post(path, { url: receiver.url, events: ['task.created'], secret: SECRET })).body
  const task = (name: string) => app.owner.post('/tasks/', { name, project: project.id })
  const left = async () =>
    (await app.owner.get(`${path}${id}/deliveries/`)).body.results.map((row: { status: string }) => row.status)
  await task('sent')
  await sendDeliveries(app)
  receiver.answer(503)
  await task('waits')
  await sendDeliveries(app)
  await letSecondsPass(app, 2 * 86_400 - 60)
  await purgeAll(app.services, { isDryRun: false, stopsAtFailure: false })
  t.same(await left(), ['pending', 'success'], 'nothing goes before its time')
  await letSecondsPass(app, 120)
  await purgeAll(app.services, { isDryRun: false, stopsAtFailure: false })
  t.same(await left(), ['pending'])
  await task('next')
  const [next] = (await app.owner.get(`${path}${id}/deliveries/`)).body.results
  t.equal(next.sequence_number, 3, 'no number comes twice')
})
