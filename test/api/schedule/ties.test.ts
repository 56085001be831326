import t, { type Test } from 'tap'
import { textKey } from '../../../api/schedule/rank-tasks.ts'
import { startApp } from '../../support/start-app.ts'
import { svc } from '../../support/svc-command.ts'
import { buildLink, buildProgram, buildProject, buildTask } from './build-project.ts'

// The start of a phase stands for its earliest leaf, so of leaves that start together one alone has to be in time for
// what waits for that start. Which one, the numbers say as texts: 10 before 3. Ids are made to say otherwise.

const FIRST_LEAF = 3
const LEAVES = 9
const LEAST = 10

interface Row {
  id: string
  short_id: string
  early_start: string
  late_start: string
  total_float: number
}

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app, [[app.owner, 400]])
  const make = async (data: object) => (await app.owner.post('/tasks/', { project, ...data })).body.id as string
  const phase = await make({ name: 'Phase' })
  const after = await make({ name: 'After', duration: 20 })
  const operations = Array.from({ length: LEAVES }, (_, at) => {
    const id = `${9 - at}0000000-0000-4000-8000-000000000000`
    return { op: 'create', id, data: { name: `Leaf ${at}`, duration: 2, parent_id: phase } }
  })
  const bulk = (operations: object[]) => app.owner.post(`/projects/${project}/tasks/bulk/`, { operations })
  t.equal((await bulk(operations)).status, 207)
  const link = (depType: string) =>
    app.owner.post('/dependencies/', { predecessor: phase, successor: after, dep_type: depType, lag: 0 })
  const rows = async () => {
    await app.runJobs()
    return (await app.owner.get(`/tasks/?project=${project}&page_size=500`)).body.results as Row[]
  }
  /** The numbers of the leaves that must not start later. */
  const held = async () =>
    (await rows())
      .map((row) => ({ number: Number(row.short_id.split('-').at(-1)), float: row.total_float }))
      .filter(({ number, float }) => number >= FIRST_LEAF && float === 0)
      .map(({ number }) => number)
  return { app, project, bulk, link, rows, held, phase, after, leaf: (at: number) => operations[at]?.id as string }
}

t.test(
  'of leaves that start together the first by the text of its number carries the start of the phase',
  async (t) => {
    const { link, held } = await setUp(t)
    t.equal((await link('SS')).status, 201)
    t.same(await held(), [LEAST])
  },
)

t.test('as it does in the export', async (t) => {
  const { app, project, link, rows } = await setUp(t)
  await link('SS')
  const stored = await rows()
  const exported = await app.owner.get(`/projects/${project}/export/plan.json`)
  const { stdout } = await svc(['schedule', '-', '--json'], exported.text)
  const line = (row: Row, number: string) => [number, row.early_start, row.late_start, row.total_float].join(' ')
  const computed = (JSON.parse(stdout).tasks as Row[]).map((row) => line(row, row.id))
  const shown = stored.map((row) => line(row, row.short_id.split('-').at(-1) as string))
  t.same(shown.sort(), computed.sort())
})

t.test('also in a plan that is kept in memory: when the link comes, when a leaf changes, goes and comes', async (t) => {
  const { app, bulk, link, held, phase, leaf } = await setUp(t)
  t.same(await held(), [], 'nothing waits for the start')
  await link('SS')
  t.same(await held(), [LEAST])
  await app.owner.patch(`/tasks/${leaf(4)}/`, { duration: 3 })
  t.same(await held(), [LEAST])
  await app.owner.delete(`/tasks/${leaf(LEAST - FIRST_LEAF)}/`)
  t.same(await held(), [11])
  const more = Array.from({ length: 89 }, () => ({
    op: 'create',
    data: { name: 'More', parent_id: phase, duration: 1 },
  }))
  t.equal((await bulk(more)).status, 207)
  t.same(await held(), [100])
})

t.test('a what-if breaks a tie as the stored dates will', async (t) => {
  const { app, project, link, held, phase, after, leaf } = await setUp(t)
  await held()
  const ask = async (edits: object[]) => {
    const { body } = await app.owner.post(`/projects/${project}/schedule/what-if/`, { edits })
    return { joined: body.joined_critical_path as string[], left: body.left_critical_path as string[] }
  }
  const linked = await ask([{ op: 'add_link', predecessor: phase, successor: after, dep_type: 'SS' }])
  const carries = linked.joined.filter((id) => id !== after)
  t.same(carries, [leaf(LEAST - FIRST_LEAF)], 'a link from the start of the phase')
  await link('SS')
  t.same(await held(), [LEAST], 'and so it is stored')
  for (const number of [LEAST, 11]) await app.owner.delete(`/tasks/${leaf(number - FIRST_LEAF)}/`)
  t.same(await held(), [FIRST_LEAF])
  const added = await ask([{ op: 'add_task', id: 'new', duration: 2, parent: phase }])
  t.same([added.joined, added.left], [['new'], [leaf(0)]], 'one more task takes the next number, 12')
})

t.test('and where projects of a program are computed together', async (t) => {
  const { app, project, link, held, leaf } = await setUp(t)
  const program = await buildProgram(app)
  const other = await buildProject(app, [[app.owner, 400]], { programId: program })
  await app.sql('update projects set program_id = $1 where id = $2', [program, project])
  await buildLink(app, leaf(0), await buildTask(app, other))
  await link('SS')
  t.same(await held(), [LEAST])
})

t.test('numbers are ordered as their texts, up to the greatest there are', async (t) => {
  const numbers = [0, 1, 2, 9, 10, 11, 19, 20, 99, 100, 101, 110, 999, 1_000, 123_456, 2_147_483_647, 214_748_364]
  const byText = numbers.map(String).sort().map(Number)
  t.same(
    [...numbers].sort((left, right) => textKey(left) - textKey(right)),
    byText,
  )
})
