import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { routes } from '../../api/server/routes.ts'
import { startApp } from '../support/start-app.ts'

const OPERATIONS = new URL('../../../shared/contract/operations.txt', import.meta.url)
const PLACEHOLDER_ID = '00000000-0000-4000-8000-00000000abcd'

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
}

t.test('the published document', async (t) => {
  const app = await startApp(t)
  const answer = await app.owner.get('/schema/')
  const document = answer.body as OpenApi
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ path, method: method.toUpperCase() })),
  )

  t.test('is OpenAPI 3.1 and lists every route of the table and nothing else', async (t) => {
    t.equal(answer.status, 200)
    t.match(document.openapi, /^3\.1\./)
    const listed = operations.map(({ path, method }) => `${method} ${path}`).sort()
    t.same(listed, routes.map((route) => `${route.method} /api/v1${route.path}`).sort())
  })

  t.test('names each operation once', async (t) => {
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    )
    t.equal(new Set(names).size, names.length)
  })

  t.test('lists nothing that does not answer: without credentials each operation is 401, or public', async (t) => {
    for (const { path, method } of operations) {
      const route = routes.find((one) => one.method === method && `/api/v1${one.path}` === path)
      const address = path.replace('/api/v1', '').replace(/\{\w+\}/g, PLACEHOLDER_ID)
      const { status } = await app.anonymous.request(method, address, method === 'GET' ? undefined : {})
      if (route?.audience === 'public')
        t.not(
          [404, 405].includes(status) && !address.includes(PLACEHOLDER_ID) && !(status in (route.otherReplies ?? {})),
          true,
          `${method} ${path} answered ${status}`,
        )
      else t.equal(status, 401, `${method} ${path}`)
    }
  })

  t.test(
    'uses the paths of the contract',
    { skip: existsSync(OPERATIONS) ? false : 'the contract is not beside this checkout' },
    async (t) => {
      const shape = (path: string) =>
        path
          .replace(/^\/api\/v1/, '')
          .replace(/\{[^}]+\}/g, '{}')
          .replace(/\/$/, '')
      const contract = new Set<string>()
      for (const line of readFileSync(OPERATIONS, 'utf8').split('\n')) {
        const match = /^\[\w+\]\s+(\S+)\s+(\S+)/.exec(line)
        for (const method of match?.[1]?.split(',') ?? []) contract.add(`${method} ${shape(match?.[2] as string)}`)
      }
      const ours = operations.map(({ path, method }) => `${method} ${shape(path)}`)
      const additions = ours.filter((operation) => !contract.has(operation))
      t.same(additions.sort(), KNOWN_ADDITIONS, 'every path outside the contract is a decided addition')
    },
  )
})

/** Routes beyond the contract. An addition is listed here on purpose or not at all. */
const KNOWN_ADDITIONS: string[] = [
  'DELETE /me/timesheets/{}/submit',
  'DELETE /programs/{}/external-stakeholders/{}',
  'DELETE /programs/{}/pin',
  'DELETE /projects/{}/tasks/{}/labels/{}',
  'DELETE /tasks/{}/constraint',
  'GET /asyncapi',
  'GET /docs',
  'GET /document-schemas/{}',
  'GET /me/notifications/{}',
  'GET /me/project-totals',
  'GET /notifications/unsubscribe/{}',
  'GET /programs/samples/{}/download',
  'GET /programs/{}/ceremonies/{}',
  'GET /programs/{}/external-stakeholders/{}',
  'GET /programs/{}/history',
  'GET /projects/{}/baselines/{}/comparison',
  'GET /projects/{}/burn.svg',
  'GET /projects/{}/calendars/preview',
  'GET /projects/{}/export/plan.csv',
  'GET /projects/{}/export/plan.ics',
  'GET /projects/{}/export/plan.json',
  'GET /projects/{}/export/plan.pmxml',
  'GET /projects/{}/export/plan.xer',
  'GET /projects/{}/export/plan.xlsx',
  'GET /projects/{}/flow-metrics.svg',
  'GET /projects/{}/history/summary',
  'GET /projects/{}/imports/{}',
  'GET /projects/{}/pictures/forecast',
  'GET /projects/{}/pictures/forecast.png',
  'GET /projects/{}/pictures/forecast.svg',
  'GET /projects/{}/pictures/gantt',
  'GET /projects/{}/pictures/gantt.png',
  'GET /projects/{}/pictures/gantt.svg',
  'GET /projects/{}/pictures/load',
  'GET /projects/{}/pictures/load.png',
  'GET /projects/{}/pictures/load.svg',
  'GET /projects/{}/pictures/network',
  'GET /projects/{}/pictures/network.png',
  'GET /projects/{}/pictures/network.svg',
  'GET /projects/{}/pictures/tornado',
  'GET /projects/{}/pictures/tornado.png',
  'GET /projects/{}/pictures/tornado.svg',
  'GET /projects/{}/schedule/check',
  'GET /projects/{}/schedule/diff',
  'GET /projects/{}/schedule/difference',
  'GET /projects/{}/schedule/drag',
  'GET /projects/{}/schedule/paths',
  'GET /projects/{}/schedule/what-if',
  'GET /projects/{}/tasks/{}/attachments/{}/download',
  'GET /projects/{}/velocity.svg',
  'GET /sprints/{}/burndown.svg',
  'GET /tasks/{}/constraint',
  'GET /workspace/logo',
  'PATCH /programs/{}/external-stakeholders/{}',
  'PATCH /workspace/email-settings',
  'POST /auth/oidc/link',
  'POST /edit-operations/{}/undo',
  'POST /me/timesheets/{}/submit',
  'POST /notifications/unsubscribe/{}',
  'POST /programs/{}/external-stakeholders',
  'POST /programs/{}/monte-carlo',
  'POST /programs/{}/pin',
  'POST /programs/{}/remove-sample',
  'POST /programs/{}/webhooks/{}/deliveries/{}/redeliver',
  'POST /projects/import/csv',
  'POST /projects/import/csv/preview',
  'POST /projects/{}/commit',
  'POST /projects/{}/import/ndjson',
  'POST /projects/{}/imports/{}/undo',
  'POST /projects/{}/monte-carlo/start',
  'POST /projects/{}/schedule/difference',
  'POST /projects/{}/schedule/what-if',
  'POST /projects/{}/tasks/{}/links/{}/refresh',
  'POST /projects/{}/webhooks/{}/deliveries/{}/redeliver',
  'POST /tasks/{}/reorder',
  'POST /tasks/{}/withdraw-approval',
  'POST /workspace/transfer-ownership',
  'PUT /acceptance-criteria/{}',
  'PUT /programs/{}/backlog-items/{}',
  'PUT /tasks/{}/constraint',
]
