import t from 'tap'
import { setStage } from '../sprints/sprint-stage.ts'

t.test('what was changed of late, in numbers', async (t) => {
  const { app, project, owner, member, manager, outsider, task } = await setStage(t)
  const path = `/projects/${project.id}/history/summary/`
  const [a, b] = [await task(), await task()]
  await app.sql(`update history_rows set at = '2026-02-20T12:00:00Z'`)
  await owner.patch(`/tasks/${a}/`, { name: 'Dig deep', story_points: 5 })
  await owner.patch(`/tasks/${b}/`, { name: 'Pour' })
  await owner.patch(`/tasks/${b}/`, { story_points: 3 })
  await owner.post('/dependencies/', { predecessor: a, successor: b, dep_type: 'FS', lag: 0 })
  await owner.patch(`/projects/${project.id}/`, { description: 'Two pages' })
  const read = async (user = member, query = '') => (await user.get(path + query)).body

  t.same(await read(), {
    project_id: project.id,
    window: '7d',
    total_mutations: 5,
    by_object_type: { task: 3, project: 1, dependency: 1 },
    by_field: [
      { field: 'name', count: 2 },
      { field: 'story_points', count: 2 },
      { field: 'description', count: 1 },
    ],
    count_truncated: false,
    generated_at: '2026-03-10T12:00:00.000Z',
  })
  const untold = await read(manager)
  t.match(untold, { total_mutations: 4, by_object_type: { task: 2 } }, 'points that are not shared are no news')
  t.notOk(untold.by_field.some((one: { field: string }) => one.field.includes('points')))
  const whole = await read(member, '?window=30d&refresh=1')
  t.ok(whole.by_object_type.task === 5 && whole.window === '30d', 'further back lies what they were made with')
  const wrong = await member.get(`${path}?window=2w`)
  t.same([wrong.status, Object.keys(wrong.body)], [400, ['window']])
  t.equal((await outsider.get(path)).status, 404)
})
