import t from 'tap'
import { patchTaskBody } from '../../../api/tasks/task.schema.ts'
import { brokenAfter } from '../../support/invariants.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

const from = (version: number) => ({ 'X-Base-Version': String(version) })
const merged = (answer: { headers: Headers }) => answer.headers.get('x-merged-concurrent-fields')

interface Site {
  readonly app: TestApp
  readonly ann: TestUser
  readonly bob: TestUser
  readonly projectId: string
  readonly epic: string
  readonly otherEpic: string
  make(more?: object): Promise<{ id: string; at: string; server_version: number }>
}

async function startSite(t: Parameters<typeof startApp>[0]): Promise<Site> {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const project = await makeProject(ann)
  await joinProject(app, project.id, bob, 300)
  const make = async (more: object = {}) => {
    const body = { project: project.id, name: 'Dig', planned_start: '2026-02-02', duration: 5, ...more }
    const made = (await ann.post('/tasks/', body)).body
    return { id: made.id, at: `/tasks/${made.id}/`, server_version: made.server_version }
  }
  const [epic, otherEpic] = [await make({ type: 'epic' }), await make({ type: 'epic' })]
  return { app, ann, bob, projectId: project.id, epic: epic.id, otherEpic: otherEpic.id, make }
}

/** Two values of every field: the one that somebody writes meanwhile, and the one of the stale edit. */
function valuesOf(site: Site): Record<string, readonly [unknown, unknown]> {
  const days = ['duration', 'optimistic_duration', 'most_likely_duration', 'pessimistic_duration']
  const counts = ['priority_rank', 'sprint_rank', 'story_points', 'remaining_points', 'business_value', 'job_size']
  const scores = [
    'time_criticality',
    'risk_reduction',
    'reach',
    'impact',
    'confidence',
    'effort',
    'value',
    'effort_estimate',
  ]
  return {
    ...Object.fromEntries([...days, ...counts, ...scores].map((field) => [field, [7, 9]])),
    name: ['Dig deep', 'Dig wide'],
    notes: ['stony', 'wet'],
    assignee: [site.ann.account.id, site.bob.account.id],
    status: ['IN_PROGRESS', 'ON_HOLD'],
    duration_unit: ['hours', 'days'],
    structure_role: ['container', 'work'],
    percent_complete: [40, 60],
    planned_start: ['2026-02-03', '2026-02-04'],
    actual_start: ['2026-02-03', '2026-02-04'],
    actual_finish: ['2026-02-05', '2026-02-06'],
    is_milestone: [true, false],
    blocked_reason: ['no digger', 'no driver'],
    blocker_type: ['resource', 'vendor'],
    blocking_task: [site.epic, site.otherEpic],
    parent_epic: [site.epic, site.otherEpic],
    type: ['story', 'bug'],
    dor: ['refine', 'ready'],
    governance_class: ['gated', 'hybrid'],
    delivery_mode: ['scrum', 'kanban'],
  }
}

/** What a task must have before the field may be written. */
const NEEDS: Readonly<Record<string, object>> = {
  blocker_type: { blocked_reason: 'stuck' },
  blocking_task: { blocked_reason: 'stuck' },
  actual_finish: { actual_start: '2026-02-02' },
}

/** Not columns of the task, or a word about the write itself. */
const NOT_KEPT_BY_TASKS = ['owners', 'amend_reason', 'project', 'base_version', 'planned_finish', 'sprint']

t.test('a stale edit of any field that was changed meanwhile is a conflict', async (t) => {
  const site = await startSite(t)
  const values = valuesOf(site)
  t.strictSame(
    Object.keys(patchTaskBody.shape)
      .filter((field) => !NOT_KEPT_BY_TASKS.includes(field))
      .sort(),
    Object.keys(values).sort(),
    'every field is tried',
  )
  for (const [field, [theirs, mine]] of Object.entries(values)) {
    const more = NEEDS[field] ?? {}
    const task = await site.make(more)
    const base = from(task.server_version)
    const first = await site.bob.patch(task.at, { [field]: theirs })
    t.equal(first.status, 200, `${field}: ${first.text}`)
    const stale = await site.ann.patch(task.at, { [field]: mine, reach: 3 }, base)
    t.equal(stale.status, 409, `${field}: ${stale.text.slice(0, 200)}`)
    t.match(stale.body, {
      code: 'sync_conflict',
      detail: String,
      conflict_fields: field === 'reach' ? ['reach'] : [field],
      client_value: { [field]: field === 'reach' ? 3 : mine },
      server_version: first.body.server_version,
    })
    t.notOk('ambiguous' in stale.body)
    const again = await site.ann.patch(task.at, { [field]: theirs }, base)
    t.equal(again.status, 200, `${field}: what stands stored never conflicts: ${again.text.slice(0, 200)}`)
    t.equal(again.body.server_version, first.body.server_version)
    const fresh = await site.ann.patch(task.at, { name: 'Other' }, from(first.body.server_version))
    t.equal(merged(fresh), null, `${field}: nothing was changed since`)
  }
})

t.test('edits of other fields are merged, and the reply names what others changed', async (t) => {
  const { ann, bob, make } = await startSite(t)
  const task = await make()
  await bob.patch(task.at, { notes: 'stony', status: 'IN_PROGRESS' })
  await bob.put(`${task.at}constraint/`, { deadline: '2026-03-02' })
  const mine = await ann.patch(task.at, { name: 'Dig deep' }, from(task.server_version))
  t.equal(mine.status, 200)
  t.match(mine.body, { name: 'Dig deep', notes: 'stony', status: 'IN_PROGRESS', server_version: 4 })
  t.equal(merged(mine), 'actual_start,deadline,notes,status', 'what followed from their edit as well')
  const put = { project: (await ann.get(task.at)).body.project, name: 'Dig deep', reach: 4 }
  t.equal(merged(await bob.put(task.at, put, from(3))), 'name', 'a PUT that sends the name as it stands')
  t.equal((await bob.put(task.at, { ...put, name: 'Dig' }, from(3))).status, 409)
  t.notOk((await ann.patch(task.at, { notes: 'x', base_version: 1, name: 'Dig' })).body.warnings)
})

t.test('the form of constraint and deadline is guarded as well', async (t) => {
  const { ann, bob, make } = await startSite(t)
  const task = await make()
  const at = `${task.at}constraint/`
  await bob.put(at, { deadline: '2026-03-02' })
  const stale = await ann.put(at, { deadline: '2026-03-09' }, from(task.server_version))
  t.match(stale, {
    status: 409,
    body: {
      code: 'sync_conflict',
      conflict_fields: ['deadline'],
      server_value: { deadline: '2026-03-02' },
      client_value: { deadline: '2026-03-09' },
    },
  })
  const held = { deadline: '2026-03-02', constraint_type: 'SNET', constraint_date: '2026-02-09', base_version: 1 }
  t.equal(merged(await ann.put(at, held)), 'deadline')
})

t.test('the body may carry the version, and what is no version is not one', async (t) => {
  const { ann, bob, make } = await startSite(t)
  const task = await make()
  await bob.patch(task.at, { name: 'Dig deep' })
  for (const base_version of [1, '1', 0, -5]) {
    const stale = await ann.patch(task.at, { name: 'Mine', base_version })
    t.equal(stale.status, 409, String(base_version))
    t.equal(stale.body.ambiguous, Number(base_version) < 1 ? true : undefined, 'nothing is known of before the first')
    t.strictSame(stale.body.client_value, { name: 'Mine' })
    t.strictSame(stale.body.server_value, { name: 'Dig deep' })
  }
  t.equal((await ann.patch(task.at, { name: 'Mine', base_version: 2 }, from(1))).status, 409, 'the header goes first')
  for (const nothing of ['x', '1.5', '1e0', null, true, [1], {}, '', 99]) {
    const written = await ann.patch(task.at, { name: `Mine ${JSON.stringify(nothing)}`, base_version: nothing })
    t.equal(written.status, 200, `${JSON.stringify(nothing)}: ${written.text}`)
    t.notOk(written.body.warnings, 'a key that is known, and so not reported as dropped')
  }
  for (const header of ['x', '1.5', ' ', '0x1'])
    t.equal((await ann.patch(task.at, { name: `By ${header}` }, { 'X-Base-Version': header })).status, 200)
})

t.test('a target finish is an edit of the duration; hidden values stay hidden', async (t) => {
  const { ann, bob, make, app } = await startSite(t)
  const task = await make({ assignee: bob.account.id })
  await app.runJobs()
  await bob.patch(task.at, { duration: 8, blocked_reason: 'a secret' })
  await app.runJobs()
  const finish = await ann.patch(task.at, { planned_finish: '2026-02-20' }, from(task.server_version))
  t.match(finish.body, {
    code: 'sync_conflict',
    conflict_fields: ['planned_finish'],
    server_value: { planned_finish: (await ann.get(task.at)).body.scheduled_finish },
    client_value: { planned_finish: '2026-02-20' },
  })
  const reason = await ann.patch(task.at, { blocked_reason: 'my guess' }, from(task.server_version))
  t.equal(reason.status, 409)
  t.strictSame(reason.body.server_value, { blocked_reason: null }, 'for the assignee alone')
})

t.test('of writers at the same moment from one version exactly one wins', async (t) => {
  const { app, ann, bob, make } = await startSite(t)
  const task = await make()
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      (index % 2 ? ann : bob).patch(task.at, { name: `Name ${index}`, notes: 'same' }, from(task.server_version)),
    ),
  )
  t.equal(answers.filter((answer) => answer.status === 200).length, 1)
  t.equal(answers.filter((answer) => answer.body.code === 'sync_conflict').length, 15)
  const disjoint = await make()
  const fields = ['reach', 'effort', 'impact', 'value', 'job_size', 'business_value']
  const all = await Promise.all(fields.map((field) => ann.patch(disjoint.at, { [field]: 3 }, from(1))))
  t.ok(all.every((answer) => answer.status === 200))
  t.match((await ann.get(disjoint.at)).body, Object.fromEntries(fields.map((field) => [field, 3])))
  t.same(await brokenAfter(app), [])
})

t.test('rows written before changes were kept conflict wherever they differ', async (t) => {
  const { ann, make, app } = await startSite(t)
  const task = await make()
  await ann.patch(task.at, { notes: 'x' })
  await app.sql(`update tasks set field_versions = '{"*": 2147483647}' where id = $1`, [task.id])
  const stale = await ann.patch(task.at, { name: 'Mine', reach: 3 }, from(1))
  t.match(stale, { status: 409, body: { ambiguous: true, conflict_fields: ['name', 'reach'] } })
  t.equal((await ann.patch(task.at, { name: 'Dig' }, from(1))).status, 200, 'nothing differs')
  await ann.patch(task.at, { name: 'Mine' })
  t.equal((await ann.patch(task.at, { reach: 4 }, from(2))).status, 200, 'known from here on')
  t.equal((await ann.patch(task.at, { reach: 5 }, from(1))).body.ambiguous, true)
})
