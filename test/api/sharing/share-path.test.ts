/**
 * The address handed out with a link is a path of the client, and a page when it is asked of us. The suite had asserted an
 * address of the API, which shows a client's users JSON.
 */
import t from 'tap'
import { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { makeShareable, share } from './shared.ts'

const NASTY = `</title><script>alert(1)</script>"'&`

t.test('share_path is a path of the client, which we serve as the page', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { id } = await makeShareable(ann, { name: `Pier ${NASTY}` })
  const task = {
    project: id,
    name: `Dig ${NASTY}`,
    status: 'IN_PROGRESS',
    planned_start: '2026-01-05',
    percent_complete: 40,
  }
  await ann.post('/tasks/', task)
  await app.runJobs()
  const anyone = new Client(app.url, null)
  for (const kind of ['schedule', 'board']) {
    const minted = await ann.post(`/projects/${id}/share-links/`, { content_kind: kind, label: 'For you' })
    const { share_path, token } = minted.body
    t.equal(share_path, `/share/${kind}/${token}`)
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const page = await anyone.get(`${app.url}${share_path}`, { Accept: accept })
      t.strictSame([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'], accept)
      t.match(page.text, /Dig &lt;\/title&gt;&lt;script&gt;/)
      t.match(page.text, /For you/)
      t.notMatch(page.text, /<script|<img/)
      t.match(page.headers.get('content-security-policy'), /default-src 'none'/)
      t.strictSame(
        [page.headers.get('referrer-policy'), page.headers.get('cache-control')],
        ['no-referrer', 'private, max-age=30'],
      )
    }
    t.equal((await anyone.get(`${app.url}${share_path}/`)).status, 200, 'with a slash as well')
    const first = await anyone.get(`${app.url}${share_path}`)
    const again = await anyone.get(`${app.url}${share_path}`, { 'If-None-Match': first.headers.get('etag') ?? '' })
    t.equal(again.status, 304)
    t.equal((await anyone.request('HEAD', `${app.url}${share_path}`)).status, 200)
    const json = await anyone.get(`/share/${kind}/${token}/`)
    t.equal(json.body.content_kind, kind, 'the API goes on answering with JSON')
    const browser = await anyone.get(`/share/${kind}/${token}/`, { Accept: 'text/html' })
    t.equal(browser.headers.get('content-type'), 'text/html; charset=utf-8')
  }
})

t.test('an address of nothing, of the other kind or of a link that has ended is a page that says so', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { id } = await makeShareable(ann)
  const link = await share(ann, id, { content_kind: 'board' })
  const read = async (path: string) => {
    const page = await app.anonymous.get(app.url + path)
    return [page.status, page.headers.get('content-type'), page.headers.get('cache-control')]
  }
  const html = 'text/html; charset=utf-8'
  t.strictSame(await read('/share/board/nothing'), [404, html, 'no-store'])
  t.strictSame(await read(`/share/schedule/${link.token}`), [404, html, 'no-store'])
  await ann.post(`/projects/${id}/share-links/${link.id}/revoke/`)
  t.strictSame(await read(`/share/board/${link.token}`), [410, html, 'no-store'])
  for (const path of ['/share/', '/share/other/x', `/share/board/${link.token}/more`, '/shared/board/x'])
    t.equal((await app.anonymous.get(app.url + path)).status, 404, path)
  const wrong = await app.anonymous.request('POST', `${app.url}/share/board/${link.token}`, {})
  t.equal(wrong.status, 405)
})

t.test('cards of a board that was cut say so, and names are there only when asked for', async (t) => {
  const app = await startApp(t, { env: { SVC_SHARE_BOARD_MAX_CARDS: '2' } })
  const ann = await app.user('ann')
  const { id } = await makeShareable(ann)
  for (const name of ['One', 'Two', 'Three']) await ann.post('/tasks/', { project: id, name, assignee: ann.account.id })
  const page = async (body: object) => {
    const { path } = await share(ann, id, { content_kind: 'board', ...body })
    return (await app.anonymous.get(app.url + path)).text
  }
  const without = await page({})
  t.match(without, /Only the first 2 cards are shown/)
  t.notMatch(without, / · ann</)
  t.match(await page({ show_assignees: true }), / · ann</)
})
