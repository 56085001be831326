import t from 'tap'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { makeShareable, share, stranger } from './shared.ts'

const HTML = { Accept: 'text/html' }
const SHOWN = 4

/** Three phases of three tasks in a row, the first task done, and a milestone a month after all else. */
async function sharedPlan(app: TestApp, user: TestUser): Promise<string> {
  const { id } = await makeShareable(user, { start_date: '2026-01-05', status_date: '2026-01-05' })
  const make = async (body: object) => (await user.post('/tasks/', { project: id, ...body })).body.id as string
  let before = ''
  for (const phase of ['Ground', 'Walls', 'Roof']) {
    const parent = await make({ name: phase })
    for (const step of [1, 2, 3]) {
      const task = await make({ name: `${phase} ${step}`, parent_id: parent, duration: 5 })
      if (before !== '') await user.post('/dependencies/', { predecessor: before, successor: task, dep_type: 'FS' })
      before = task
    }
  }
  await make({ name: 'Handover', is_milestone: true, duration: 0, planned_start: '2026-04-01' })
  await make({ name: 'Some day', status: 'BACKLOG', duration: 300 })
  await app.runJobs()
  return id
}

t.test('a shared schedule that is cut headlines the plan and not the rows that are shown', async (t) => {
  const app = await startApp(t, { env: { SVC_SHARE_SCHEDULE_MAX_TASKS: String(SHOWN) } })
  const ann = await app.user('ann')
  const id = await sharedPlan(app, ann)
  const whole = await share(ann, id, { content_kind: 'schedule' })
  const withoutMilestones = await share(ann, id, { content_kind: 'schedule', show_milestone_dates: false })
  const read = async (path: string) => (await stranger(app).get(path)).body

  await t.test('in JSON, before the rows', async (t) => {
    const body = await read(whole.path)
    const keys = Object.keys(body)
    t.ok(keys.indexOf('truncated') < keys.indexOf('tasks') && keys.indexOf('totals') < keys.indexOf('tasks'))
    t.equal(body.tasks.length, SHOWN)
    t.match(body, {
      truncated: true,
      totals: { row_count: 13, task_count: 10, start: '2026-01-05', finish: '2026-04-01' },
    })
    t.match(body.totals, { done_count: 0, critical_count: 1 })
    const finishes = body.tasks.map((task: { early_finish: string }) => task.early_finish)
    t.ok(
      finishes.every((day: string) => day < '2026-02-01'),
      'the rows end long before',
    )
  })

  await t.test('on the page, said above the picture', async (t) => {
    const { text } = await stranger(app).get(whole.path, HTML)
    const notice = text.indexOf('Only the first 4 of 13 rows are shown')
    t.ok(notice > 0 && notice < text.indexOf('<svg') && notice < text.indexOf('class="facts"'))
    t.match(text, '<b>1 Apr 2026</b><span>finish</span>')
    t.match(text, '<b>0 of 10</b><span>tasks done</span>')
  })

  await t.test('a link without milestones counts none and tells none of their dates', async (t) => {
    t.match(await read(withoutMilestones.path), { totals: { row_count: 12, task_count: 9, finish: '2026-03-06' } })
    t.notMatch((await stranger(app).get(withoutMilestones.path, HTML)).text, /Apr 2026/)
  })

  await t.test('a phase whose tasks are cut off is still a phase', async (t) => {
    const short = await startApp(t, { env: { SVC_SHARE_SCHEDULE_MAX_TASKS: '5' } })
    const ben = await short.user('ben')
    const { path } = await share(ben, await sharedPlan(short, ben), { content_kind: 'schedule' })
    const { text } = await stranger(short).get(path, HTML)
    t.match(text, /<tr class="summary"><td>2<\/td><td>Walls/)
  })
})

t.test('a shared schedule that is whole says nothing of a cut', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { path } = await share(ann, await sharedPlan(app, ann), { content_kind: 'schedule' })
  const { body } = await stranger(app).get(path)
  t.equal(body.truncated, false)
  t.notOk('totals' in body)
  const { text } = await stranger(app).get(path, HTML)
  t.notMatch(text, /are shown/)
  t.match(text, '<b>1 Apr 2026</b><span>finish</span>')
})
