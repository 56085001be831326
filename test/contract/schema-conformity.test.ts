/**
 * Every test application runs with `SVC_CHECK_REPLIES`, so each 2xx of the whole suite is compared with its published
 * schema. This file shows that the comparison bites: each fault below must be told, and a good reply must pass.
 */
import t from 'tap'
import { z } from 'zod'
import { toSentReply } from '../../api/platform/http/reply.ts'
import { Reply, type Route, route } from '../../api/platform/http/route.ts'
import { replyFault } from '../../api/platform/http/steps/check-reply.ts'
import { startApi } from '../../api/server/main.ts'
import { routes } from '../../api/server/routes.ts'
import { Client } from '../support/client.ts'
import { startApp } from '../support/start-app.ts'

const shape = z.object({ id: z.string(), rows: z.array(z.object({ n: z.int().nullable() })) })

function published(more: Partial<Route> = {}): Route {
  return {
    ...route({ method: 'GET', path: '/x/', tag: 'x', summary: 'x', reply: shape, run: async () => null }),
    ...more,
  }
}

const faultOf = (body: unknown, status = 200, spec = published()) => replyFault(spec, toSentReply(status, body))

t.test('a reply that conforms has no fault', async (t) => {
  t.equal(faultOf({ id: 'a', rows: [{ n: 1 }, { n: null }] }), null)
  t.equal(faultOf(undefined, 204, published({ status: 204, reply: undefined })), null)
  t.equal(replyFault(published({ reply: undefined }), toSentReply(200, 'a,b', { 'Content-Type': 'text/csv' })), null)
})

t.test('each difference is told', async (t) => {
  t.match(faultOf({ rows: [] }), /^id: /, 'a field is missing')
  t.match(faultOf({ id: 'a', rows: [{ n: '1' }] }), /^rows\.0\.n: /, 'a field has another type')
  t.equal(faultOf({ id: 'a', rows: [{ n: 1, secret: 2 }] }), 'rows.0.secret is not published')
  t.equal(faultOf({ id: 'a', rows: [] }, 201), 'status 201 is not published')
  t.equal(faultOf(undefined), 'there is no body')
  t.equal(faultOf({ ok: true }, 200, published({ reply: undefined })), 'a JSON body without a schema')
  t.equal(
    faultOf({ ok: true }, 202, published({ otherReplies: { 202: { description: 'Queued.' } } })),
    'a JSON body without a schema',
  )
})

t.test('a reply that differs is a 500 in tests and undoes its write', async (t) => {
  const app = await startApp(t, { env: { SVC_LOG_LEVEL: 'critical' } })
  const lying = route({
    method: 'POST',
    path: '/lying/',
    tag: 'x',
    summary: 'Sends what it does not publish',
    reply: shape,
    run: async (ctx) => {
      await ctx.em
        .getConnection()
        .execute(`update accounts set first_name = 'changed'`, [], 'run', ctx.em.getTransactionContext())
      return new Reply(200, { id: 'a', rows: [], extra: true })
    },
  })
  const api = await startApi(app.services, { ...app.services.config, port: 0 }, [lying, ...routes])
  t.teardown(() => api.close())
  const answer = await new Client(api.address, app.owner.token).post('/lying/')
  t.equal(answer.status, 500)
  t.match(answer.body.detail, /extra is not published/)
  t.strictSame(await app.sql(`select 1 from accounts where first_name = 'changed'`), [])
})

t.test('every route that answers JSON says how', async (t) => {
  const silent = routes.filter((one) => !one.reply && ![204, 205].includes(one.status ?? 200))
  t.strictSame(silent.map((one) => `${one.method} ${one.path}`).sort(), NOT_JSON)
})

/** Replies of another kind: pages, pictures, files, redirects. */
const NOT_JSON = [
  'GET /auth/oidc/callback/',
  'GET /auth/oidc/login/',
  'GET /docs/',
  'GET /import-templates/csv/',
  'GET /notifications/unsubscribe/{token}/',
  'GET /programs/{id}/export/jobs/{jobId}/download/',
  'GET /projects/{id}/burn.svg',
  'GET /projects/{id}/export/jobs/{jobId}/download/',
  'GET /projects/{id}/export/plan.csv',
  'GET /projects/{id}/export/plan.ics',
  'GET /projects/{id}/export/plan.pmxml',
  'GET /projects/{id}/export/plan.xer',
  'GET /projects/{id}/export/plan.xlsx',
  'GET /projects/{id}/export/planfile.xml',
  'GET /projects/{id}/flow-metrics.svg',
  'GET /projects/{id}/pictures/forecast.png',
  'GET /projects/{id}/pictures/forecast.svg',
  'GET /projects/{id}/pictures/gantt.png',
  'GET /projects/{id}/pictures/gantt.svg',
  'GET /projects/{id}/pictures/load.png',
  'GET /projects/{id}/pictures/load.svg',
  'GET /projects/{id}/pictures/network.png',
  'GET /projects/{id}/pictures/network.svg',
  'GET /projects/{id}/pictures/tornado.png',
  'GET /projects/{id}/pictures/tornado.svg',
  'GET /projects/{id}/tasks/{taskId}/attachments/{attachmentId}/download/',
  'GET /projects/{id}/velocity.svg',
  'GET /sprints/{id}/burndown.svg',
  'GET /workspace/export/{jobId}/download/',
  'GET /workspace/logo/',
  'POST /notifications/unsubscribe/{token}/',
]
