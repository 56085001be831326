import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

interface Entry {
  id: string
  object_type: string
  object_label: string
  change_type: string
  user: { id: string } | null
  changes: { field: string; old: unknown; new: unknown }[]
}

const shortly = (entry: Entry) => [entry.object_type, entry.change_type, entry.object_label]

t.test('the changelog of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const mia = await project.member(100, 'mia')
  const viewer = await project.member(1)
  const path = `/projects/${project.id}/changelog/`
  const read = async (query = '', who = app.owner) =>
    (await who.get(path + query)).body as { results: Entry[]; next_cursor: string | null }
  const add = async (name: string) => (await mia.post('/tasks/', { project: project.id, name, duration: 2 })).body.id
  const [dig, pour] = [await add('Dig'), await add('Pour')]
  const link = { predecessor: dig, successor: pour, dep_type: 'FS', lag: 0 }
  const linkId = (await app.owner.post('/dependencies/', link)).body.id
  await app.owner.patch(`/dependencies/${linkId}/`, { lag: 3 })
  const risk = { title: 'Rain', probability: 2, impact: 3 }
  const riskId = (await mia.post(`/projects/${project.id}/risks/`, risk)).body.id
  await mia.patch(`/projects/${project.id}/risks/${riskId}/`, { status: 'CLOSED' })
  await app.runJobs()
  const relation = (await app.owner.post('/task-relations/', { source: dig, target: pour })).body.id
  await app.owner.delete(`/task-relations/${relation}/`)
  for (const audience of ['team_sm', 'team'])
    await app.owner.patch(`/projects/${project.id}/signal-privacy/`, { signal: 'throughput_rollup', audience })
  await app.owner.delete(`/tasks/${pour}/`)

  await t.test('tells of all kinds of records, the newest first', async (t) => {
    const { results, next_cursor } = await read()
    t.equal(next_cursor, null)
    t.strictSame(results.map(shortly).sort(), [
      ['dependency', 'created', 'Dig → Pour'],
      ['dependency', 'deleted', 'Dig → Pour'],
      ['dependency', 'updated', 'Dig → Pour'],
      ['project', 'created', `Project ${project.key}`],
      ['risk', 'created', 'Rain'],
      ['risk', 'updated', 'Rain'],
      ['signal_privacy_policy', 'created', 'signal privacy policy: throughput_rollup'],
      ['signal_privacy_policy', 'updated', 'signal privacy policy: throughput_rollup'],
      ['task', 'created', 'Dig'],
      ['task', 'created', 'Pour'],
      ['task', 'deleted', 'Pour'],
    ])
    const lag = results.find((entry) => entry.object_type === 'dependency' && entry.change_type === 'updated')
    t.strictSame(lag?.changes, [{ field: 'lag', old: 0, new: 3 }])
    const numbers = results.map((entry) => Number(entry.id.split(':')[1]))
    t.strictSame(
      numbers,
      numbers.toSorted((a, b) => b - a),
    )
  })

  await t.test('is filtered by kind, change, time and, for managers, by person', async (t) => {
    t.equal((await read('?object_type=risk')).results.length, 2)
    t.equal((await read('?change_type=deleted')).results.length, 2)
    t.equal((await read('?object_type=nothing')).results.length, 0)
    t.strictSame((await read('?object_type=task_relation')).results.map(shortly), [
      ['task_relation', 'deleted', 'Dig → Pour'],
      ['task_relation', 'created', 'Dig → Pour'],
    ])
    const [lowered, raised] = (await read('?object_type=signal_privacy_policy')).results
    t.same(raised && shortly(raised), ['signal_privacy_policy', 'created', 'signal privacy policy: throughput_rollup'])
    t.same(lowered?.changes, [{ field: 'audience', old: 'team_sm', new: 'team' }])
    t.equal((await read('?change_type=nothing')).results.length, 0)
    t.equal((await read('?since=2999-01-01')).results.length, 0)
    t.equal((await read('?since=2020-01-01T00:00:00Z')).results.length, 11)
    t.equal((await read(`?user=${mia.account.id}`)).results.length, 4)
    t.equal((await read(`?user=${mia.account.id}`, viewer)).results.length, 11, 'ignored for others')
    for (const bad of ['?since=yesterday', '?cursor=nobody-gave-this', '?user=me']) {
      const refused = await app.owner.get(path + bad)
      t.equal(refused.status, 400, bad)
      t.ok(Object.keys(refused.body)[0] === bad.slice(1).split('=')[0])
    }
  })

  await t.test('goes on page by page until everything was told once', async (t) => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read(`?page_size=2&cursor=${cursor}`)
      seen.push(...page.results.map((entry) => entry.id))
      cursor = page.next_cursor
    }
    t.equal(seen.length, 11)
    t.equal(new Set(seen).size, 11)
  })

  await t.test('hides who from those below the managers', async (t) => {
    t.ok((await read()).results.some((entry) => entry.user?.id === mia.account.id))
    t.ok((await read('', viewer)).results.every((entry) => entry.user === null))
  })
})
