import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { startJobs } from '../../../jobs/main.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { startApp } from '../../support/start-app.ts'
import { svc } from '../../support/svc-command.ts'
import { HARBOUR } from './three-tasks.ts'

const folder = scratchFolder('svc-import-')
t.setTimeout(120_000)
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

const SHEET = 'ID,Name,Duration,Predecessors\n1,Survey,3,\n2,Piling,2,1\n3,,5,\n'

const importing = (args: string[], env: Record<string, string> = {}) => svc(['import', ...args], '', env)

function fileOf(name: string, content: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

/** The job process, inside this one; ended before the application closes. */
const stops: (() => Promise<void>)[] = []

async function scene(t: Test) {
  const app = await startApp(t)
  const jobs = await startJobs(app.services, app.services.config, { periodic: [] })
  stops.push(() => jobs.close())
  const project = await app.owner.post('/projects/', { name: 'Quay wall', start_date: '2026-03-02' })
  const where = ['--url', app.url]
  return {
    app,
    project: project.body as { id: string; code: string },
    where,
    env: { SVC_TOKEN: app.owner.token ?? '' },
  }
}

async function settle(): Promise<void> {
  for (const stop of stops.splice(0)) await stop()
}

t.test('a sheet goes into a project by its key, is followed to its end and told', async (t) => {
  const { app, project, where, env } = await scene(t)
  const file = fileOf('plan.csv', SHEET)
  const key = (await app.owner.get(`/projects/${project.id}/`)).body.code as string
  const first = await importing([file, '--project', key.toLowerCase(), ...where], env)
  t.equal(first.code, 0, first.stderr)
  t.match(JSON.parse(first.stdout), {
    project_id: project.id,
    status: 'done',
    summary: { tasks_created: 2, error_count: 1, row_errors: [{ row: 4, code: 'missing_name' }] },
  })
  t.match(first.stderr, /uploading \d+ bytes\n/)
  const again = await importing([file, '--project', project.id, '--no-json', ...where], env)
  t.equal(again.code, 0, again.stderr)
  t.match(again.stdout, /plan\.csv: tasks created: 2, links created: 1/)
  t.match(again.stdout, /error +1 +the row has no task name and is not imported +row 4/)
  t.equal(
    (await app.owner.get(`/tasks/?project=${project.id}`)).body.count,
    2,
    'the second call found the first import',
  )
  t.equal((await importing([file, '--project', project.id, '--again', ...where], env)).code, 0)
  t.equal((await app.owner.get(`/tasks/?project=${project.id}`)).body.count, 4, 'on purpose')
  await settle()
})

t.test('a plan file makes a new project, with its receipt and date check', async (t) => {
  const { app, where, env } = await scene(t)
  const done = await importing([HARBOUR, '--new', '--no-json', ...where], env)
  t.equal(done.code, 0, done.stderr)
  t.match(done.stdout, /tasks created: \d+/)
  t.notMatch(done.stdout, /baseline_not_imported/)
  t.match(done.stdout, /Dates: \d+ tasks compared, \d+ equal, \d+ differ\n/)
  const asJson = await importing([HARBOUR, '--new', ...where], env)
  t.match(JSON.parse(asJson.stdout).summary.date_check, { status: 'done' })
  t.equal((await app.sql('select 1 from projects')).length, 2, 'one for both calls, beside the first')
  await settle()
})

t.test('a spreadsheet makes a new project once, and none where it cannot be read', async (t) => {
  const { app, where, env } = await scene(t)
  const projects = async () =>
    (await app.sql<{ name: string }>('select name from projects order by name')).map(({ name }) => name)
  const before = await projects()
  const sheet = fileOf('Pier repairs.csv', 'ID,Name,Duration,Start\n1,Survey,3,2027-03-01\n2,Repair,5,2027-03-04\n')
  const made = await importing([sheet, '--new', ...where], env)
  t.equal(made.code, 0, made.stderr)
  const again = await importing([sheet, '--new', ...where], env)
  const { project_id: id } = JSON.parse(made.stdout)
  t.equal(JSON.parse(again.stdout).project_id, id, 'the same file is the same import')
  t.match((await app.owner.get(`/projects/${id}/`)).body, { start_date: '2027-03-01' })
  t.equal((await app.owner.get(`/tasks/?project=${id}`)).body.count, 2)
  t.equal((await projects()).length, before.length + 1)
  const cyclic = await importing([fileOf('round.csv', 'ID,Name,Predecessors\n1,A,2\n2,B,1\n'), '--new', ...where], env)
  t.equal(cyclic.code, 2)
  t.match(JSON.parse(cyclic.stdout).error, { code: 'cyclic_dependency', status: 400 })
  const empty = await importing([fileOf('nothing.csv', 'ID,Name\n'), '--new', ...where], env)
  t.equal(empty.code, 2, empty.stdout)
  t.equal((await projects()).length, before.length + 1, 'a refused file leaves no project')
  await settle()
})

t.test('what the service refuses exits with 2 and its words', async (t) => {
  const { project, where, env } = await scene(t)
  const cyclic = fileOf('cycle.csv', 'ID,Name,Predecessors\n1,A,2\n2,B,1\n')
  const dead = await importing([cyclic, '--project', project.id, ...where], env)
  t.equal(dead.code, 2)
  t.match(JSON.parse(dead.stdout), { status: 'dead', error_code: 'cyclic_dependency' })
  const deadText = await importing([cyclic, '--project', project.id, '--no-json', ...where], env)
  t.match(deadText.stdout, /^not imported \(cyclic_dependency\): /)
  const nowhere = await importing([cyclic, '--project', 'NOSUCH', ...where], env)
  t.equal(nowhere.code, 2)
  t.match(JSON.parse(nowhere.stdout), { error: { status: 404 } })
  const stranger = await importing([cyclic, '--project', project.id, ...where, '--token', 'wrong'])
  t.equal(stranger.code, 2)
  t.match(JSON.parse(stranger.stdout), { error: { status: 401 } })
  await settle()
})

t.test('plan JSON goes in as a new project, as any plan file does', async (t) => {
  const { app, where, env } = await scene(t)
  const plan = { format: 'svc-plan/1', start_date: '2026-03-02', tasks: [{ id: 'a', name: 'Dig', duration: 3 }] }
  const outcome = await importing([fileOf('p.json', JSON.stringify(plan)), '--new', ...where], env)
  t.equal(outcome.code, 0, outcome.stderr)
  const { project_id: id } = JSON.parse(outcome.stdout)
  t.match((await app.owner.get(`/tasks/?project=${id}`)).body.results, [{ name: 'Dig', duration: 3 }])
  await settle()
})

t.test('command lines that cannot be carried out are usage errors', async (t) => {
  const file = fileOf('a.csv', SHEET)
  const env = { SVC_TOKEN: 'x' }
  const cases: [string[], RegExp, Record<string, string>?][] = [
    [[file, '--project', 'A'], /needs a token/, {}],
    [[file], /--project, or make one with --new/],
    [[file, '--project', 'A', '--new'], /--project, or make one with --new/],
    [[fileOf('changes.ndjson', '{}'), '--new'], /--new takes a plan file or a spreadsheet; name the --project/],
    [['-', '--new'], /takes a file/],
    [[fileOf('p.pdf', 'x'), '--project', 'A'], /the service imports/],
    [[path.join(folder, 'absent.csv'), '--project', 'A', '--no-json'], /there is no such file/],
    [[file, '--project', 'A', '--url', 'ftp://x'], /not an http address/],
    [[file, '--project', 'A', '--timeout', 'soon'], /--timeout/],
  ]
  for (const [args, expected, given] of cases) {
    const outcome = await importing(args, given ?? env)
    t.equal(outcome.code, 2, args.join(' '))
    t.match(outcome.stderr, expected)
  }
})

t.test('a service out of reach exits with 1 after some patience', async (t) => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const outcome = await importing([HARBOUR, '--new', '--url', `http://127.0.0.1:${port}`, '--patience', '1'], {
    SVC_TOKEN: 'x',
  })
  t.equal(outcome.code, 1)
  t.match(JSON.parse(outcome.stdout), { error: { code: 'unreachable' } })
  t.match(outcome.stderr, /trying again: no service answers there; start it with `svc serve`/)
})

t.test('answers that are lost on the way lead to one import', async (t) => {
  const { app, project, where: _where, env } = await scene(t)
  const losing = await losingProxy(t, app.url)
  const file = fileOf('lost.csv', SHEET)
  const outcome = await importing([file, '--project', project.id, '--url', losing.url], env)
  t.equal(outcome.code, 0, outcome.stderr)
  t.match(outcome.stderr, /trying again/)
  t.equal(losing.lost(), 4, 'two uploads arrived whose answers were lost, and two questions')
  t.equal((await app.sql('select 1 from import_requests')).length, 1)
  t.equal((await app.owner.get(`/tasks/?project=${project.id}`)).body.count, 2)
  await settle()
})

/** Passes requests on and cuts the connection instead of passing the first answers back, twice each. */
async function losingProxy(t: Test, target: string): Promise<{ url: string; lost: () => number }> {
  const left = { POST: 2, GET: 2 }
  let lost = 0
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const method = request.method as 'GET' | 'POST'
    const answer = await fetch(`${target}${request.url}`, {
      method,
      headers: {
        authorization: request.headers.authorization ?? '',
        ...(request.headers['content-type'] ? { 'content-type': request.headers['content-type'] } : {}),
      },
      ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    })
    const text = await answer.text()
    if (left[method]-- > 0) {
      lost++
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lost: () => lost }
}

t.test('convert --check compares the dates of a file with the computed ones', async (t) => {
  const outcome = await svc(['convert', HARBOUR, '--check'])
  t.equal(outcome.code, 0, outcome.stderr)
  const check = JSON.parse(outcome.stdout)
  t.match(check, { format: 'svc-date-check/1', compared: Number, by_reason: Object })
  t.equal(check.equal + check.differing, check.compared)
  t.ok(check.compared > 0)
})
