import t from 'tap'
import { rollUpProgress } from '../../../api/pages/home-model.ts'
import { dayNumber, dayText } from '../../../api/pictures/time-axis.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

async function home(app: TestApp, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${app.url}/`, { method, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

t.test('without a sample the page says how to begin', async (t) => {
  const app = await startApp(t)
  const page = await home(app)
  t.equal(page.status, 200)
  t.match(page.headers.get('content-type'), /^text\/html/)
  t.match(page.text, /No sample program is loaded/)
  t.match(page.text, /\/api\/v1\/auth\/token\//)
  t.match(page.text, /href="\/api\/v1\/docs\/"/)
  t.notMatch(page.text, /<svg/)

  t.test('only GET and HEAD of the root are a page; the rest is JSON', async (t) => {
    t.equal((await home(app, {}, 'HEAD')).status, 200)
    const post = await home(app, {}, 'POST')
    t.equal(post.status, 405)
    t.equal(post.headers.get('allow'), 'GET, HEAD')
    for (const path of ['/nothing', '/index.html', '/api', '/favicon.ico', '//']) {
      const response = await fetch(app.url + path)
      t.equal(response.status, 404, path)
      t.match(await response.json(), { detail: 'Not found.' })
    }
  })
})

t.test('with the sample the page shows its schedules', async (t) => {
  const app = await startApp(t)
  t.equal((await app.owner.post('/programs/load-sample/', {})).status, 201)

  t.test('before the jobs have run it says that they are under way', async (t) => {
    const page = await home(app)
    t.match(page.text, /Its schedule is being computed/)
    t.match(page.text, /The simulation of this project has not run yet/)
    t.notMatch(page.text, /NaN|undefined|Infinity/)
  })

  await app.runJobs()

  t.test('three schedules and forecasts, a table of each, and the links between', async (t) => {
    const page = await home(app)
    t.equal(page.text.match(/aria-labelledby="project-\d-wide-title"/g)?.length, 3)
    t.equal(page.text.match(/aria-labelledby="project-\d-forecast-wide-title/g)?.length, 3)
    t.equal(page.text.match(/<details class="rows">/g)?.length, 3)
    t.match(page.text, /Between the projects/)
    t.match(page.text, /In-situ deck topping \(Berth 2 marine works\)/)
    t.match(page.text, /P80/)
    t.notMatch(page.text, /being computed|has not run yet|NaN|undefined|Infinity/)
  })

  t.test('of a project whose finish other projects can decide it tells the forecast of the program', async (t) => {
    const { text } = await home(app)
    const waiting = await app.sql<{ id: string; name: string; program_id: string }>(
      `select distinct p.id, p.name, p.program_id from dependencies d join projects p on p.id = d.successor_project_id
       where d.predecessor_project_id <> d.successor_project_id and not d.is_deleted and not d.is_pending`,
    )
    t.ok(waiting.length > 0 && waiting.length < 3)
    const { body } = await app.owner.post(`/programs/${waiting[0]!.program_id}/monte-carlo/`, {})
    const captions = [...text.matchAll(/<figcaption>(Simulated finish[^<]*)/g)].map((match) => match[1] ?? '')
    for (const { id, name } of waiting) {
      const { p50, p80, p95 } = body.projects.find((project: { id: string }) => project.id === id)
      const dates = [p50, p80, p95].map((date) => dayText(dayNumber(date)))
      const row = text.split('<tr>').find((each) => each.includes(`>${name}</a>`)) ?? ''
      const cells = [...row.matchAll(/<td>([^<]*)<\/td>/g)].map((match) => match[1])
      t.strictSame(
        cells.slice(-3),
        dates.map((date) => `${date}*`),
      )
      const of = captions.filter((caption) => /The program’s forecast/.test(caption))
      t.ok(of.some((caption) => dates.every((date) => caption.includes(date))))
    }
    t.equal(text.match(/<td>\d+ \w+ \d{4}\*<\/td>/g)?.length, 3 * waiting.length, 'and the others keep their own')
    t.equal(captions.filter((caption) => /The program’s forecast/.test(caption)).length, waiting.length)
    t.match(text, /\* The program’s forecast: the project waits for tasks of other projects/)
    t.notMatch(text, /100 % of (the )?runs|tell no chance/)
  })

  t.test('a phase of the table takes the working days from its start to its finish', async (t) => {
    const { text } = await home(app)
    const phases = [...text.matchAll(/<tr class="summary"><td>[^<]*<\/td><td>[^<]*<\/td><td class="number">(\d*)</g)]
    t.ok(phases.length > 10)
    t.ok(phases.every(([, days]) => Number(days) > 0))
    t.match(text, /those of a phase run from its start to its finish/)
  })

  t.test('it is self-contained, needs no script and its policy says so', async (t) => {
    const page = await home(app)
    const policy = page.headers.get('content-security-policy') ?? ''
    t.match(policy, /^default-src 'none'; img-src data:; style-src 'sha256-[^']+'; base-uri 'none'/)
    t.notMatch(policy, /script-src|unsafe/)
    t.notMatch(page.text, /<script|<iframe|<link rel="(?!icon)| style="| on\w+="/)
    t.notMatch(page.text, /(src|href)="(https?:)?\/\/|@import|url\((?!#)/)
    const style = /<style>([\s\S]*?)<\/style>/.exec(page.text)?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    t.ok(policy.includes(Buffer.from(digest).toString('base64')))
    t.equal(page.text.match(/<style>/g)?.length, 1, 'no second style that the policy would block')
    const ids = [...page.text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    t.equal(new Set(ids).size, ids.length, 'ids are unique, so patterns and titles resolve')
  })

  t.test('unchanged it is 304 and the same bytes; after a change it is another page', async (t) => {
    const first = await home(app)
    const etag = first.headers.get('etag')!
    t.equal((await home(app)).text, first.text)
    t.equal((await home(app, { 'If-None-Match': etag })).status, 304)
    const [task] = await app.sql<{ id: string }>("select id from tasks where external_id = 'M33'")
    t.equal((await app.owner.patch(`/tasks/${task!.id}/`, { percent_complete: 80 })).status, 200)
    t.equal((await home(app, { 'If-None-Match': etag })).status, 200)
  })

  t.test('nothing that people wrote is shown: no names, no rows, no projects of theirs', async (t) => {
    const secret = 'Secret <b>acquisition</b>'
    const [task] = await app.sql<{ id: string; project_id: string }>(
      "select id, project_id from tasks where external_id = 'M34'",
    )
    const [program] = await app.sql<{ id: string }>('select id from programs')
    t.equal((await app.owner.patch(`/tasks/${task!.id}/`, { name: secret })).status, 200)
    t.equal((await app.owner.post('/tasks/', { project: task!.project_id, name: secret, duration: 3 })).status, 201)
    t.equal((await app.owner.patch(`/projects/${task!.project_id}/`, { name: secret })).status, 200)
    const real = { name: secret, start_date: '2026-01-05', program: program!.id }
    t.equal((await app.owner.post('/projects/', real)).status, 201)
    await app.runJobs()
    const page = await home(app)
    t.equal(page.status, 200)
    t.notMatch(page.text, /Secret|acquisition/)
    t.match(page.text, /Post-dredge survey/)
  })
})

t.test('summaries weigh the progress of their leaves by duration', async (t) => {
  const progress = rollUpProgress([
    { id: 'P', parentId: null, duration: 1, percentComplete: 0 },
    { id: 'Q', parentId: 'P', duration: 1, percentComplete: 0 },
    { id: 'a', parentId: 'Q', duration: 3, percentComplete: 100 },
    { id: 'b', parentId: 'P', duration: 1, percentComplete: 0 },
  ])
  t.equal(progress.get('P'), 75)
  t.equal(progress.get('Q'), 100)
  t.notOk(progress.has('a'))
})
