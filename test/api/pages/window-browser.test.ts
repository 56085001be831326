import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import t from 'tap'
import { makeProject } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'

const CHROMIUM = '/usr/bin/chromium'
const PASSWORD = 'correct horse battery'
const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

async function plan(user: TestUser): Promise<string> {
  const { id } = await makeProject(user, { name: 'Quay wall', start_date: '2026-01-05', status_date: '2026-01-05' })
  let before: string | null = null
  for (const phase of ['Dredging', 'Piling', 'Paving']) {
    const parent = await user.post('/tasks/', { project: id, name: phase })
    for (let at = 1; at <= 4; at++) {
      const task = await user.post('/tasks/', {
        project: id,
        name: `${phase} of bay ${at}`,
        duration: at + 2,
        parent_id: parent.body.id,
        optimistic_duration: at + 1,
        most_likely_duration: at + 2,
        pessimistic_duration: at + 9,
      })
      if (before !== null && at !== 3)
        await user.post('/dependencies/', { predecessor: before, successor: task.body.id, dep_type: 'FS' })
      if (at !== 3) before = task.body.id
    }
  }
  return id
}

/** A port that nobody uses: sockets are for pages of the address that the service calls its own, and so it must know it. */
function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number }
    server.close(() => resolve(port))
  })
  return promise
}

/** What axe finds wrong with a page, by its rule and the first element that breaks it. */
async function violations(page: Page): Promise<string[]> {
  const found = (await page.evaluate(`(() => { ${AXE}; return axe.run() })()`)) as {
    violations: { id: string; nodes: { target: string[] }[] }[]
  }
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}

// A browser takes its time on a busy machine.
t.setTimeout(180_000)

t.test('the window in a browser', { skip: existsSync(CHROMIUM) ? false : 'no Chromium here' }, async (t) => {
  const env = { SVC_AUTH_REFRESH_COOKIE_SECURE: 'false', SVC_PORT: String(await freePort()) }
  const app = await startApp(t, { env })
  const ann = await app.user('ann', { password: PASSWORD })
  const id = await plan(ann)
  await app.runJobs()
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: false })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => troubles.push(message.text()))
  await page.goto(`${app.url}/sign-in/?next=/projects/${id}/`)
  t.strictSame(await violations(page), [], 'the form of the sign-in')
  await page.fill('[name=username]', 'ann')
  await page.fill('[name=password]', PASSWORD)
  await page.press('[name=password]', 'Enter')
  await page.waitForURL(`**/projects/${id}/`)

  t.test('folding, search, critical only and zoom', async (t) => {
    const rows = page.locator('.chunk .row:not(.hidden)')
    t.equal(await rows.count(), 15)
    await page.getByRole('button', { name: 'Fold Piling' }).focus()
    await page.keyboard.press('Enter')
    t.equal(await rows.count(), 11, 'the four tasks of a phase are folded away by keyboard')
    t.equal(await page.getByRole('button', { name: 'Fold Piling' }).getAttribute('aria-expanded'), 'false')
    await page.getByRole('button', { name: 'Unfold all' }).click()
    await page.fill('[name=q]', 'paving of bay 2')
    t.equal(await rows.count(), 2, 'what matches and its phase')
    await page.fill('[name=q]', '')
    await page.check('[name=critical]')
    t.equal(await rows.count(), 12, 'nine critical tasks and three phases')
    await page.uncheck('[name=critical]')
    await page.selectOption('[name=zoom]', 'day')
    t.ok(await page.locator('svg.axis-day').isVisible())
    t.notOk(await page.locator('svg.axis-fit').isVisible())
    const [head, bar] = await page.evaluate<[number, number]>(
      `[document.querySelector('svg.axis-day'), document.querySelector('svg.bar')].map((each) => each.getBoundingClientRect().width)`,
    )
    t.equal(head, bar, 'the header and the bars have one scale')
  })

  t.test('without violations, in both schemes, on three widths, and nothing wider than the screen', async (t) => {
    const [task] = (await ann.get(`/tasks/?project=${id}&search=Piling of bay 1`)).body.results
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const tabs = ['', 'forecast/', 'changes/', 'load/', 'check/', 'import/', 'share/', `tasks/${task.id}/?days=5`]
      for (const path of ['/', '/import/', ...tabs.map((tab) => `/projects/${id}/${tab}`)]) {
        await page.goto(app.url + path)
        t.strictSame(await violations(page), [], `${path} ${colorScheme}`)
      }
    }
    for (const width of [360, 1024, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of [`/projects/${id}/`, '/import/', `/projects/${id}/import/`, `/projects/${id}/check/`]) {
        await page.goto(app.url + path)
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${path} ${width}`)
      }
    }
  })

  t.test(
    'a picture is there once, in letters that its window can show, and the start page has no violation',
    async (t) => {
      for (const [width, shown] of [
        [390, 'narrow'],
        [820, 'medium'],
        [1440, 'wide'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${app.url}/projects/${id}/forecast/`)
        const sizes = page.locator('figure > div:visible')
        t.strictSame(new Set(await sizes.evaluateAll((all) => all.map((each) => each.className))), new Set([shown]))
        const [drawn] = await sizes
          .locator('svg')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
        const meant = Number(await sizes.locator('svg').first().getAttribute('width'))
        t.ok((drawn ?? 0) / meant > 0.85, `${width}: ${drawn} of ${meant}`)
      }
      const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const start = await stranger.newPage()
      await start.goto(app.url)
      t.strictSame(await violations(start), [])
      await stranger.close()
    },
  )

  t.test('at every zoom and width, links and the lines of days stand where the bars do', async (t) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const zoom of ['fit', 'day', 'week', 'month', 'quarter']) {
        await page.goto(`${app.url}/projects/${id}/?zoom=${zoom}`)
        const edges = (await page.evaluate(
          `['.chunk .lane', 'svg.back', 'svg.links', '.head .lane'].map((each) => {
            const { left, right } = document.querySelector('.gantt ' + each).getBoundingClientRect()
            return [Math.round(left), Math.round(right)].join(' ')
          })`,
        )) as string[]
        t.equal(new Set(edges).size, 1, `${zoom} ${width}: ${edges}`)
      }
    }
  })

  t.test('what others write is there without a reload', async (t) => {
    await page.goto(`${app.url}/projects/${id}/`)
    await page.waitForSelector('html[data-live]')
    const [task] = (await ann.get(`/tasks/?project=${id}&search=Dredging of bay 1`)).body.results
    await ann.patch(`/tasks/${task.id}/`, { name: 'Dredging of the first bay', duration: 30 })
    await app.runJobs()
    const row = page.locator(`#t-${task.id}`)
    await row.getByText('Dredging of the first bay', { exact: true }).waitFor()
    const { early_finish } = (await ann.get(`/tasks/${task.id}/`)).body
    t.equal(early_finish, '2026-02-13')
    t.match(await row.textContent(), /13 Feb 26/)
  })

  t.test('from a row to what would follow if its task slipped', async (t) => {
    await page.goto(`${app.url}/projects/${id}/`)
    await page.getByRole('link', { name: 'Piling of bay 1', exact: true }).click()
    await page.fill('[name=days]', '5')
    await page.press('[name=days]', 'Enter')
    await page.getByText('That is if it took 5 working days longer.').waitFor()
    t.match(await page.locator('[role=status]').textContent(), /The finish moves from .* 7 calendar days later/)
  })

  t.test('a long plan is drawn where one looks, and whole when it is searched, pointed into or printed', async (t) => {
    const long = await makeProject(ann, { name: 'Long plan', start_date: '2026-01-05', status_date: '2026-01-05' })
    const operations = Array.from({ length: 400 }, (_, at) => ({
      op: 'create',
      data: { name: `Bay ${at + 1}`, duration: 1 },
    }))
    const made = await ann.post(`/projects/${long.id}/tasks/bulk/`, { operations })
    t.ok(made.status < 300, JSON.stringify(made.body).slice(0, 300))
    await app.runJobs()
    const address = `${app.url}/projects/${long.id}/`
    const rows = page.locator('.chunk .row')
    const last = page.getByRole('link', { name: 'Bay 400', exact: true })
    await page.goto(address)
    t.ok((await rows.count()) < 400, 'rows far below are not there yet')
    await page.evaluate(`document.getElementById('gantt').scrollTop = 1e6`)
    await last.waitFor()
    const height = await page.evaluate(`[...document.querySelectorAll('.chunk')].at(-1).getBoundingClientRect().height`)
    t.equal(height, 50 * 26, 'and take the room of their rows')
    const id = await page.locator('.chunk .row').last().getAttribute('id')
    await page.goto('about:blank')
    await page.goto(`${address}#${id}`)
    await last.waitFor()
    await page.goto(address)
    await page.fill('[name=q]', 'bay 39')
    t.equal(await page.locator('.chunk .row:not(.hidden)').count(), 11, '39 and 390 to 399')
    await page.goto('about:blank')
    await page.goto(address)
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    t.equal(await rows.count(), 400, 'paper has them all')
    await page.emulateMedia({ media: 'print' })
    const line = `getComputedStyle(document.querySelector('.chunk .lane')).backgroundImage`
    t.match(
      await page.evaluate(line),
      /^linear-gradient\(rgb\(13, 92, 54\)/,
      'the line of the data date goes through rows on paper',
    )
    await page.emulateMedia({ media: 'screen' })
  })

  t.test('works without script', async (t) => {
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() })
    const still = await plain.newPage()
    await still.goto(`${app.url}/projects/${id}/`)
    await still.fill('[name=q]', 'piling')
    await still.selectOption('[name=zoom]', 'week')
    await still.click('#tools button')
    t.equal(await still.locator('.chunk .row').count(), 5)
    t.ok(await still.locator('svg.axis-week').isVisible())
  })
  t.strictSame(troubles, [], 'no error and nothing that the policy blocked')
})
