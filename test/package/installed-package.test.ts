// The package as somebody has it who installed it: `bin/` and `dist/` below `node_modules`, where Node strips no types,
// and beside them only the packages that it depends on.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { buildPackage } from '../../package/build.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const folder = scratchFolder('svc-package-')
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

const installed = join(folder, 'node_modules', 'svc')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const harbour = join(root, 'fixtures/plans/harbour.xml')

function install(): void {
  buildPackage(join(installed, 'dist'))
  for (const path of ['bin', 'package.json']) cpSync(join(root, path), join(installed, path), { recursive: true })
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const target = join(folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    if (existsSync(join(root, 'node_modules', name))) symlinkSync(join(root, 'node_modules', name), target)
  }
  writeFileSync(join(folder, 'package.json'), '{"name":"consumer","type":"module"}')
}
install()

t.test('the manifest can be published and holds what the package needs', async (t) => {
  t.notOk(manifest.private)
  t.same(manifest.files, ['bin', 'dist', 'THIRD_PARTY_NOTICES.md'])
  t.same(manifest.bin, { svc: 'bin/svc.js' })
  const needed = manifest.dependencies
  for (const name of Object.keys(manifest.overrides))
    if (name in needed) t.ok(manifest.bundleDependencies.includes(name), `${name} brings what it is overridden with`)
})

t.test('the command schedules a plan file', async (t) => {
  const { stdout } = await run(process.execPath, [join(installed, 'bin/svc.js'), 'schedule', harbour, '--json'])
  t.match(JSON.parse(stdout), { format: 'svc-schedule/1', critical_path: ['3', '6', '7', '8', '10'] })
})

t.test('a package that is missing is named, with what to do', async (t) => {
  for (const [name, command] of [
    ['ipaddr.js', 'settings'],
    ['pino', 'serve'],
  ] as const) {
    const place = join(folder, 'node_modules', name)
    renameSync(place, join(folder, 'aside'))
    const ended = await run(process.execPath, [join(installed, 'bin/svc.js'), command]).catch((error) => error)
    renameSync(join(folder, 'aside'), place)
    t.match(ended, { code: 1, stderr: `The package ${name} is not installed: install svc anew.\n` })
  }
})

t.test('the schemas of documents come along', async (t) => {
  writeFileSync(
    join(folder, 'schemas.mjs'),
    `import plan from 'svc/schemas/svc-plan-1.json' with { type: 'json' }
    import seed from 'svc/schemas/seed-2.0.json' with { type: 'json' }
    console.log(JSON.stringify([plan.required, seed.required]))`,
  )
  const { stdout } = await run(process.execPath, ['schemas.mjs'], { cwd: folder })
  t.strictSame(JSON.parse(stdout), [
    ['format', 'start_date'],
    ['schema_version', 'program', 'projects'],
  ])
})

t.test('compute and importers are libraries', async (t) => {
  writeFileSync(
    join(folder, 'plan.mjs'),
    `import { readFileSync } from 'node:fs'
    import { checkPlan, columnsFromPlan, createComputePool, differenceOf, explainTask, PlanRefusal, schedulePlan, simulatePlan } from 'svc/compute'
    import { ImportRefusal, readPlan, writePlan } from 'svc/importers'
    const plan = readPlan(readFileSync(${JSON.stringify(harbour)}), 'harbour.xml')
    const longer = { ...plan, tasks: plan.tasks.map((task) => (task.id === '7' ? { ...task, duration: task.duration + 5 } : task)) }
    const pool = createComputePool({ threads: 1, maxQueue: 4, deadlineMs: 60_000 })
    const onThread = await pool.simulate(columnsFromPlan(plan), { runs: 200_000 })
    await pool.close()
    const refusals = []
    try { readPlan(new Uint8Array(), 'empty.csv') } catch (error) { refusals.push(error instanceof ImportRefusal && error.code) }
    try { schedulePlan({ ...plan, dependencies: [{ predecessor: '7', successor: '7' }] }) } catch (error) { refusals.push(error instanceof PlanRefusal && error.code) }
    console.log(JSON.stringify({
      finish: schedulePlan(plan).project_finish, p80: simulatePlan(plan, { runs: 100 }).p80, rules: checkPlan(plan).assessment.length,
      why: explainTask(plan, '7').task_id, moved: differenceOf(plan, longer).moved.length > 0,
      xml: (await writePlan(plan, 'mspdi')).length > 1000, runs: onThread.runs, refusals,
    }))`,
  )
  const { stdout } = await run(process.execPath, ['plan.mjs'], { cwd: folder })
  t.match(JSON.parse(stdout), {
    finish: '2026-04-10',
    p80: '2026-04-10',
    rules: 14,
    why: '7',
    moved: true,
    xml: true,
    refusals: ['empty_file', 'self_reference'],
  })
})

/** What the compiler says of a module of the consumer; empty when nothing is wrong. */
async function complaintsOf(source: string): Promise<string> {
  writeFileSync(join(folder, 'consumer.ts'), source)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"module":"nodenext","target":"es2024","lib":["es2024","dom"],"strict":true,"noEmit":true,"types":[]},"files":["consumer.ts"]}',
  )
  const compiler = join(root, 'node_modules/typescript/lib/tsc.js')
  return run(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

t.test('their types are declared, and wrong use is told', async (t) => {
  const consumer = (plan: string) =>
    `import { type Plan, schedulePlan } from 'svc/compute'
    import { readPlan } from 'svc/importers'
    const plan: Plan = ${plan}
    export const finish: string | null = schedulePlan(plan).project_finish`
  t.equal(await complaintsOf(consumer("readPlan(new Uint8Array(), 'plan.csv')")), '')
  t.match(await complaintsOf(consumer("readPlan('not bytes', 'plan.csv')")), /TS2345/)
})

t.test('the client knows the paths, bodies and replies of the API', async (t) => {
  const consumer = (path: string, body: string) =>
    `import { createClient } from 'svc/client'
    const client = createClient({ baseUrl: 'http://127.0.0.1:8000', token: async () => 'svc_1' })
    const made = await client.POST('${path}', ${body})
    export const name: string | undefined = made.data?.name`
  t.equal(await complaintsOf(consumer('/api/v1/projects/', "{ body: { name: 'Quay', start_date: '2027-03-01' } }")), '')
  t.match(
    await complaintsOf(consumer('/api/v1/projects/', "{ body: { name: 7, start_date: '2027-03-01' } }")),
    /TS2322/,
  )
  t.match(
    await complaintsOf(consumer('/api/v1/projets/', "{ body: { name: 'Quay', start_date: '2027-03-01' } }")),
    /TS2345/,
  )
})

t.test('the whole service starts from it', async (t) => {
  const dataDir = join(folder, 'data')
  const env = { PATH: process.env.PATH, SVC_DATA_DIR: dataDir, SVC_PORT: '0', SVC_LOAD_SAMPLE: 'false' }
  const service = spawn(process.execPath, [join(installed, 'bin/svc.js'), 'serve'], { env })
  const exited = once(service, 'exit')
  t.teardown(() => service.kill('SIGKILL'))
  let output = ''
  let errors = ''
  service.stderr.on('data', (bytes) => {
    errors += bytes
  })
  for await (const bytes of service.stdout) {
    output += bytes
    if (output.includes('Stop with Ctrl-C')) break
  }
  const address = /API +(http\S+)/.exec(output)?.[1]
  t.ok(address, errors)
  const ready = await fetch(`${address}readyz`)
  t.equal(ready.status, 200)
  const password = readFileSync(join(dataDir, 'owner-password'), 'utf8').trim()
  t.same(await callWithClient(new URL(address ?? '').origin, password), {
    refused: 401,
    project: 'Quay',
    task: ['Dredging', 5],
    missing: 'Not found.',
  })
  service.kill('SIGTERM')
  t.same(await exited, [0, null])
})

/** Signs in, makes a project and a task, and asks for what is not there, all by the typed client of the package. */
async function callWithClient(baseUrl: string, password: string): Promise<unknown> {
  writeFileSync(
    join(folder, 'client.mjs'),
    `import { createClient } from 'svc/client'
    const [baseUrl, password] = process.argv.slice(2)
    const anonymous = createClient({ baseUrl })
    const refused = await anonymous.GET('/api/v1/projects/')
    const signedIn = await anonymous.POST('/api/v1/auth/token/', { body: { username: 'admin', password } })
    const client = createClient({ baseUrl, token: () => signedIn.data.access })
    const project = await client.POST('/api/v1/projects/', { body: { name: 'Quay', start_date: '2027-03-01' } })
    const task = await client.POST('/api/v1/tasks/', { body: { project: project.data.id, name: 'Dredging', duration: 5 } })
    const missing = await client.GET('/api/v1/tasks/{id}/', { params: { path: { id: crypto.randomUUID() } } })
    console.log(JSON.stringify({
      refused: refused.response.status, project: project.data.name, task: [task.data.name, task.data.duration], missing: missing.error.detail,
    }))`,
  )
  const { stdout } = await run(process.execPath, ['client.mjs', baseUrl, password], { cwd: folder })
  return JSON.parse(stdout)
}
