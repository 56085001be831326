import t, { type Test } from 'tap'
import { startApp } from '../../support/start-app.ts'
import { outlineOf, readTree } from '../../support/tree.ts'

async function setUp(t: Test) {
  const { owner, runJobs } = await startApp(t)
  const program = (await owner.post('/programs/', { name: 'Harbour' })).body.id
  const project = async (name: string): Promise<string> =>
    (await owner.post('/projects/', { name, start_date: '2026-01-05', program })).body.id
  const task = async (project: string, name: string, parent_id: string | null = null): Promise<string> =>
    (await owner.post('/tasks/', { project, name, parent_id })).body.id
  const link = async (predecessor: string, successor: string): Promise<string> => {
    const { status, body, text } = await owner.post('/dependencies/', { predecessor, successor })
    t.equal(status, 201, text)
    return body.id
  }
  const lives = async (id: string) => (await owner.get(`/dependencies/${id}/`)).status === 200
  const drop = (id: string) => owner.delete(`/projects/${id}/`)
  const restore = (id: string) => owner.post(`/projects/${id}/restore/`)
  return { owner, runJobs, project, task, link, lives, drop, restore }
}

t.test('a restored project brings its tree and its links back', async (t) => {
  const { owner, project, task, link, lives, drop, restore } = await setUp(t)
  const [quay, road] = [await project('Quay'), await project('Road')]
  const phase = await task(quay, 'phase')
  const [dig, pour] = [await task(quay, 'dig', phase), await task(quay, 'pour', phase)]
  const links = [await link(dig, pour), await link(pour, await task(road, 'pave'))]
  const before = outlineOf(await readTree(owner, quay))
  await drop(quay)
  t.equal((await restore(quay)).status, 200)
  t.same(outlineOf(await readTree(owner, quay)), before)
  for (const id of links) t.ok(await lives(id))
})

t.test('links into other projects stay away where they would close a circle with what was drawn since', async (t) => {
  const { owner, runJobs, project, task, link, lives, drop, restore } = await setUp(t)
  const [quay, road] = [await project('Quay'), await project('Road')]
  const pour = await task(quay, 'pour')
  const [pave, paint] = [await task(road, 'pave'), await task(road, 'paint')]
  const circle = [await link(pour, pave), await link(paint, pour)]
  const apart = await link(pour, await task(road, 'open'))
  await drop(quay)
  const since = await link(pave, paint)
  t.equal((await restore(quay)).status, 200)
  for (const id of circle) t.notOk(await lives(id), 'links of the circle stay away')
  for (const id of [since, apart]) t.ok(await lives(id))
  await runJobs()
  for (const id of [pour, pave, paint]) t.type((await owner.get(`/tasks/${id}/`)).body.early_start, 'string')
})

t.test('a link between two deleted projects comes back with the second of them', async (t) => {
  const { project, task, link, lives, drop, restore } = await setUp(t)
  const [quay, road] = [await project('Quay'), await project('Road')]
  const id = await link(await task(quay, 'pour'), await task(road, 'pave'))
  await drop(quay)
  await drop(road)
  await restore(quay)
  t.notOk(await lives(id))
  await restore(road)
  t.ok(await lives(id))
})
