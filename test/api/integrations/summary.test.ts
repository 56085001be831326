import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('the webhooks and tokens of a project in one look', async (t) => {
  const app = await startApp(t, { env: { SVC_LOG_LEVEL: 'critical' } })
  const project = await buildProject(app)
  const [manager, viewer] = [await project.member(300), await project.member(1)]
  const at = `/projects/${project.id}/`
  const summary = async (user = manager) => (await user.get(`${at}integrations-summary/`)).body
  const hook = await manager.post(`${at}webhooks/`, { url: 'https://9.9.9.9/hook', events: ['task.created'] })
  const [kept, revoked] = [
    await manager.post(`${at}api-tokens/`, { name: 'build' }),
    await manager.post(`${at}api-tokens/`, { name: 'gone' }),
  ]
  await manager.delete(`${at}api-tokens/${revoked?.body.id}/`)

  await t.test('tells no secret, and names tokens to those who manage them', async (t) => {
    const told = await summary()
    t.match(told.webhooks, { count: 1, active_count: 1, failing_count: 0, results: [{ id: hook.body.id }] })
    t.match(told.api_tokens, { count: 1, results: [{ id: kept?.body.id, name: 'build' }] })
    t.notMatch(JSON.stringify(told), new RegExp(`${hook.body.secret}|${kept?.body.token}`))
    t.match((await summary(viewer)).api_tokens, { count: 1, results: [] })
  })

  await t.test('names the part that cannot be read', async (t) => {
    await app.sql('alter table webhooks rename to webhooks_away')
    const { status, body } = await viewer.get(`${at}integrations-summary/`)
    t.same([status, body.failed], [503, 'webhooks'])
    await app.sql('alter table webhooks_away rename to webhooks')
  })
})
