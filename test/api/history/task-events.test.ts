import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

interface Event {
  event_type: string
  actor: { display_name: string } | null
  timestamp: string
  detail: Record<string, unknown> & { changes?: { field: string; old: unknown; new: unknown }[] }
}

t.test('the past of a task with what hangs on it', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const mia = await project.member(300, 'mia')
  const add = async (name: string) =>
    (await mia.post('/tasks/', { project: project.id, name, duration: 3 })).body.id as string
  const id = await add('Survey')
  const address = (query: string) => `/projects/${project.id}/tasks/${id}/history/${query}`
  const of = async (query: string, who = viewer) => (await who.get(address(query))).body
  const words = async (query: string, who = viewer) =>
    (await of(query, who)).results.map((event: Event) => event.event_type) as string[]

  await t.test('tells each kind that is asked for, beside the saves of the task, the newest first', async (t) => {
    const asked = async (status: number, path: string, body: object) => {
      const reply = await mia.post(path, body)
      t.equal(reply.status, status, reply.text)
      return reply.body
    }
    await asked(201, `/projects/${project.id}/tasks/${id}/comments/`, { body: 'Where is the map?' })
    await asked(201, `/projects/${project.id}/tasks/${id}/attachments/`, { external_url: 'https://example.org/map' })
    await asked(201, `/tasks/${id}/time-entries/`, { minutes: 30, entry_date: new Date().toISOString().slice(0, 10) })
    const risk = { title: 'Rain', probability: 2, impact: 3, tasks: [id] }
    await asked(201, `/projects/${project.id}/risks/`, risk)
    const after = await add('Dig')
    await asked(201, '/dependencies/', { predecessor: id, successor: after, dep_type: 'FS', lag: 0 })
    await mia.patch(`/tasks/${id}/`, { percent_complete: 50, planned_start: '2026-06-01' })
    await mia.patch(`/tasks/${id}/`, { duration: 7 })
    const all = await of('?include=all', mia)
    const seen = all.results.map((event: Event) => event.event_type)
    t.strictSame([...new Set(seen)].sort(), [
      ...['attachment_added', 'comment_added', 'dependency_added', 'duration_changed', 'fields_changed'],
      ...['risk_added', 'task_created', 'time_logged'],
    ])
    t.match(all, { next_until: null, count_truncated: false })
    const times = all.results.map((event: Event) => event.timestamp)
    t.strictSame(times, [...times].sort().reverse())
    t.notOk((await words('?include=all')).includes('time_logged'), 'hours are told to who worked them')
    t.strictSame([...new Set(await words('?include=risks,comments'))].sort(), [
      ...['comment_added', 'fields_changed', 'risk_added', 'task_created'],
    ])
    const changed = (await of('?include=comments')).results.find(
      (event: Event) => event.event_type === 'fields_changed',
    )
    t.match(changed, {
      actor: { display_name: 'mia' },
      detail: { changes: [{ field: 'duration', old: '3', new: '7' }] },
    })
  })

  await t.test('tells who was put to it, changed and taken off, with the name of the resource', async (t) => {
    const resource = (await mia.post('/resources/', { name: 'Crane' })).body
    const made = await mia.post('/task-resources/', { task: id, resource: resource.id, units: '1.00' })
    t.equal(made.status, 201, made.text)
    t.equal((await mia.patch(`/task-resources/${made.body.id}/`, { units: '0.50' })).status, 200)
    t.equal((await mia.delete(`/task-resources/${made.body.id}/`)).status, 204)
    const told = (await of('?include=resources')).results.slice(0, 3)
    t.strictSame(
      told.map((event: Event) => event.event_type),
      ['resource_removed', 'resource_changed', 'resource_assigned'],
    )
    for (const event of told) t.match(event, { actor: { display_name: 'mia' }, detail: { resource_id: resource.id } })
    const plain = (await of('')).results.slice(0, 3)
    const diffs = plain.map((row: { diff: { field: string }[] }) =>
      row.diff.sort((a, b) => (a.field < b.field ? -1 : 1)),
    )
    t.match(plain[0], { history_type: '~', history_user: 'mia' })
    t.match(diffs[0], [
      { field: 'resource', old: 'Crane', new: null },
      { field: 'units', new: null },
    ])
    t.equal(diffs[1].length, 1, 'the resource is the same')
    t.match(diffs[1], [{ field: 'units', old: /^1/, new: /^0\.5/ }])
    t.match(diffs[2], [
      { field: 'resource', old: null, new: 'Crane' },
      { field: 'units', old: null },
    ])
  })

  await t.test('is read page by page to its beginning', async (t) => {
    const whole = await words('?include=all&page_size=100')
    const read: string[] = []
    for (let until: string | null = ''; until !== null; ) {
      const page: { results: Event[]; next_until: string | null } = await of(`?include=all&page_size=2&until=${until}`)
      read.push(...page.results.map((event) => event.event_type))
      until = page.next_until
    }
    t.strictSame(read, whole)
  })

  await t.test('refuses words it does not know, instants that are none, and `until` without `include`', async (t) => {
    for (const [query, field] of [
      ['?include=weather', 'include'],
      ['?include=comments,', 'include'],
      ['?include=all&until=soon', 'until'],
      ['?until=2026-06-01T00:00:00Z', 'until'],
    ] as const) {
      const { status, body } = await viewer.get(address(query))
      t.same([status, Object.keys(body)], [400, [field]], query)
    }
  })
})
