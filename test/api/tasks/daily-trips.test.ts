/** How often the service goes to the database for what planners do all day: each time costs as much as the statement. */
import t from 'tap'
import { testDatabase } from '../../support/database.ts'
import { socketOf, startProxy, throughProxy } from '../../support/proxy.ts'
import { startApp } from '../../support/start-app.ts'

t.setTimeout(180_000)

t.test('trips of requests for one task', async (t) => {
  const database = await testDatabase()
  const url = new URL(database.url)
  const proxy = await startProxy(() => socketOf(url))
  t.teardown(() => proxy.close())
  const { owner } = await startApp(t, { database: { ...database, url: throughProxy(url, proxy) } })
  const project = (await owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body.id
  const task = (await owner.post('/tasks/', { project, name: 'Piles' })).body.id
  let sent = 0
  proxy.hooks.onRequest = () => {
    sent++
    return true
  }
  /** The least of several: first ones prepare statements, and what runs beside them is counted too. */
  const tripsOf = async (work: (round: number) => Promise<unknown>) => {
    const counts: number[] = []
    for (let round = 0; round < 12; round++) {
      sent = 0
      await work(round)
      counts.push(sent)
    }
    return Math.min(...counts)
  }
  const read = () => owner.get(`/tasks/${task}/`)
  t.equal(await tripsOf(read), 2, 'account; the task')
  const rename = (round: number) => owner.patch(`/tasks/${task}/`, { name: `Piles, row ${round}` })
  t.equal(await tripsOf(rename), 7, 'account; scope; lock, row and facts; change; reading it again; event; commit')
  const create = (round: number) => owner.post('/tasks/', { project, name: `Beam ${round}` })
  t.equal(await tripsOf(create), 7, 'number with facts, last label and what the durations add up to; events with jobs')
  const keyed = (round: number) =>
    owner.post('/tasks/', { project, name: `Pier ${round}` }, { 'Idempotency-Key': `pier-${round}` })
  t.equal(await tripsOf(keyed), 7, 'the key with the scope, the kept reply with the jobs')
  const page = (number: number) => () => owner.get(`/tasks/?project=${project}&page_size=5&page=${number}`)
  t.equal(await tripsOf(page(1)), 4, 'account; project; ids; rows')
  t.equal(await tripsOf(page(2)), 3, 'ids are kept while nobody writes')
  const listed = (await owner.get(`/tasks/?project=${project}&page_size=13`)).body.results as { id: string }[]
  const batch = (rows: number) => (round: number) =>
    owner.post(`/projects/${project}/tasks/bulk/`, {
      operations: listed
        .slice(0, rows)
        .map(({ id }) => ({ op: 'update', id, data: { notes: `round ${round} ${rows}` } })),
    })
  const tripsOfTen = (await tripsOf(batch(13))) - (await tripsOf(batch(3)))
  t.equal(tripsOfTen, 50, 'of each row in a batch: savepoint, whether it is there, row, change, release')
})
