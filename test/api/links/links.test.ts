import t from 'tap'
import { resolveProvider } from '../../../api/links/resolve-provider.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

t.test('whose address it is follows from its host alone', async (t) => {
  const cases = {
    'https://github.com/a/b/pull/1': 'github',
    'https://GitHub.com./a': 'github',
    'https://gist.github.com/a': 'github',
    'https://notgithub.com/a': 'generic',
    'https://github.com.example.org/a': 'generic',
    'https://gitlab.com/a/-/issues/1': 'gitlab',
    'https://docs.google.com/document/d/1': 'google_drive',
    'https://www.dropbox.com/s/1': 'dropbox',
    'https://app.box.com/file/1': 'box',
    'https://works.sharepoint.com/1': 'onedrive',
    'https://example.org/?u=https://github.com': 'generic',
  }
  for (const [url, provider] of Object.entries(cases)) t.equal(resolveProvider(url), provider, url)
})

t.test('links of a task', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const outsider = await app.user('outsider')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/links/`
  const urls = async () => (await viewer.get(path)).body.map((row: { url: string }) => row.url)

  await t.test('are written by members and listed in their order', async (t) => {
    const made = await member.post(path, {
      url: ' github.com/a/b/pull/7 ',
      custom_title: ' Drain ',
      labels: [' pump '],
    })
    t.equal(made.status, 201)
    t.match(made.body, {
      url: 'https://github.com/a/b/pull/7',
      provider: 'github',
      custom_title: 'Drain',
      labels: ['pump'],
      title: '',
      status: 'unknown',
      fetched_at: null,
      display_order: 0,
      server_version: 1,
    })
    t.equal((await member.post(path, { url: 'http://example.org:8080/x' })).body.display_order, 1)
    t.equal(
      (await member.post(path, { url: 'localhost:8080/y', display_order: 0 })).body.url,
      'https://localhost:8080/y',
    )
    t.same(await urls(), ['https://github.com/a/b/pull/7', 'https://localhost:8080/y', 'http://example.org:8080/x'])
    t.equal((await viewer.get(`${path}${made.body.id}/`)).body.id, made.body.id)
    t.equal((await viewer.post(path, { url: 'example.org' })).status, 403)
    t.equal((await outsider.get(path)).status, 404)
    const shown = (await viewer.get(`/tasks/${task}/`)).body.external_link_summary
    t.same(shown, { count: 3, worst_status: 'unknown' })
    t.same((await framesOf(app, 'task_link_created'))[0], { id: made.body.id, task_id: task })
  })

  await t.test('another address is another thing', async (t) => {
    const { id } = (await member.post(path, { url: 'https://github.com/a/b/pull/8' })).body
    const fetched = `update task_links set title = 'Pumps', status = 'merged', fetched_at = now() where id = $1`
    await app.sql(fetched, [id])
    const kept = await member.patch(`${path}${id}/`, { url: 'github.com/a/b/pull/8', labels: ['a', 'b'] })
    t.match(kept.body, { title: 'Pumps', status: 'merged', labels: ['a', 'b'], server_version: 2 })
    const moved = await member.patch(`${path}${id}/`, { url: 'gitlab.com/x', provider: 'github', status: 'open' })
    t.match(moved.body, {
      url: 'https://gitlab.com/x',
      provider: 'gitlab',
      title: '',
      status: 'unknown',
      fetched_at: null,
    })
    t.equal((await viewer.patch(`${path}${id}/`, { url: 'x.org' })).status, 403)
    t.equal((await member.delete(`${path}${id}/`)).status, 204)
    t.equal((await member.get(`${path}${id}/`)).status, 404)
    t.equal((await member.delete(`${path}${id}/`)).status, 404)
    t.same(await framesOf(app, 'task_link_deleted'), [{ id, task_id: task }])
  })

  await t.test('what cannot be is refused', async (t) => {
    const twelve = Array.from({ length: 12 }, (_, index) => `l${index}`)
    const cases: [object, string][] = [
      [{}, 'url'],
      [{ url: '' }, 'url'],
      [{ url: 'javascript:alert(1)' }, 'url'],
      [{ url: 'ftp://example.org' }, 'url'],
      [{ url: 'mailto:a@example.org' }, 'url'],
      [{ url: 'http://' }, 'url'],
      [{ url: 'a b' }, 'url'],
      [{ url: `example.org/${'x'.repeat(2040)}` }, 'url'],
      [{ url: 'e.org', custom_title: 'x'.repeat(513) }, 'custom_title'],
      [{ url: 'e.org', labels: [...twelve, 'one more'] }, 'labels'],
      [{ url: 'e.org', labels: ['x'.repeat(41)] }, 'labels'],
      [{ url: 'e.org', labels: ['Pump', 'pUMP '] }, 'labels'],
      [{ url: 'e.org', display_order: -1 }, 'display_order'],
    ]
    for (const [body, field] of cases) {
      const refused = await member.post(path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body).slice(0, 60))
    }
    t.equal((await member.post(path, { url: 'e.org', labels: twelve })).status, 201)
    await app.sql(
      `insert into task_links (id, project_id, task_id, url, labels)
       select gen_random_uuid(), $1, $2, 'https://e.org', '{}' from generate_series(1, 200 - $3::int)`,
      [project.id, task, (await urls()).length],
    )
    t.same(Object.keys((await member.post(path, { url: 'e.org' })).body), ['detail'])
  })
})
