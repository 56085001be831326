import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { svc } from '../../support/svc-command.ts'
import { CYCLE, HARBOUR, PLAN } from './three-tasks.ts'

const LONGER = { ...PLAN, tasks: PLAN.tasks.map((task) => (task.id === 'A' ? { ...task, duration: 7 } : task)) }

const folder = scratchFolder('svc-answers-')
t.teardown(() => rmSync(folder, { recursive: true }))
function file(name: string, plan: unknown): string {
  const where = path.join(folder, name)
  writeFileSync(where, JSON.stringify(plan))
  return where
}
const A = file('a.json', PLAN)
const B = file('b.json', LONGER)

t.test('explain', async (t) => {
  const { code, stdout } = await svc(['explain', A, 'Pour'])
  t.equal(code, 0)
  const document = JSON.parse(stdout)
  t.match(document, {
    format: 'svc-explanation/1',
    task_id: 'B',
    quantity: 'early_start',
    value: '2026-01-14',
    is_critical: true,
    binding: { kind: 'predecessor_fs', source_task_id: 'A', lag_days: 2, imposed_date: '2026-01-14', is_binding: true },
  })
  t.same(
    document.chain.map((step: { task_id: string; value: string }) => [step.task_id, step.value]),
    [
      ['B', '2026-01-14'],
      ['A', '2026-01-09'],
      ['A', '2026-01-05'],
    ],
  )
  const float = await svc(['explain', '-', 'B', '--quantity', 'total_float'], JSON.stringify(PLAN))
  t.match(JSON.parse(float.stdout), { value: 0, pass: 'float', chain: [] })
  const table = await svc(['explain', A, 'B', '--no-json'])
  t.match(table.stdout, /B Pour: early start 2026-01-14, critical/)
  t.match(table.stdout, /● +after A Dig finishes +FS\+2 +2026-01-14 +2 +0/)
  t.match(table.stdout, /2026-01-05 +A Dig +early start +the project start/)
})

t.test('explain says what it cannot answer', async (t) => {
  const unknown = await svc(['explain', A, 'Z'])
  t.equal(unknown.code, 2)
  t.match(JSON.parse(unknown.stdout), { error: { code: 'invalid_graph_input', detail: 'The plan has no task "Z".' } })
  const twice = { ...PLAN, tasks: PLAN.tasks.map((task) => ({ ...task, name: 'Same' })) }
  t.match((await svc(['explain', '-', 'Same'], JSON.stringify(twice))).stdout, /3 tasks are named .*: A, B, M/)
  const quantity = await svc(['explain', A, 'B', '--quantity', 'p80'])
  t.equal(quantity.code, 2)
  t.match(quantity.stderr, /--quantity is "p80", not one of early_start/)
  t.equal((await svc(['explain', A])).code, 2)
  const cycle = await svc(['explain', '-', 'A'], JSON.stringify(CYCLE))
  t.equal(cycle.code, 2)
  t.match(JSON.parse(cycle.stdout), { error: { code: 'cyclic_dependency' } })
})

t.test('diff', async (t) => {
  const { code, stdout } = await svc(['diff', A, B])
  t.equal(code, 0)
  // Two days more put Pour on 16, 19 and 20, and Done on Wednesday 21.
  t.match(JSON.parse(stdout), {
    format: 'svc-diff/1',
    project_finish: ['2026-01-19', '2026-01-21'],
    finish_days: 2,
    steps: [
      {
        causes: [{ kind: 'duration', task: 'A', task_name: 'Dig', before: 5, after: 7 }],
        finish_days: 2,
        moved_count: 3,
      },
    ],
  })
  const table = await svc(['diff', A, B, '--no-json'])
  t.match(table.stdout, /Finish 2026-01-19 → 2026-01-21, 2 calendar days later/)
  t.match(table.stdout, /1 +A Dig: duration 5 → 7 +\+2 +3/)
  t.match((await svc(['diff', A, '-', '--no-json'], JSON.stringify(PLAN))).stdout, /Nothing was changed/)
  t.match(JSON.parse((await svc(['diff', HARBOUR, HARBOUR])).stdout), { finish_days: 0, steps: [] })
})

t.test('diff says what it cannot answer', async (t) => {
  t.equal((await svc(['diff', A])).code, 2)
  t.equal((await svc(['diff', '-', '-'])).code, 2)
  t.equal((await svc(['diff', A, path.join(folder, 'missing.json')])).code, 2)
  const refused = await svc(['diff', A, '-'], JSON.stringify(CYCLE))
  t.equal(refused.code, 2)
  t.match(JSON.parse(refused.stdout), { error: { code: 'cyclic_dependency' } })
})

t.test('lint', async (t) => {
  const { code, stdout } = await svc(['lint', A])
  t.equal(code, 0, 'findings alone fail nothing')
  const document = JSON.parse(stdout)
  t.match(document, { format: 'svc-lint/1', name: 'Three', tasks: 3, links: 2, counts: { error: 0 } })
  t.equal(document.assessment.length, 14)
  t.match(document.assessment[0], { rule: 'dcma-01-logic', status: 'failed', count: 2, total: 3, tasks: ['A', 'M'] })
  t.match(document.assessment[13], { status: 'not_measured', value: null, note: 'the plan has no baseline' })
  t.equal((await svc(['lint', A, '--fail-on', 'error'])).code, 0)
  t.equal((await svc(['lint', A, '--fail-on', 'warning'])).code, 1)
  const broken = { ...PLAN, tasks: PLAN.tasks.map((task) => ({ ...task, calendar: 'gone' })) }
  t.equal((await svc(['lint', '-', '--fail-on', 'error'], JSON.stringify(broken))).code, 1)
  const table = await svc(['lint', A, '--no-json'])
  t.match(table.stdout, /1 +✗ +Missing logic +2 of 3 \(66.7 %\) +≤ 5 % +A, M/)
  t.match(table.stdout, /14 +– +Baseline execution index +not measured: the plan has no baseline/)
  const sarif = JSON.parse((await svc(['lint', A, '--sarif'])).stdout)
  t.match(sarif, { version: '2.1.0', runs: [{ results: [{ ruleId: 'dcma-01-logic', level: 'warning' }] }] })
})

t.test('lint says what it cannot answer', async (t) => {
  t.equal((await svc(['lint'])).code, 2)
  const option = await svc(['lint', A, '--fail-on', 'info'])
  t.equal(option.code, 2)
  t.match(option.stderr, /--fail-on is "info", not error or warning/)
  const refused = await svc(['lint', '-', '--fail-on', 'error'], JSON.stringify(CYCLE))
  t.equal(refused.code, 2, 'a refused plan is not a finding')
  t.match(JSON.parse(refused.stdout), { error: { code: 'cyclic_dependency' } })
})

t.test('names of a file do not reach the terminal as commands', async (t) => {
  const evil = '\u001b]0;x\u0007'
  const plan = {
    ...PLAN,
    name: evil,
    tasks: PLAN.tasks.map((task) => ({ ...task, id: `${task.id}${evil}`, name: evil, calendar: evil, duration: 5 })),
    calendars: { [evil]: { exceptions: [{ from: '2026-01-01', to: '2026-03-01' }] } },
    dependencies: [],
  }
  const where = file('evil.json', plan)
  const tables = [
    await svc(['explain', where, `A${evil}`, '--no-json']),
    await svc(['diff', A, where, '--no-json']),
    await svc(['lint', where, '--no-json']),
  ]
  for (const { code, stdout } of tables) {
    t.equal(code, 0)
    t.notMatch(stdout, '\u001b')
    t.notMatch(stdout, '\u0007')
    t.ok(stdout.length > 100)
  }
})
