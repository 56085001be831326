import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import t from 'tap'
import { rowsOfSheets } from '../../../api/sharing/pages/sheets.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { makeShareable, type SharedLink, share, stranger } from './shared.ts'

const CHROMIUM = '/usr/bin/chromium'
const HTML = { Accept: 'text/html,application/xhtml+xml' }
const NASTY = `</title><script>alert(1)</script><img src=x onerror=alert(2)>"'&`

/** A project of phases with chained tasks, computed, and a link to its schedule. */
async function sharedPlan(app: TestApp, user: TestUser, phases: number): Promise<SharedLink & { id: string }> {
  const { id } = await makeShareable(user, {
    name: `Harbour ${NASTY}`,
    start_date: '2026-01-05',
    status_date: '2026-01-05',
  })
  let previous: string | null = null
  for (let phase = 1; phase <= phases; phase++) {
    const parent = await user.post('/tasks/', { project: id, name: `Phase ${phase} ${phase === 1 ? NASTY : ''}` })
    for (let task = 1; task <= 4; task++) {
      const made = await user.post('/tasks/', {
        project: id,
        name: `Excavate and shore section ${phase}.${task}`,
        parent_id: parent.body.id,
        duration: 3 + task,
        ...(phase === 1 && task < 3 ? { status: 'IN_PROGRESS', percent_complete: 60 } : {}),
      })
      if (previous !== null && task !== 3) {
        await user.post('/dependencies/', { predecessor: previous, successor: made.body.id, dep_type: 'FS' })
      }
      if (task !== 3) previous = made.body.id
    }
  }
  const opening = await user.post('/tasks/', { project: id, name: 'Opening', is_milestone: true, duration: 0 })
  await user.post('/dependencies/', { predecessor: previous, successor: opening.body.id, dep_type: 'FS' })
  await app.runJobs()
  return { ...(await share(user, id, { content_kind: 'schedule', label: 'For the council' })), id }
}

// A browser takes its time on a busy machine.
t.setTimeout(120_000)

t.test('rows are shared out over sheets of paper', async (t) => {
  for (let count = 1; count < 1200; count++) {
    const sizes = rowsOfSheets(count)
    if (sizes.reduce((sum, size) => sum + size, 0) !== count) t.fail(`${count}: ${sizes}`)
    if (count > 32 && Math.min(...sizes) < 10) t.fail(`${count}: ${sizes}`)
    if (Math.max(...sizes) > (sizes.length === 1 ? 32 : 31)) t.fail(`${count}: ${sizes}`)
  }
  t.strictSame(rowsOfSheets(32), [32])
})

t.test('the page of a shared schedule', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const plan = await sharedPlan(app, ann, 2)
  const anyone = stranger(app)

  t.test('is one document without script, under a policy that allows none', async (t) => {
    const page = await anyone.get(plan.path, HTML)
    t.equal(page.status, 200)
    t.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    t.equal(page.headers.get('referrer-policy'), 'no-referrer')
    t.equal(page.headers.get('cache-control'), 'private, max-age=30')
    t.ok(page.headers.get('vary')?.split(', ').includes('Accept'))
    t.match(page.headers.get('x-robots-tag'), /noindex/)
    const policy = page.headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]) {
      t.ok(policy.includes(rule), rule)
    }
    t.notMatch(policy, /script-src|unsafe/)
    t.notMatch(page.text, /<script|<img|onerror=alert\(2\)>"|<link rel="stylesheet/)
    t.notMatch(page.text, /(?:src|href)="(?!#|data:)/, 'nothing is loaded and nothing is linked')
    t.notOk(page.text.includes(plan.token))
    t.match(
      page.text,
      /Excavate and shore section 1\.1: \d+ Jan 2026 to \d+ Jan 2026, 60 % complete, critical/,
      'bars say in words what they show',
    )
    t.match(page.text, /For the council/)
  })

  t.test('is revalidated and counted like the payload', async (t) => {
    const page = await anyone.get(plan.path, HTML)
    const same = await anyone.get(plan.path, { ...HTML, 'If-None-Match': page.headers.get('etag') ?? '' })
    t.equal(same.status, 304)
    const json = await anyone.get(plan.path)
    t.not(json.headers.get('etag'), page.headers.get('etag'))
    t.match(json.headers.get('content-type'), /json/)
    const [row] = (await ann.get(`/projects/${plan.id}/share-links/`)).body
    t.equal(row.access_count, 3)
  })

  t.test('tells readers in words when there is nothing to see', async (t) => {
    const missing = await anyone.get('/share/schedule/unknown/', HTML)
    t.match(missing, { status: 404, text: /Nothing here/ })
    const ended = await share(ann, plan.id, { content_kind: 'schedule' })
    await ann.post(`/projects/${plan.id}/share-links/${ended.id}/revoke/`)
    const gone = await anyone.get(ended.path, HTML)
    t.match(gone, { status: 410, text: /This link has ended/ })
    t.match(gone.headers.get('content-security-policy'), /default-src 'none'/)
    const { id } = await makeShareable(ann)
    const empty = await share(ann, id, { content_kind: 'schedule' })
    t.match(await anyone.get(empty.path, HTML), { status: 200, text: /nothing on this schedule yet/ })
  })

  t.test(
    'reads in a browser, on a phone and on paper',
    { skip: existsSync(CHROMIUM) ? false : 'no Chromium here' },
    async (t) => {
      const long = await sharedPlan(app, ann, 12)
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
      t.teardown(() => browser.close())
      const open = (path: string, viewport: { width: number; height: number }) => openPage(app, browser, path, viewport)
      const desktop = await open(plan.path, { width: 1280, height: 900 })
      t.strictSame(desktop.troubles, [])
      t.equal(desktop.requests, 1, 'nothing but the page is asked for')
      t.equal(await desktop.page.locator('h1').textContent(), `Harbour ${NASTY}`)
      t.ok(await desktop.page.locator('.wide .picture').isVisible())
      t.ok((await desktop.page.locator('.wide .critical').count()) >= 4, 'the critical path is marked')
      t.notOk(await desktop.page.locator('.narrow .picture').isVisible())

      const phone = await open(plan.path, { width: 375, height: 700 })
      t.ok(await phone.page.locator('.narrow .picture').isVisible())
      t.notOk(await phone.page.locator('.wide .picture').isVisible())
      const width = await phone.page.evaluate('document.documentElement.scrollWidth')
      t.equal(width, 375, 'nothing is wider than the phone')

      t.equal(await pageCount(desktop.page), 1, 'a short plan is one sheet of paper')
      const paper = await open(long.path, { width: 1280, height: 900 })
      t.equal(await pageCount(paper.page), 3, '61 rows are three, none of them all but empty')
      await paper.page.emulateMedia({ media: 'print' })
      t.equal(await paper.page.locator('.sheets .picture:visible').count(), 3)
    },
  )
})

type Page = Awaited<ReturnType<Browser['newPage']>>

async function openPage(app: TestApp, browser: Browser, path: string, viewport: { width: number; height: number }) {
  const page = await browser.newPage({ viewport })
  const troubles: string[] = []
  let requests = 0
  page.on('console', (message) => troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('dialog', (dialog) => {
    troubles.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests++
  })
  await page.goto(`${app.url}/api/v1${path}`)
  return { page, troubles, requests }
}

/** Sheets of paper that printing gives. */
async function pageCount(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
