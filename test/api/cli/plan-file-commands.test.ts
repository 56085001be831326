import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { smallSeed } from '../../support/seeds.ts'
import { SVC, svc } from '../../support/svc-command.ts'
import { CYCLE, HARBOUR, HARBOUR_SHEET, PLAN } from './three-tasks.ts'

t.setTimeout(120_000)

/** The same days for the critical path, with an estimate for Pour. */
const ESTIMATED = {
  ...PLAN,
  tasks: PLAN.tasks.map((task) =>
    task.id === 'B' ? { ...task, optimistic_duration: 2, most_likely_duration: 3, pessimistic_duration: 9 } : task,
  ),
}

t.test('schedule prints the dates one computes by hand', async (t) => {
  const { code, stdout } = await svc(['schedule', '-'], JSON.stringify(PLAN))
  t.equal(code, 0)
  const schedule = JSON.parse(stdout)
  t.match(schedule, {
    format: 'svc-schedule/1',
    project_start: '2026-01-05',
    project_finish: '2026-01-19',
    critical_path: ['A', 'B', 'M'],
  })
  t.same(
    schedule.tasks.map((task: { id: string; early_start: string; early_finish: string }) => [
      task.id,
      task.early_start,
      task.early_finish,
    ]),
    [
      ['A', '2026-01-05', '2026-01-09'],
      ['B', '2026-01-14', '2026-01-16'],
      ['M', '2026-01-19', '2026-01-19'],
    ],
  )
})

t.test('a refused plan prints its error and exits 2', async (t) => {
  const { code, stdout } = await svc(['schedule', '-', '--json'], JSON.stringify(CYCLE))
  t.equal(code, 2)
  const { error } = JSON.parse(stdout)
  t.equal(error.code, 'cyclic_dependency')
  t.match(error.remedy, /^Remove one of the links/)
  t.equal(error.offending.at(0), error.offending.at(-1), 'the first id is repeated at the end')
  t.match(await svc(['schedule', '-'], '{"format":'), { code: 2, stdout: /invalid_graph_input/ })
  t.match(await svc(['schedule', '/nowhere/plan.json']), { code: 2, stdout: /cannot read/ })
  t.match(await svc(['schedule']), { code: 2, stderr: /takes one file/ })
  t.match(await svc(['simulate', '-', '--runs', '0']), { code: 2, stderr: /--runs/ })
})

t.test('--ndjson answers each line in order and goes on after a refusal', async (t) => {
  const lines = [PLAN, CYCLE, PLAN].map((plan) => JSON.stringify(plan)).join('\n')
  const { code, stdout, stderr } = await svc(['schedule', '-', '--ndjson', '--timings'], lines)
  t.equal(code, 2)
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.match(answers, [
    { project_finish: '2026-01-19' },
    { error: { code: 'cyclic_dependency' } },
    { project_finish: '2026-01-19' },
  ])
  const timings = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.equal(timings.length, 2)
  t.same(Object.keys(timings[0]), ['read_ms', 'parse_ms', 'build_ms', 'compute_ms', 'write_ms', 'threads', 'kernel'])
})

t.test('simulate gives the same answer for a seed, on one thread and on two', async (t) => {
  const one = await svc(['simulate', '-', '--runs', '500', '--seed', '7', '--threads', '1'], JSON.stringify(ESTIMATED))
  const two = await svc(['simulate', '-', '--runs', '500', '--seed', '7', '--threads', '2'], JSON.stringify(ESTIMATED))
  const other = await svc(['simulate', '-', '--runs', '500', '--seed', '8'], JSON.stringify(ESTIMATED))
  t.equal(one.stdout, two.stdout)
  t.not(one.stdout, other.stdout)
  const document = JSON.parse(one.stdout)
  t.match(document, { format: 'svc-simulation/1', runs: 500, seed: 7 })
  t.ok(document.p50 <= document.p80 && document.p80 <= document.p95)
  const target = JSON.parse(
    (await svc(['simulate', '-', '--target-date', '2026-01-01'], JSON.stringify(ESTIMATED))).stdout,
  )
  t.equal(target.chance_by_target, 0)
})

t.test('convert writes each format, and reading it back gives an equal schedule', async (t) => {
  const folder = scratchFolder('svc-cli-')
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const finishOf = async (file: string) => JSON.parse((await svc(['schedule', file])).stdout).project_finish
  // Primavera files hold neither elapsed lags nor links of summaries, which the plan from a desktop planner has.
  for (const [plan, format, ending] of [
    [HARBOUR, 'plan-json', 'json'],
    [HARBOUR, 'mspdi', 'xml'],
    [HARBOUR_SHEET, 'plan-json', 'json'],
    [HARBOUR_SHEET, 'mspdi', 'xml'],
    [HARBOUR_SHEET, 'xer', 'xer'],
    [HARBOUR_SHEET, 'pmxml', 'pmxml'],
  ] as const) {
    const out = path.join(folder, `plan.${ending}`)
    t.equal((await svc(['convert', plan, '--to', format, '--out', out])).code, 0)
    t.equal(await finishOf(out), await finishOf(plan), `${path.basename(plan)} as ${format}`)
  }
  t.match((await svc(['convert', HARBOUR, '--to', 'csv'])).stdout, /^\ufeff?ID,WBS,Name/)
  const { stdout: calendar } = await svc(['convert', HARBOUR, '--to', 'ics'])
  t.match(calendar, /^BEGIN:VCALENDAR\r\n/)
  t.match(calendar, /DTSTART;VALUE=DATE:20260302\r\nDTEND;VALUE=DATE:20260307\r\nSUMMARY:Survey & soundings/)
  t.equal((await svc(['convert', HARBOUR, '--to', 'ics'])).stdout, calendar, 'the same file gives the same calendar')
  t.match(await svc(['convert', HARBOUR, '--to', 'pdf']), { code: 2, stderr: /--to/ })
})

t.test('how large a file may be is a limit of the service and not of the command', async (t) => {
  const folder = scratchFolder('svc-large-')
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const notes = 'n'.repeat(900_000)
  const tasks = Array.from({ length: 60 }, (_, index) => ({ id: `${index}`, duration: 2, notes }))
  const file = path.join(folder, 'large.json')
  writeFileSync(file, JSON.stringify({ format: 'svc-plan/1', start_date: '2026-03-02', tasks }))
  const out = path.join(folder, 'large.xml')
  const converted = await svc(['convert', file, '--to', 'mspdi', '--out', out])
  t.equal(converted.code, 0, converted.stderr)
  const { code, stdout } = await svc(['schedule', out, '--json'])
  t.equal(code, 0, stdout.slice(0, 300))
  t.equal(JSON.parse(stdout).project_finish, '2026-03-03')
  const rows = Array.from({ length: 6000 }, (_, index) => `Task ${index},1`)
  const sheet = path.join(folder, 'long.csv')
  writeFileSync(sheet, ['Task,Days', ...rows].join('\n'))
  const copy = path.join(folder, 'copy.csv')
  t.equal((await svc(['convert', sheet, '--to', 'csv', '--out', copy])).code, 0)
  t.equal(readFileSync(copy, 'utf8').trim().split('\n').length, 6001)
})

t.test('convert takes many files and goes on after a refused one', async (t) => {
  const folder = scratchFolder('svc-cli-')
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const broken = path.join(folder, 'broken.xml')
  writeFileSync(broken, '<Project xmlns="http://schemas.microsoft.com/project"><Tasks><Task>')
  const { code, stderr } = await svc(['convert', broken, HARBOUR, '--out-dir', path.join(folder, 'out')])
  t.equal(code, 2)
  t.match(stderr, /1 of 2 files converted, 1 refused/)
  t.same(readdirSync(path.join(folder, 'out')).sort(), ['broken.xml.json', 'harbour.xml.json'])
  t.match(JSON.parse(readFileSync(path.join(folder, 'out/broken.xml.json'), 'utf8')), {
    error: { code: String, detail: String },
  })
})

t.test('a program seed is read like any plan, each project a phase', async (t) => {
  const folder = scratchFolder('svc-seed-')
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'tram.json')
  writeFileSync(file, JSON.stringify(smallSeed()))
  const scheduled = await svc(['schedule', file])
  t.equal(scheduled.code, 0)
  t.ok(JSON.parse(scheduled.stdout).tasks.some((task: { id: string }) => task.id === 'signals:2'))
  const converted = await svc(['convert', file, '--to', 'plan-json'])
  t.match(JSON.parse(converted.stdout), { name: 'Tram line', source: { format: 'seed' } })
  writeFileSync(file, JSON.stringify({ ...smallSeed(), projects: [] }))
  const refused = await svc(['schedule', file, '--json'])
  t.equal(refused.code, 2)
  t.match(JSON.parse(refused.stdout).error, { code: 'invalid_plan', detail: /\$\.projects: / })
})

t.test('a reader that has seen enough leaves without a complaint', async (t) => {
  const tasks = Array.from({ length: 3_000 }, (_, index) => ({ id: `T${index}`, name: `Task ${index}`, duration: 1 }))
  const plan = JSON.stringify({ ...PLAN, tasks, dependencies: [] })
  for (const [form, input] of [
    ['--json', plan],
    ['--ndjson', `${plan}\n`.repeat(5)],
  ] as const) {
    const child = spawn(process.execPath, [SVC, 'schedule', '-', form])
    let complaint = ''
    child.stderr.on('data', (bytes) => {
      complaint += bytes
    })
    child.stdout.once('data', () => child.stdout.destroy())
    child.stdin.on('error', () => undefined).end(input)
    const [code] = await once(child, 'exit')
    t.equal(complaint, '', form)
    t.equal(code, 0, form)
  }
})
