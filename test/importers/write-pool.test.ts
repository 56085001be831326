import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'
import { createWritePool, WritersBusy } from '../../importers/write/pool.ts'
import { type WriteTask, type WrittenForm, writePlan } from '../../importers/write/write-plan.ts'

const FORMS: readonly WrittenForm[] = ['mspdi', 'json', 'csv', 'xlsx', 'ics']
const never = new AbortController().signal

function taskOf(form: WrittenForm, count: number): WriteTask {
  const rows = Array.from(
    { length: count },
    (_, index) => `Task ${index} é,${1 + (index % 9)},${index > 0 ? index : ''}`,
  )
  const plan = readPlan(Buffer.from(`Name,Duration,Predecessors\n${rows.join('\n')}`), 'plan.csv')
  const dates = new Map(plan.tasks.map((task) => [task.id, { start: '2026-03-02', finish: '2026-03-03' }]))
  return { form, plan, dates, feed: { feedId: 'feed', stamp: new Date(0) } }
}

t.test('a large plan is written on a thread, to the same bytes, while others get their turn', async (t) => {
  const pool = createWritePool({ threads: 1, heapMb: 256, maxQueue: 8 })
  t.teardown(() => pool.close())
  for (const form of FORMS) {
    const task = taskOf(form, 2000)
    const written = Buffer.from(await pool.write(task, never))
    // A workbook holds the moment of its making.
    if (form === 'xlsx') t.equal(readPlan(written, 'plan.xlsx').tasks.length, 2000)
    else t.ok(written.equals(await writePlan(task)), form)
  }
  t.equal(pool.completed(), FORMS.length)
  t.ok((await pool.write(taskOf('csv', 20), never)).length > 0)
  t.equal(pool.completed(), FORMS.length, 'a small one needs no thread')
})

t.test('who goes away ends the writing; who comes too late is told so', async (t) => {
  const pool = createWritePool({ threads: 1, heapMb: 256, maxQueue: 1 })
  t.teardown(() => pool.close())
  const task = taskOf('xlsx', 4000)
  const leaving = new AbortController()
  const first = pool.write(task, leaving.signal)
  const second = pool.write(taskOf('csv', 400), never)
  t.ok((await pool.write(task, never).catch((error) => error)) instanceof WritersBusy)
  leaving.abort()
  await t.rejects(first, { name: 'AbortError' })
  t.ok((await second).length > 0)
})
