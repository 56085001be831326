import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { Layout } from '../../../api/cli/output/layout.ts'
import { Cancelled, followSimulation } from '../../../api/cli/plan-files/follow-simulation.ts'
import { simulatedInput } from '../../../api/cli/plan-files/simulated-input.ts'
import { simulationText } from '../../../api/cli/plan-files/simulation-text.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { simulate } from '../../../compute/simulation/simulate.ts'
import { createComputePool } from '../../../compute/workers/pool.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { svc } from '../../support/svc-command.ts'

const PLAN: Plan = {
  format: 'svc-plan/1',
  name: 'Quay',
  start_date: '2026-01-05',
  tasks: [
    { id: 'A', name: 'Dig', duration: 5, optimistic_duration: 3, most_likely_duration: 5, pessimistic_duration: 20 },
    { id: 'B', name: 'Pour', duration: 10 },
  ],
  dependencies: [{ predecessor: 'A', successor: 'B' }],
}
const RISKS = {
  risks: [{ id: 'Storm', probability: 0.25, delay: { distribution: 'uniform', low: 5, high: 15 }, tasks: ['B'] }],
  drivers: [{ id: 'Ground', factor: { distribution: 'pert', low: 0.9, likely: 1, high: 1.5 }, tasks: ['A', 'B'] }],
}

const folder = scratchFolder('svc-simulate-')
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
function file(name: string, value: unknown): string {
  const at = path.join(folder, name)
  writeFileSync(at, typeof value === 'string' ? value : JSON.stringify(value))
  return at
}

const WIDE: Layout = { kind: 'terminal', width: 120, isColoured: false }

t.test('threads find what those of an earlier command compiled', async (t) => {
  const env = { SVC_COMPILE_CACHE: path.join(folder, 'compiled'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const [, again] = [
    await svc(['simulate', '-'], JSON.stringify(PLAN), env),
    await svc(['simulate', '-'], JSON.stringify(PLAN), env),
  ]
  t.match(again, { code: 0, stderr: /V8 code cache for ESM \S+\/compute\/workers\/entry\.ts was accepted/ })
})

t.test('risks of a file of their own, and those of the plan', async (t) => {
  const text = JSON.stringify(PLAN)
  const bare = JSON.parse((await svc(['simulate', '-'], text)).stdout)
  t.notOk('risks' in bare || 'drivers' in bare || 'projects' in bare)
  t.ok(bare.standard_error.p80 > 0)
  t.equal(bare.confidence_curve.at(-1)[1], 100)
  const risky = JSON.parse((await svc(['simulate', '-', '--risks', file('risks.json', RISKS)], text)).stdout)
  t.match(risky, { risks: [{ id: 'Storm' }], drivers: [{ id: 'Ground' }] })
  t.ok(risky.risks[0].mean_days > 1 && risky.risks[0].mean_days < 4)
  t.ok(risky.p95 > bare.p95)
  const inPlan = JSON.parse((await svc(['simulate', '-'], JSON.stringify({ ...PLAN, ...RISKS }))).stdout)
  t.strictSame(inPlan, risky)
  const twice = await svc(
    ['simulate', '-', '--risks', file('risks.json', RISKS)],
    JSON.stringify({ ...PLAN, ...RISKS }),
  )
  t.match(twice, { code: 2, stdout: /Storm\\" is given twice/ })
})

t.test('risks that cannot be read', async (t) => {
  t.match(await svc(['simulate', '-', '--risks', '-'], '{}'), { code: 2, stderr: /--risks takes a file/ })
  t.match(await svc(['simulate', '-', '--risks', file('bad.json', '{')], '{}'), { code: 2, stderr: /not valid JSON/ })
  const wrong = file('wrong.json', { risks: [{ ...RISKS.risks[0], tasks: ['Z'] }] })
  const refused = await svc(['simulate', '-', '--risks', wrong], JSON.stringify(PLAN))
  t.match(refused, { code: 2, stdout: /invalid_graph_input.*which the plan has not/ })
})

t.test('a program file gives results by project', async (t) => {
  const program = {
    format: 'svc-program/1',
    name: 'Harbour',
    projects: [
      { key: 'quay', plan: PLAN },
      { key: 'crane', plan: { ...PLAN, start_date: '2026-01-19' } },
    ],
    links: [{ predecessor_project: 'quay', predecessor: 'B', successor_project: 'crane', successor: 'A' }],
    risks: [{ ...RISKS.risks[0], tasks: ['quay/B', 'crane/B'] }],
  }
  const { code, stdout } = await svc(['simulate', file('program.json', program), '--target-date', '2026-03-01'])
  t.equal(code, 0)
  const document = JSON.parse(stdout)
  t.match(document, {
    projects: [
      { key: 'quay', ends_last: 0 },
      { key: 'crane', ends_last: 1 },
    ],
    risks: [{ id: 'Storm' }],
  })
  t.strictSame(
    document.tasks.map(({ id }: { id: string }) => id),
    ['quay/A', 'quay/B', 'crane/A', 'crane/B'],
  )
  t.ok(document.chance_by_target > 0 && document.chance_by_target < 1 && document.chance_standard_error > 0)
  const lines = await svc(
    ['simulate', '-', '--ndjson'],
    [program, PLAN, { ...program, links: [{}] }].map((one) => JSON.stringify(one)).join('\n'),
  )
  const answers = lines.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.match(answers, [{ projects: [{}, {}] }, { p50: /2026/ }, { error: { code: 'invalid_graph_input' } }])
  t.equal(lines.code, 2)
})

t.test('Ctrl-C ends a long simulation', async (t) => {
  const pool = createComputePool({ threads: 2, maxQueue: 1, deadlineMs: 60_000 })
  t.teardown(() => pool.close())
  const listeners = process.listenerCount('SIGINT')
  const running = followSimulation(pool, columnsFromPlan(PLAN), { runs: 20_000_000, withSensitivity: false })
  setTimeout(() => process.emit('SIGINT'), 300)
  t.ok((await running.catch((error: unknown) => error)) instanceof Cancelled)
  t.equal(process.listenerCount('SIGINT'), listeners, 'the next Ctrl-C ends the process')
  const done = await followSimulation(pool, columnsFromPlan(PLAN), { runs: 5 })
  t.equal(done.runs, 5)
})

t.test('the text shows dates, marks, and what moves the finish', async (t) => {
  const input = simulatedInput({ ...PLAN, ...RISKS }, null)
  const options = { runs: 400, seed: 1, ...input.options }
  const result = simulate(buildGraph(columnsFromPlan(PLAN)), options)
  const text = simulationText(input, result, parseCivilDay('2026-02-02'), WIDE)
  t.match(text, /^Quay: 400 runs, seed 1, 2 of 2 tasks vary\n/)
  t.match(text, /P80 +2026-0\d-\d\d {2}± \d\.\d\n/)
  t.match(text, /by +2026-02-02 +\d\d\.\d % ± \d\.\d\n/)
  for (const mark of ['P50', 'P80', 'P95', 'target']) t.match(text, new RegExp(`◂ .*${mark}`), mark)
  t.match(text, /Storm +2\d\.\d %/)
  t.match(text, /Ground +0\.\d\d/)
  t.match(text, /A +Dig +0\.\d\d/)
  t.ok(text.split('\n').every((line) => line.length < 110))
})

t.test('where nothing varies the text says so, and shows neither a chance nor an error', async (t) => {
  const still = { ...PLAN, tasks: [PLAN.tasks[1]] as Plan['tasks'], dependencies: [] }
  const flat = simulatedInput(still, null)
  const result = simulate(buildGraph(flat.columns), { runs: 50, ...flat.options })
  const inTime = simulationText(flat, result, parseCivilDay('2026-02-02'), WIDE)
  t.match(inTime, /P50 +2026-01-16\n/)
  t.match(inTime, /by +2026-02-02 {2}no chance to tell: all runs end by then\n/)
  t.match(inTime, /Nothing varies: every run ends on 2026-01-16, so the runs tell no chance\./)
  t.match(inTime, /--uncertainty -10%\/\+30%/, 'and how to give uncertainty')
  t.notMatch(inTime.replace(/--uncertainty.*/, ''), /±|%|standard error/)
  t.match(simulationText(flat, result, parseCivilDay('2026-01-02'), WIDE), /all runs end later/)
  const { stdout } = await svc(['simulate', '-', '--target-date', '2026-02-02'], JSON.stringify(still))
  t.match(JSON.parse(stdout), {
    standard_error: null,
    chance_by_target: null,
    chance_standard_error: null,
    chance_unknown: /^Nothing varies/,
  })
})

t.test('what varies beside the finish is told from what does not vary', async (t) => {
  const [dig] = PLAN.tasks as Plan['tasks']
  const long = { id: 'Long', duration: 400 }
  const input = simulatedInput({ ...PLAN, tasks: [dig, long] as Plan['tasks'], dependencies: [] }, null)
  const text = simulationText(input, simulate(buildGraph(input.columns), { runs: 50 }), null, WIDE)
  t.match(text, /What varies moves the finish to no other day/)
})

t.test('a file whose links from other projects cannot come along tells no chance', async (t) => {
  const day = (uid: number, hours: number, more = '') =>
    `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>T${uid}</Name><Duration>PT${hours}H0M0S</Duration>${more}</Task>`
  const crossing =
    '<PredecessorLink><PredecessorUID>9</PredecessorUID><Type>1</Type><CrossProject>1</CrossProject></PredecessorLink>'
  const xml = `<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project"><StartDate>2026-01-05T08:00:00</StartDate><Tasks>${day(1, 40)}${day(2, 80, crossing)}</Tasks></Project>`
  const at = file('crossing.xml', xml)
  const { stdout } = await svc(['simulate', at, '--target-date', '2030-01-01'])
  t.match(JSON.parse(stdout), {
    chance_by_target: null,
    chance_unknown: /^A link from a task of another project is not in this plan, and can decide its finish/,
  })
  const input = { ...simulatedInput(PLAN, null), missingLinks: 2 }
  const text = simulationText(
    input,
    simulate(buildGraph(input.columns), { runs: 50 }),
    parseCivilDay('2030-01-01'),
    WIDE,
  )
  t.match(text, /by +2030-01-01 {2}no chance to tell\n/)
  t.match(text, /2 links from tasks of other projects are not in this plan/)
})

t.test('runs that all agree are counted, and have an error in JSON', async (t) => {
  const input = simulatedInput(PLAN, null)
  const result = simulate(buildGraph(input.columns), { runs: 400, seed: 1 })
  t.match(simulationText(input, result, parseCivilDay('2030-01-01'), WIDE), /by +2030-01-01 {2}in all of 400 runs\n/)
  t.match(simulationText(input, result, parseCivilDay('2026-01-05'), WIDE), /by +2026-01-05 {2}in none of 400 runs\n/)
  const { stdout } = await svc(['simulate', '-', '--target-date', '2030-01-01'], JSON.stringify(PLAN))
  const { chance_by_target, chance_standard_error } = JSON.parse(stdout)
  t.equal(chance_by_target, 1)
  t.ok(chance_standard_error > 0.0005 && chance_standard_error < 0.002)
})

t.test('a plan without estimates simulates with an uncertainty, which the result names', async (t) => {
  const tasks = [
    { id: 'A', duration: 20, labels: ['Site'] },
    { id: 'B', duration: 20, percent_complete: 50 },
  ]
  const text = JSON.stringify({ ...PLAN, tasks, dependencies: [{ predecessor: 'A', successor: 'B' }] })
  const run = async (...args: string[]) => JSON.parse((await svc(['simulate', '-', ...args], text)).stdout)
  const bare = await run()
  t.equal(bare.p50, bare.p95)
  t.notOk('uncertainty' in bare)
  const wide = await run('--uncertainty', '-10%/+30%')
  t.ok(wide.p95 > wide.p50)
  t.same(wide.uncertainty, [{ low_percent: -10, high_percent: 30, tasks: 2 }])
  const scoped = await run(
    '--uncertainty',
    'label=Site:-20/+50',
    '--uncertainty',
    'done>=50:-0%/+5%',
    '--correlation',
    'all:0.4',
  )
  t.same(scoped.uncertainty, [
    { low_percent: -20, high_percent: 50, label: 'Site', tasks: 1 },
    { low_percent: 0, high_percent: 5, percent_from: 50, tasks: 1 },
  ])
  t.same(scoped.correlation, { share: 0.4, within: 'all' })
  t.match(
    (await svc(['simulate', '-', '--no-json', '--uncertainty', 'wbs=1:-10%/+30%'], text)).stdout,
    /Assumed: durations of 1 tasks of 1 vary by -10 % to \+30 %/,
  )
  t.match(await svc(['simulate', '-', '--uncertainty', '10%'], text), { code: 2, stderr: /--uncertainty is "10%"/ })
  t.match(await svc(['simulate', '-', '--correlation', '0.5'], text), { code: 2, stderr: /goes with --uncertainty/ })
})
