import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('files and links in one list', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const outsider = await app.user('outsider')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const at = `/projects/${project.id}/tasks/${task}`
  const feed = `/projects/${project.id}/assets/`
  const titles = async (path: string, user = viewer) =>
    (await user.get(path)).body.results.map((row: { title: string }) => row.title)
  for (const [url, custom_title, labels] of [
    ['https://github.com/a/b/pull/1', 'Pump', ['wet']],
    ['https://example.org/tide', '', []],
  ] as const)
    await app.owner.post(`${at}/links/`, { url, custom_title, labels })
  await app.owner.post(`${at}/attachments/`, { external_url: 'https://example.org/drawing', external_title: 'Drawing' })

  await t.test('stand the newest first, each with where it belongs', async (t) => {
    t.same(await titles(feed), ['Drawing', 'https://example.org/tide', 'Pump'])
    const { results, next_cursor } = (await viewer.get(feed)).body
    t.equal(next_cursor, null)
    t.match(results[2], {
      kind: 'link',
      url: 'https://github.com/a/b/pull/1',
      download_url: null,
      provider: 'github',
      status: 'unknown',
      labels: ['wet'],
      task: { id: task, name: 'Dig' },
      project: { id: project.id },
      added_by: { id: app.owner.account.id },
    })
    t.match(results[0], { kind: 'file', provider: null, labels: [], url: 'https://example.org/drawing' })
    t.equal((await outsider.get(feed)).status, 404)
    t.same(await titles('/assets/', outsider), [])
  })

  await t.test('are found by kind, label, provider, words and who added them', async (t) => {
    const finds: [string, string[]][] = [
      ['kind=file', ['Drawing']],
      ['kind=link', ['https://example.org/tide', 'Pump']],
      ['label=wet', ['Pump']],
      ['label=we', []],
      ['provider=generic', ['https://example.org/tide']],
      ['q=EXAMPLE', ['Drawing', 'https://example.org/tide']],
      ['q=%25', []],
      ['kind=file&label=wet', []],
    ]
    for (const [query, found] of finds) t.same(await titles(`${feed}?${query}`), found, query)
    t.same(await titles('/assets/?mine=yes'), [])
    t.equal((await titles('/assets/?mine=0')).length, 3)
    t.same(await titles('/assets/?program=00000000-0000-4000-8000-000000000000'), [])
    const bad = ['kind=page', 'cursor=x', `cursor=${Buffer.from('[1]').toString('base64url')}`, `q=${'x'.repeat(101)}`]
    for (const query of bad) t.equal((await viewer.get(`${feed}?${query}`)).status, 400, query)
    for (const query of ['mine=perhaps', 'program=x'])
      t.equal((await viewer.get(`/assets/?${query}`)).status, 400, query)
  })

  await t.test('go on where a page ended, also among those of one instant', async (t) => {
    await app.sql("update task_links set created_at = '2026-01-01'")
    await app.sql("update task_attachments set created_at = '2026-01-01'")
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { results, next_cursor } = (await viewer.get(`${feed}?page_size=1&cursor=${cursor}`)).body
      seen.push(...results.map((row: { title: string }) => row.title))
      if (next_cursor === null) break
      cursor = next_cursor
    }
    t.equal(seen[0], 'Drawing', 'a file stands before the links')
    t.equal(new Set(seen).size, 3)
    t.equal(seen.length, 3)
  })

  await t.test('are read in archived projects, and go with their task', async (t) => {
    const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
    await app.owner.patch(`/projects/${project.id}/`, { program })
    t.equal((await titles(`/programs/${program}/assets/`, app.owner)).length, 3)
    t.equal((await titles(`/assets/?program=${program}`)).length, 3)
    t.equal((await viewer.get(`/programs/${program}/assets/`)).status, 404)
    const summary = await app.owner.get(`/programs/${program}/integrations-summary/`)
    t.match(summary.body, { webhooks: { count: 0, results: [] }, api_tokens: { count: 0, results: [] } })
    await app.owner.delete(`/tasks/${task}/`)
    t.same(await titles(feed), [])
    t.equal((await app.owner.post(`/projects/${project.id}/archive/`)).status, 200)
    t.equal((await viewer.get(feed)).status, 200)
  })
})
