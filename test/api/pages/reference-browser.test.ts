import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import t from 'tap'
import { startApp } from '../../support/start-app.ts'

const CHROMIUM = '/usr/bin/chromium'
const WHAT_IF = '#tag/schedule/POST/api/v1/projects/{id}/schedule/what-if/'
const HEALTH = '#tag/operations/GET/api/v1/health/'

// A browser takes its time on a busy machine.
t.setTimeout(180_000)

t.test('the reference in a browser', { skip: existsSync(CHROMIUM) ? false : 'no Chromium here' }, async (t) => {
  const app = await startApp(t)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(60_000)
  const troubles: string[] = []
  const outside: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(app.url)) outside.push(request.url())
  })
  await page.goto(`${app.url}/api/v1/docs/${WHAT_IF}`)

  t.test('the shapes of a union can be chosen by their names', async (t) => {
    const edits = page.locator('li:has-text("made one after the other")').last()
    await edits.locator('button[aria-expanded=false]').first().click()
    await edits.getByRole('button', { name: /set_duration/ }).click()
    const names = await page.getByRole('option').allInnerTexts()
    t.equal(names.length, 14)
    t.ok(names.includes('remove_link'))
    await page.keyboard.press('Escape')
  })

  t.test('a call can be tried, and is answered by this service', async (t) => {
    await page.evaluate(`location.assign('${HEALTH}')`)
    const section = page.locator('section').filter({ hasText: '/api/v1/health/' }).last()
    await section.getByRole('button', { name: /Test Request/ }).click()
    const answered = page.waitForResponse(`${app.url}/api/v1/health/`)
    await page.getByRole('button', { name: /^Send/ }).first().click()
    t.equal((await answered).status(), 200)
  })

  t.strictSame(troubles, [], 'nothing that the policy would refuse')
  t.strictSame(outside, [], 'nothing comes from elsewhere')
})
