import t from 'tap'
import { dayNumber, dayText } from '../../../api/pictures/time-axis.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

const PASSWORD = 'correct horse battery'

/** A browser without script: it keeps cookies and follows nothing by itself. */
class Visitor {
  private cookie = ''
  private readonly app: TestApp

  constructor(app: TestApp) {
    this.app = app
  }

  async go(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    const headers = { Cookie: this.cookie, ...init.headers }
    const response = await fetch(`${this.app.url}${path}`, { redirect: 'manual', ...init, headers })
    for (const set of response.headers.getSetCookie()) this.cookie = set.split(';')[0] as string
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  post(path: string, body: URLSearchParams | FormData, origin = new URL(this.app.url).origin) {
    return this.go(path, { method: 'POST', body, headers: { Origin: origin } })
  }

  async signIn(username: string, password = PASSWORD, next = '/') {
    return this.post('/sign-in/', new URLSearchParams({ username, password, next }))
  }
}

async function plan(user: TestUser): Promise<string> {
  const { id } = await makeProject(user, { name: 'Quay <wall>', start_date: '2026-01-05', status_date: '2026-01-05' })
  const phase = await user.post('/tasks/', { project: id, name: 'Dredging' })
  const made: string[] = []
  for (const [name, days] of [
    ['Survey', 3],
    ['Dredge', 8],
    ['Check', 2],
  ] as const) {
    const task = await user.post('/tasks/', { project: id, name, duration: days, parent_id: phase.body.id })
    const before = made.at(-1)
    if (before) await user.post('/dependencies/', { predecessor: before, successor: task.body.id, dep_type: 'FS' })
    made.push(task.body.id)
  }
  return id
}

t.test('signing in, looking at plans and signing out', async (t) => {
  const app = await startApp(t, { env: { SVC_AUTH_REFRESH_COOKIE_SECURE: 'false' } })
  const ann = await app.user('ann', { password: PASSWORD })
  const bob = await app.user('bob', { password: PASSWORD })
  const id = await plan(ann)
  await app.runJobs()
  const visitor = new Visitor(app)

  t.test('without a session every page leads to the form, and back where one was going', async (t) => {
    for (const path of [`/projects/${id}/`, `/projects/${id}/forecast/`, '/import/']) {
      const reply = await visitor.go(path)
      t.equal(reply.status, 302, path)
      t.equal(reply.headers.get('location'), `/sign-in/?next=${encodeURIComponent(path)}`)
    }
    t.match((await visitor.go('/')).text, /href="\/sign-in\/"/)
    t.equal((await visitor.post('/import/', new FormData())).status, 403)
  })

  t.test('a wrong password, a foreign form and a foreign address are refused', async (t) => {
    const wrong = await visitor.signIn('ann', 'wrong')
    t.match(wrong, { status: 401, text: /The name or the password is wrong/ })
    t.strictSame(wrong.headers.getSetCookie(), [])
    const form = new URLSearchParams({ username: 'ann', password: PASSWORD })
    t.equal((await visitor.post('/sign-in/', form, 'https://elsewhere.example')).status, 403)
    t.equal((await visitor.go('/sign-in/', { method: 'POST', body: form })).status, 403, 'no origin is none of ours')
    for (const next of ['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example']) {
      const other = await new Visitor(app).signIn('ann', PASSWORD, next)
      t.match([other.status, other.headers.get('location')], [303, '/'], next)
    }
  })

  t.test('the cookie is for pages alone, and the policy allows no inline script', async (t) => {
    const reply = await visitor.signIn('ann', PASSWORD, `/projects/${id}/`)
    t.match([reply.status, reply.headers.get('location')], [303, `/projects/${id}/`])
    const [cookie = ''] = reply.headers.getSetCookie()
    t.match(cookie, /^svc_refresh_pages=.*; Path=\/; HttpOnly; SameSite=Lax/)
    const token = /=([^;]+)/.exec(cookie)?.[1] ?? ''
    const asBearer = await fetch(`${app.url}/api/v1/auth/me/`, { headers: { Authorization: `Bearer ${token}` } })
    t.equal(asBearer.status, 401)
    const page = await visitor.go(`/projects/${id}/`)
    t.match(page.headers.get('content-security-policy'), /script-src 'self'; connect-src 'self'.*form-action 'self'/)
    t.notMatch(page.headers.get('content-security-policy'), /unsafe/)
    t.notMatch(page.text, /its baseline/, 'no word of what is not drawn')
    t.notMatch(page.text, /<script>| on\w+="| style="/)
    t.equal(page.headers.get('cache-control'), 'private, no-store')
  })

  t.test('the pages say what the API says', async (t) => {
    const home = await visitor.go('/')
    t.match(home.text, /Quay &lt;wall&gt;/)
    t.match(
      home.text,
      /<td>5 Jan 2026<\/td><td>21 Jan 2026<\/td><td>0 of 3<\/td><td>3<\/td>/,
      'when it ends and how far it is',
    )
    const page = await visitor.go(`/projects/${id}/`)
    const { body } = await ann.get(`/projects/${id}/pictures/gantt/`)
    const tasks = await ann.get(`/tasks/?project=${id}&page_size=100`)
    const finish = tasks.body.results
      .map((task: { early_finish: string }) => task.early_finish)
      .sort()
      .at(-1)
    t.equal(body.totals.finish, finish)
    t.match(body, { truncated: false, totals: { task_count: 3, done_count: 0, row_count: 4 } })
    t.ok(page.text.includes('<b>0 of 3</b><span>tasks done</span>'))
    t.equal(page.text.match(/role="row"/g)?.length, 5, 'the header, a phase and three tasks')
    t.match(page.text, /Survey: 5 Jan 2026 to 7 Jan 2026, critical/)
    const critical = await visitor.go(`/projects/${id}/?q=dredge&critical=1`)
    t.equal(critical.text.match(/role="row"/g)?.length, 3, 'what matches and its phase')
    t.match((await visitor.go(`/projects/${id}/?zoom=quarter`)).text, /class="gantt zoom-quarter"/)
  })

  t.test('a plan without estimates tells no chance, and how to give uncertainty', async (t) => {
    const page = await visitor.go(`/projects/${id}/forecast/`)
    t.match(page.text, /Nothing varies: no task has three estimates/)
    t.notMatch(page.text, /P80<|100 %/)
    const assumed = await visitor.go(`/projects/${id}/forecast/?low_percent=-10&high_percent=30&target_date=2026-01-26`)
    const asked = '?low_percent=-10&high_percent=30&target_date=2026-01-26'
    const { body } = await ann.get(`/projects/${id}/pictures/forecast/${asked}`)
    t.notOk(body.diagnostic.deterministic)
    t.match(assumed.text, /3 of 3 tasks vary/)
    t.ok(assumed.text.includes(`${Math.round(body.target.chance * 100)} % of the runs`))
    t.match(assumed.text, /Assumed, and not stored/)
    const simulated = await ann.post(`/projects/${id}/monte-carlo/`, {
      uncertainty: [{ low_percent: -10, high_percent: 30 }],
      target_date: '2026-01-26',
    })
    for (const name of ['p50', 'p80', 'p95', 'runs', 'seed']) t.equal(body[name], simulated.body[name], name)
    t.equal(body.target.chance, simulated.body.target.chance)
  })

  t.test(
    'pictures are the same bytes for the same plan, in the scheme, size and range that is asked for',
    async (t) => {
      for (const name of ['gantt', 'network', 'forecast', 'tornado']) {
        const first = await ann.get(`/projects/${id}/pictures/${name}.svg?scheme=dark`)
        t.match(first, { status: 200, text: /^<svg / }, name)
        t.equal((await ann.get(`/projects/${id}/pictures/${name}.svg?scheme=dark`)).text, first.text)
        t.notMatch(first.text, /prefers-color-scheme/)
        t.match(first.text, /Quay &lt;wall&gt;/)
      }
      const png = () =>
        fetch(`${app.url}/api/v1/projects/${id}/pictures/gantt.png?scheme=dark`, {
          headers: { Authorization: `Bearer ${ann.token}` },
        })
      const [one, two] = [await png(), await png()]
      if (one.status === 404) t.match(await one.text(), /npm install @resvg\/resvg-js/)
      else {
        t.match([one.status, one.headers.get('content-type')], [200, 'image/png'])
        t.ok(Buffer.from(await one.arrayBuffer()).equals(Buffer.from(await two.arrayBuffer())))
      }
      const cropped = await ann.get(`/projects/${id}/pictures/gantt.svg?width=900&from=2026-01-05&to=2026-01-06`)
      t.match(cropped.text, /width="900"/)
      t.match(cropped.text, /Survey/)
      t.notMatch(cropped.text, /Check/)
      t.equal((await ann.get(`/projects/${id}/pictures/gantt.svg?from=2026-01-05`)).status, 400)
    },
  )

  t.test('what the API keeps from somebody the pages keep too', async (t) => {
    const stranger = new Visitor(app)
    await stranger.signIn('bob')
    for (const tab of ['', 'forecast/', 'load/', 'check/', 'import/']) {
      const reply = await stranger.go(`/projects/${id}/${tab}`)
      t.equal(reply.status, 404, tab)
      t.notMatch(reply.text, /Quay|Dredg/)
    }
    await joinProject(app, id, bob, 100)
    t.match(await stranger.go(`/projects/${id}/`), { status: 200, text: /Dredge/ })
    t.match((await stranger.go(`/projects/${id}/load/`)).text, /Only Resource Managers and above/)
  })

  t.test('load, check and import', async (t) => {
    const load = (await visitor.go(`/projects/${id}/load/?start=2026-11-23`)).text
    t.match(load, /Nobody is on the roster.*Not in these weeks: the work is from 2026-W02 to 2026-W04/)
    const [, earlier = ''] = /href="([^"]+)">Earlier weeks</.exec(load) ?? []
    t.notMatch(load, /Later weeks/)
    t.notMatch(
      (await visitor.go(earlier)).text,
      /Not in these weeks|Earlier weeks|Later weeks/,
      'one step leads to all of it',
    )
    t.match((await visitor.go(`/projects/${id}/load/?start=2025-08-11`)).text, /start=2026-01-05">Later weeks</)
    const check = (await visitor.go(`/projects/${id}/check/`)).text
    t.match(check, /The fourteen points/)
    t.match(check, /#t-[\w-]+">(Survey|Dredge|Check)<\/a>/, 'findings name their tasks')
    const sheet = new File(['Name,Duration\nDig,3\nPour,2\n'], 'plan.csv', { type: 'text/csv' })
    const form = (intent: string) => {
      const data = new FormData()
      data.set('file', sheet)
      data.set('intent', intent)
      return data
    }
    const preview = await visitor.post(`/projects/${id}/import/`, form('preview'))
    t.match(preview, { status: 200, text: /How plan\.csv would be read/ })
    t.match(preview.text, /<b>2<\/b><span>tasks<\/span>/)
    t.notMatch(preview.text, /<details open>/)
    const shorter = form('preview')
    for (const [field, wish] of Object.entries({ header_row: '1', last_row: '2', outline: 'none', sheet: ' ' }))
      shorter.set(field, wish)
    const cut = await visitor.post(`/projects/${id}/import/`, shorter)
    t.match(cut.text, /<b>1<\/b><span>tasks<\/span>/, 'the line after the last is left out')
    t.match(
      cut.text,
      /<details open>.*name="last_row"[^>]* value="2".*<option value="none" selected>/s,
      'what was asked stays',
    )
    const count = async () => (await ann.get('/projects/')).body.count
    const before = await count()
    const first = form('preview')
    first.set('name', 'Pit')
    const shown = await visitor.post('/import/', first)
    t.match(shown, { status: 200, text: /How plan\.csv would be read/ }, 'before there is a project')
    t.match(shown.text, /name="name"[^>]* value="Pit"/, 'what was typed stays')
    for (const text of ['', 'Name,Duration\n']) {
      const bad = new FormData()
      bad.set('file', new File([text], 'none.csv'))
      bad.set('intent', 'import')
      t.equal((await visitor.post('/import/', bad)).status, 400)
    }
    t.equal(await count(), before, 'neither a preview nor a refused file leaves a project')
    const taken = await visitor.post('/import/', form('import'))
    t.equal(taken.status, 303)
    const receipt = taken.headers.get('location') ?? ''
    t.match((await visitor.go(receipt)).text, /It waits to be read/)
    await app.runJobs()
    t.match((await visitor.go(receipt)).text, /<b>2<\/b><span>tasks made/)
    const made = receipt.split('/')[2]
    t.match((await visitor.go(`/projects/${made}/import/`)).text, new RegExp(`href="${receipt}">plan\\.csv`))
    t.match((await visitor.go(`/projects/${made}/`)).text, /Pour/)
    const twice = await visitor.post('/import/', form('import'))
    t.equal(twice.headers.get('location'), receipt, 'the same file is the same project')
    const more = form('import')
    more.set('again', 'yes')
    t.not((await visitor.post('/import/', more)).headers.get('location'), receipt, 'unless one more is wanted')
    const tasks = async () => (await ann.get(`/tasks/?project=${made}`)).body.count
    const refused = await visitor.post(`/projects/${made}/import/`, form('import'))
    await app.runJobs()
    const why = (await visitor.go(refused.headers.get('location') as string)).text
    t.match(why, /Nothing was imported.*2 of 2 tasks of this file stand in the project already.*“once more” ticked/)
    t.notMatch(why, /on_repeat/)
    t.equal(await tasks(), 2)
    const added = form('import')
    added.set('again', 'yes')
    await visitor.post(`/projects/${made}/import/`, added)
    await app.runJobs()
    t.equal(await tasks(), 4, 'on purpose')
    const empty = new FormData()
    empty.set('intent', 'import')
    t.match(await visitor.post('/import/', empty), { status: 400, text: /Choose a file first/ })
  })

  t.test('a receipt is shown by kinds, with names and what to do', async (t) => {
    const task = (uid: number, name: string) =>
      `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>${name}</Name><Duration>PT36H0M0S</Duration><OutlineLevel>1</OutlineLevel></Task>`
    const held =
      '<Task><UID>3</UID><ID>3</ID><Name>Held</Name><Manual>1</Manual><Start>2026-01-07T08:00:00</Start><Finish>2026-01-07T17:00:00</Finish><Duration>PT8H0M0S</Duration><OutlineLevel>1</OutlineLevel></Task>'
    const tasks = task(1, 'Survey') + task(2, 'Pile &lt;b&gt;') + held
    const xml = `<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project"><StartDate>2026-01-05T08:00:00</StartDate><Tasks>${tasks}</Tasks></Project>`
    const data = new FormData()
    data.set('file', new File([xml], 'half.xml'))
    data.set('intent', 'import')
    const taken = await visitor.post('/import/', data)
    t.equal(taken.status, 303, taken.text)
    await app.runJobs()
    const address = taken.headers.get('location') as string
    const { text } = await visitor.go(address)
    const { summary } = (await ann.get(address.replace('/import/', '/imports/'))).body
    const rounded = summary.receipt_groups.find((group: { code: string }) => group.code === 'duration_rounded')
    t.match(text, new RegExp(`<td>2</td><td>${rounded.title}</td><td>Survey, Pile &lt;b&gt;</td>`))
    const remedies = summary.receipt_groups.flatMap((group: { remedy: string | null }) => group.remedy ?? [])
    t.ok(remedies.length > 0)
    for (const remedy of remedies) t.ok(text.includes(`<td>${remedy}</td>`), remedy)
    t.equal(text.match(/<tr><td>(warning|<b>error<\/b>)</g)?.length, summary.receipt_groups.length, 'a row a kind')
    const stranger = new Visitor(app)
    await stranger.signIn('bob')
    t.equal((await stranger.go(address)).status, 404)
    const bad = new FormData()
    bad.set('file', new File([xml.slice(0, 200)], 'cut.xml'))
    bad.set('intent', 'import')
    const refused = await visitor.post(`/projects/${id}/import/`, bad)
    await app.runJobs()
    t.match((await visitor.go(refused.headers.get('location') as string)).text, /Nothing was imported/)
  })

  t.test('a task tells why it starts then and what would follow if it took longer', async (t) => {
    const tasks = (await ann.get(`/tasks/?project=${id}&page_size=100`)).body.results
    const dredge = tasks.find((task: { name: string }) => task.name === 'Dredge')
    const page = await visitor.go(`/projects/${id}/tasks/${dredge.id}/?days=5`)
    t.equal(page.status, 200)
    t.match(page.text, /after <a href="[^"]+">Survey<\/a> finishes/, 'what decides its start')
    const asked = { edits: [{ op: 'shift_duration', task: dredge.id, days: 5 }] }
    const { body } = await ann.post(`/projects/${id}/schedule/what-if/`, asked)
    t.equal(body.finish_days, 7, 'five working days are a week of the calendar')
    t.ok(page.text.includes(`${body.finish_days} calendar days later`))
    t.equal((await ann.get(`/tasks/${dredge.id}/`)).body.duration, 8, 'nothing is stored')
    const phase = tasks.find((task: { is_summary: boolean }) => task.is_summary)
    t.match(
      (await visitor.go(`/projects/${id}/tasks/${phase.id}/?days=5`)).text,
      /A phase takes its dates from its tasks/,
    )
    const elsewhere = await makeProject(ann, { name: 'Other', start_date: '2026-01-05' })
    t.equal((await visitor.go(`/projects/${elsewhere.id}/tasks/${dredge.id}/`)).status, 404)
  })

  t.test('changes since a baseline say which of them moved the finish, and by how much', async (t) => {
    const baseline = await ann.post(`/projects/${id}/baselines/`, { name: 'Contract' })
    t.equal(baseline.status, 201)
    const [task] = (await ann.get(`/tasks/?project=${id}&search=Survey`)).body.results
    await ann.patch(`/tasks/${task.id}/`, { duration: 5 })
    await app.runJobs()
    const page = await visitor.go(`/projects/${id}/changes/`)
    const { body } = await ann.get(`/projects/${id}/schedule/diff/?from=${baseline.body.id}`)
    t.equal(body.difference.finish_days, 2)
    t.match(page.text, /The finish moved from .* 2 calendar days later\./)
    t.match(page.text, /Survey: duration 3 → 5/)
    t.match(page.text, /3 tasks moved|4 tasks moved/)
    await ann.patch(`/tasks/${task.id}/`, { duration: 3 })
    await app.runJobs()
  })

  t.test('a link is made, opened and revoked by the forms of a page', async (t) => {
    const address = `/projects/${id}/share/`
    t.match((await visitor.go(address)).text, /Allow public links/)
    t.match(await visitor.post(address, new URLSearchParams({ intent: 'allow' })), { status: 200, text: /A new link/ })
    const form = { intent: 'mint', content_kind: 'schedule', label: 'For <them>', show_milestone_dates: '1' }
    const made = await visitor.post(address, new URLSearchParams(form))
    const [, path = ''] = /value="[^"]*(\/api\/v1\/share\/schedule\/[^"]+)"/.exec(made.text) ?? []
    t.match(made.text, /For &lt;them&gt;/)
    const open = () => fetch(app.url + path, { headers: { Accept: 'text/html' } })
    t.equal((await open()).status, 200)
    const [link] = (await ann.get(`/projects/${id}/share-links/`)).body
    await visitor.post(address, new URLSearchParams({ intent: 'revoke', link: link.id }))
    t.equal((await open()).status, 410)
    t.equal((await visitor.post(address, new URLSearchParams(form), 'https://elsewhere.example')).status, 403)
  })

  t.test('pictures of the pages are those of the API', async (t) => {
    const { text } = await ann.get(`/projects/${id}/pictures/network.svg`)
    t.match(await visitor.go(`/projects/${id}/pictures/network.svg`), { status: 200, text })
  })

  t.test('runs are counted by the days on which they end', async (t) => {
    const { body } = await ann.get(`/projects/${id}/pictures/forecast/?low_percent=-10&high_percent=90`)
    const days: { date: string; count: number }[] = body.histogram
    t.equal(
      days.reduce((sum, { count }) => sum + count, 0),
      body.runs,
    )
    t.strictSame(
      days.filter(({ date }) => [0, 6].includes(new Date(date).getUTCDay())),
      [],
      'none ends on a day off',
    )
    t.ok(days.some(({ date }) => date === body.p80))
  })

  t.test(
    'of a project that waits for another the page tells the program’s forecast, and whose runs are kept',
    async (t) => {
      const program = await ann.post('/programs/', { name: 'Harbour' })
      const made = async (name: string) => {
        const fields = { name, start_date: '2026-01-05', status_date: '2026-01-05', program: program.body.id }
        const project = await makeProject(ann, fields)
        const estimates = { optimistic_duration: 2, most_likely_duration: 4, pessimistic_duration: 12 }
        const task = await ann.post('/tasks/', { project: project.id, name: `${name} it`, duration: 4, ...estimates })
        return { project: project.id, task: task.body.id }
      }
      const [first, second] = [await made('Supply'), await made('Mount')]
      const link = { predecessor: first.task, successor: second.task, dep_type: 'FS' }
      t.equal((await ann.post('/dependencies/', link)).status, 201)
      await app.runJobs()
      await ann.post(`/projects/${second.project}/monte-carlo/`, {})
      const { body } = await ann.post(`/programs/${program.body.id}/monte-carlo/`, {})
      const { p80 } = body.projects.find((project: { id: string }) => project.id === second.project)
      const { text } = await visitor.go(`/projects/${second.project}/forecast/`)
      t.match(text, /This is <a href="\/programs\/[\w-]+\/">the program’s forecast<\/a>/)
      t.ok(text.includes(`<b>${dayText(dayNumber(p80))}</b><span>P80</span>`))
      t.match(text, /Earlier forecasts<\/h2><p class="notice">These runs are of this project alone/)
      t.notMatch((await visitor.go(`/projects/${first.project}/forecast/`)).text, /program’s forecast|project alone/)
    },
  )

  t.test('links of mails lead to the task; a sign-out ends the session everywhere', async (t) => {
    const [task] = (await ann.get(`/tasks/?project=${id}`)).body.results
    const sent = await visitor.go(`/projects/${id}/tasks/${task.id}`)
    t.match([sent.status, sent.headers.get('location')], [302, `/projects/${id}/tasks/${task.id}/`])
    t.match(await visitor.go(`/projects/${id}/tasks/${task.id}/`), { status: 200, text: new RegExp(task.name) })
    const other = new Visitor(app)
    await other.signIn('ann')
    t.equal((await visitor.post('/sign-out/', new URLSearchParams())).status, 303)
    t.equal((await visitor.go(`/projects/${id}/`)).status, 302)
    t.equal((await other.go(`/projects/${id}/`)).status, 200, 'another sign-in is another session')
    await app.sql('update refresh_tokens set revoked_at = now() where account_id = $1', [ann.account.id])
    t.equal((await other.go(`/projects/${id}/`)).status, 302, 'whatever ends the session ends the page')
  })
})
