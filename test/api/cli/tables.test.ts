import t from 'tap'
import type { Layout } from '../../../api/cli/output/layout.ts'
import { tableText, textColumns } from '../../../api/cli/output/table-text.ts'
import { svc } from '../../support/svc-command.ts'
import { PLAN } from './three-tasks.ts'

const input = JSON.stringify({
  ...PLAN,
  tasks: PLAN.tasks.map((task) => ({ ...task, name: `${task.name} of the ground behind the old harbour wall` })),
})

/** The table of a schedule as a terminal of so many columns has it. */
async function tableAt(width: number): Promise<string> {
  const { code, stdout } = await svc(['schedule', '-', '--no-json'], input, { COLUMNS: String(width), NO_COLOR: '1' })
  t.equal(code, 0)
  return stdout
}

t.test('tables fit terminals of 60, 100 and 200 columns, and say what they leave out', async (t) => {
  for (const width of [60, 100, 200]) {
    const table = await tableAt(width)
    const longest = Math.max(...table.split('\n').map(textColumns))
    t.ok(longest <= width, `${longest} columns on ${width}`)
    for (const date of ['2026-01-05', '2026-01-19']) t.match(table, date)
    t.match(table, /● critical/, 'criticality in words beside the mark')
    t.match(table.replace(/\s+/g, ' '), /durations and floats are working days/)
  }
  const [narrow, wide] = [await tableAt(60), await tableAt(200)]
  t.match(narrow, /Not shown, for want of width: .*Late start/)
  t.match(narrow, /Dig of the.*…/)
  t.notMatch(wide, /Not shown/)
  t.match(wide, /Dig of the ground behind the old harbour wall/)
})

t.test('the columns that stay fit 60 columns beside long identifiers, and so does an explanation', async (t) => {
  const long = (id: string) => `QUAY-${id}-10024`
  const plan = JSON.stringify({
    ...PLAN,
    tasks: PLAN.tasks.map((task) => ({ ...task, id: long(task.id), name: `${task.name} of the harbour wall` })),
    dependencies: PLAN.dependencies.map((link) => ({
      ...link,
      predecessor: long(link.predecessor),
      successor: long(link.successor),
    })),
  })
  for (const command of [
    ['schedule', '-'],
    ['explain', '-', long('B')],
  ]) {
    const { code, stdout } = await svc([...command, '--format', 'table'], plan, { COLUMNS: '60', NO_COLOR: '1' })
    t.equal(code, 0)
    t.equal(Math.max(...stdout.split('\n').map(textColumns)) <= 60, true, stdout)
  }
})

t.test('phases are counted apart from tasks, as the critical ones are', async (t) => {
  const [first, ...others] = PLAN.tasks
  const phased = { ...PLAN, tasks: [{ id: 'P', name: 'Pit', duration: 1 }, { ...first, parent: 'P' }, ...others] }
  const { stdout } = await svc(['schedule', '-', '--no-json'], JSON.stringify(phased), { NO_COLOR: '1' })
  t.match(stdout, / 3 tasks in 1 phase, 3 critical\n/)
})

t.test('a phase takes the working days from its start to its finish, whatever the file says', async (t) => {
  const phased = {
    format: 'svc-plan/1',
    start_date: '2026-01-05',
    calendar: { working_days: [1, 2, 3, 4, 5], exceptions: [{ from: '2026-01-13', to: '2026-01-13' }] },
    tasks: [
      { id: 'P', name: 'Pit', duration: 0 },
      { id: 'A', parent: 'P', duration: 5 },
      { id: 'B', parent: 'P', duration: 3 },
      { id: 'G', name: 'Gates', duration: 4 },
      { id: 'M', parent: 'G', duration: 0 },
    ],
    dependencies: [{ predecessor: 'A', successor: 'B' }],
  }
  const ask = ['schedule', '-', '--columns', 'id,duration,early_finish', '--format']
  const { stdout } = await svc([...ask, 'csv'], JSON.stringify(phased))
  // Monday the 5th to Thursday the 15th, without two weekend days and the day off.
  t.match(stdout, /^P,8,2026-01-15\r?$/m)
  t.match(stdout, /^A,5,2026-01-09\r?$/m)
  t.match(stdout, /^G,0,/m, 'gates alone take no time')
  const table = await svc([...ask, 'table'], JSON.stringify(phased))
  t.match(table.stdout, /days of a phase are the working days from its start to its finish/)
})

t.test('a pipe gets lines as long as they are, without colour', async (t) => {
  const { stdout } = await svc(['schedule', '-', '--format', 'table'], input, {})
  t.match(stdout, /Dig of the ground behind the old harbour wall .*Late start|Late start/)
  t.notMatch(stdout, '\u001b[')
  const coloured = await svc(['schedule', '-', '--format', 'table'], input, { FORCE_COLOR: '1' })
  t.match(coloured.stdout, '\u001b[31m● critical', 'colour where it is asked for')
})

t.test('the same result as CSV, Markdown and JSON, in the columns that were asked for', async (t) => {
  const columns = ['--columns', 'id,name,early_start,total_float,is_critical']
  const csv = await svc(['schedule', '-', '--format', 'csv', ...columns], JSON.stringify(PLAN))
  t.equal(
    csv.stdout,
    'id,name,early_start,total_float,is_critical\r\nA,Dig,2026-01-05,0,true\r\nB,Pour,2026-01-14,0,true\r\nM,Done,2026-01-19,0,true\r\n',
  )
  const markdown = await svc(['schedule', '-', '--format', 'markdown', ...columns], JSON.stringify(PLAN))
  t.match(
    markdown.stdout,
    '| ID | Task | Early start | Total float | Critical |\n| :-- | :-- | :-- | --: | :-- |\n| A | Dig |',
  )
  const json = await svc(['schedule', '-', '--format', 'json', ...columns], JSON.stringify(PLAN))
  t.same(JSON.parse(json.stdout).tasks[1], {
    id: 'B',
    name: 'Pour',
    early_start: '2026-01-14',
    total_float: 0,
    is_critical: true,
  })
  const named = JSON.parse((await svc(['schedule', '-', '--names'], JSON.stringify(PLAN))).stdout)
  const plain = JSON.parse((await svc(['schedule', '-'], JSON.stringify(PLAN))).stdout)
  t.same(
    named.tasks.map(({ name }: { name: string }) => name),
    ['Dig', 'Pour', 'Done'],
  )
  for (const task of named.tasks) delete task.name
  t.same(named, plain, 'names are all that is added')
})

t.test('every command with a table writes it as CSV and Markdown', async (t) => {
  const estimates = { optimistic_duration: 2, most_likely_duration: 3, pessimistic_duration: 9 }
  const plan = JSON.stringify({
    ...PLAN,
    tasks: PLAN.tasks.map((task) => (task.id === 'B' ? { ...task, ...estimates } : task)),
  })
  const asked: [string[], RegExp][] = [
    [['explain', '-', 'B'], /^is_binding,kind,source_task_id/],
    [['lint', '-'], /^rule,severity,message,tasks,links\r\ndcma-01-logic,warning/],
    [['simulate', '-', '--runs', '20'], /^id,name,criticality,sensitivity,p80_finish\r\nA,Dig,1/],
  ]
  for (const [command, head] of asked) {
    const csv = await svc([...command, '--format', 'csv'], plan)
    t.match(csv, { code: 0, stdout: head }, String(command[0]))
    const markdown = await svc([...command, '--format', 'markdown'], plan)
    t.match(markdown, { code: 0, stdout: /\n\| :?-+:? \|/ }, String(command[0]))
  }
})

t.test('letters that take two columns are counted as two when they are cut', async (t) => {
  const layout: Layout = { kind: 'terminal', width: 30, isColoured: false }
  const table = tableText(
    [{ title: 'Task', maxWidth: 60 }, { title: 'Day' }],
    [['日本語の長い名前の作業です、もっと長い', '2026-01-05']],
    layout,
  )
  for (const line of table.split('\n')) t.ok(textColumns(line) <= 30, line)
})
