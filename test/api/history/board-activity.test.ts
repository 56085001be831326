import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

interface Event {
  event_type: string
  timestamp: string
  task_id: string
  actor_id: string
  sprint_id: string | null
  changes: { field: string; old: string | null; new: string | null }[]
}

t.test('what happened on a board', async (t) => {
  const app = await startApp(t)
  const { owner } = app
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const path = `/projects/${project.id}/board/activity/`
  const read = async (query = '', user = viewer) =>
    (await user.get(path + query)).body as { results: Event[]; next_until: string | null }
  const typesOf = async (query = '') => (await read(query)).results.map((event) => event.event_type)
  const dates = { start_date: '2026-03-09', finish_date: '2026-03-20' }
  const sprint = async (name: string) =>
    (await owner.post(`/projects/${project.id}/sprints/`, { name, ...dates })).body.id
  const task = async (name: string) => (await owner.post('/tasks/', { project: project.id, name })).body.id
  const [one, two] = [await sprint('One'), await sprint('Two')]
  const [dig, pour] = [await task('Dig'), await task('Pour')]
  await owner.patch(`/tasks/${dig}/`, { sprint: one })
  await owner.patch(`/tasks/${dig}/`, { sprint: two, name: 'Dig deep' })
  await owner.patch(`/tasks/${dig}/`, { sprint: null })
  await owner.patch(`/tasks/${dig}/`, { status: 'IN_PROGRESS', blocked_reason: 'secret' })
  await member.post(`/projects/${project.id}/tasks/${dig}/comments/`, { body: 'Mud' })
  await owner.delete(`/tasks/${pour}/`)

  await t.test('is told with names, the newest first, to whoever reads the project', async (t) => {
    const { results } = await read()
    t.equal((await app.user('outsider').then((user) => user.get(path))).status, 404)
    const ofDig = results.filter((event) => event.task_id === dig)
    t.same(ofDig.map((event) => event.event_type).toSorted(), [
      'comment_added',
      'entered_sprint',
      'exited_sprint',
      'moved_sprint',
      'task_created',
      'task_updated',
    ])
    const moved = results.find((event) => event.event_type === 'moved_sprint')
    t.match(moved, { task_name: 'Dig deep', sprint_id: two, actor_id: owner.account.id, scope_change_status: null })
    t.match(moved?.changes, [
      { field: 'name', old: 'Dig', new: 'Dig deep' },
      { field: 'sprint', old: 'One', new: 'Two' },
    ])
    t.notMatch(JSON.stringify(results), /secret/)
    const times = results.map((event) => event.timestamp)
    t.same(times, times.toSorted().toReversed())
  })

  await t.test('is asked for by kind, person, sprint and time', async (t) => {
    t.same(await typesOf('?type=task_deleted'), ['task_deleted'])
    t.same(await typesOf('?type=nonsense'), [])
    t.same(await typesOf(`?actor=${member.account.id}&type=comment_added`), ['comment_added'])
    t.same(await typesOf(`?actor=${member.account.id}&type=task_deleted`), [])
    t.same((await typesOf(`?sprint=${one}`)).toSorted(), ['entered_sprint', 'moved_sprint'])
    t.same((await typesOf(`?sprint=${two}`)).toSorted(), ['exited_sprint', 'moved_sprint'])
    t.same(await typesOf('?since=2199-01-01'), [])
    t.same(await typesOf('?until=1999-01-01'), [])
    for (const [query, field] of [
      ['?since=soon', 'since'],
      ['?until=x', 'until'],
      ['?actor=me', 'actor'],
    ] as const)
      t.same(Object.keys((await viewer.get(path + query)).body), [field])
  })

  await t.test('pages follow each other without a gap and without an event twice', async (t) => {
    const all = (await read('?limit=1000')).results
    const paged: Event[] = []
    for (let until: string | null = ''; until !== null; ) {
      const page = await read(`?limit=3${until && `&until=${encodeURIComponent(until)}`}`)
      paged.push(...page.results)
      until = page.next_until
    }
    t.ok(all.length > 6)
    t.same(paged, all)
  })
})
