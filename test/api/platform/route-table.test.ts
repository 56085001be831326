import t from 'tap'
import type { Route } from '../../../api/platform/http/route.ts'
import { RouteTable } from '../../../api/platform/http/route-table.ts'
import { routes } from '../../../api/server/routes.ts'

const route = (method: Route['method'], path: string) => ({ method, path }) as Route

const table = new RouteTable([
  route('GET', '/tasks/'),
  route('POST', '/tasks/'),
  route('GET', '/tasks/{id}/'),
  route('PATCH', '/tasks/bulk/'),
  route('PATCH', '/tasks/{id}/'),
  route('GET', '/projects/{id}/tasks/{task_id}/picture.svg'),
])
const found = (method: string, path: string) => {
  const one = table.find(method, path)
  return one && { path: one.route.path, params: { ...one.params } }
}

t.test('a path means the first route whose pattern and method fit', async (t) => {
  t.strictSame(found('GET', '/tasks/'), { path: '/tasks/', params: {} })
  t.strictSame(found('GET', '/tasks/bulk/'), { path: '/tasks/{id}/', params: { id: 'bulk' } })
  t.strictSame(found('PATCH', '/tasks/bulk/'), { path: '/tasks/bulk/', params: {} })
  t.strictSame(found('HEAD', '/tasks/7/'), { path: '/tasks/{id}/', params: { id: '7' } })
  t.strictSame(found('GET', '/projects/a/TASKS/b/picture.svg')?.params, { id: 'a', task_id: 'b' })
})

t.test('what stands for a name is decoded, and as it is where it cannot be', async (t) => {
  t.strictSame(found('GET', '/tasks/a%20b%2Fc/')?.params, { id: 'a b/c' })
  t.strictSame(found('GET', '/tasks/%E0%A4%A/')?.params, { id: '%E0%A4%A' })
})

t.test('what no pattern fits is nobody', async (t) => {
  for (const path of [
    '/tasks',
    '/tasks/7',
    '/tasks//',
    '/tasks/7/8/',
    '/projects/a/tasks/b/pictureXsvg',
    '/nothing/',
    '/',
    '',
  ])
    t.equal(found('GET', path), null, path)
  t.equal(found('DELETE', '/tasks/'), null)
})

t.test('a path that others methods fit tells them', async (t) => {
  t.strictSame(table.allowedMethods('/tasks/'), ['HEAD', 'GET', 'POST'])
  t.strictSame(table.allowedMethods('/tasks/bulk/'), ['HEAD', 'GET', 'PATCH'])
  t.strictSame(table.allowedMethods('/nothing/'), [])
})

t.test('every route of the service is found by its own pattern', async (t) => {
  const all = new RouteTable(routes)
  const lost = routes.filter(({ method, path }) => {
    const fitting = all.find(method, path)
    return fitting === null || (fitting.route.path !== path && !path.includes('{'))
  })
  t.strictSame(
    lost.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})
