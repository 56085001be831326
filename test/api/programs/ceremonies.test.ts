import t from 'tap'
import { startApp } from '../../support/start-app.ts'

t.test('meetings that a program holds again and again', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
  const at = `/programs/${program}/ceremonies/`
  const member = async (role: number) => {
    const user = await app.user(`member-${role}`)
    await app.sql(
      'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
      [program, user.account.id, role],
    )
    return user
  }
  const manager = await member(300)
  const viewer = await member(1)
  const steering = { name: 'Steering', cadence_type: 'monthly', cadence_day: 'first Monday', cadence_time: '09:30' }

  await t.test('are added, read by everyone in it, changed and taken off by its managers', async (t) => {
    const made = await manager.post(at, steering)
    t.equal(made.status, 201)
    t.match(made.body, {
      ...steering,
      cadence_time: '09:30:00',
      program,
      duration_minutes: 60,
      owner_role: '',
      enabled: true,
      server_version: 1,
      created_by: manager.account.id,
    })
    const one = `${at}${made.body.id}/`
    t.match((await manager.patch(one, { duration_minutes: 45, enabled: false })).body, {
      duration_minutes: 45,
      enabled: false,
      cadence_day: 'first Monday',
      server_version: 2,
    })
    await manager.post(at, { ...steering, name: 'Architecture' })
    const { body } = await viewer.get(`${at}?page_size=1`)
    t.match(body, { count: 2, results: [{ name: 'Architecture' }] })
    t.equal((await viewer.get(one)).status, 200)
    t.equal((await viewer.post(at, { ...steering, name: 'Mine' })).status, 403)
    t.equal((await viewer.patch(one, { enabled: true })).status, 403)
    t.equal((await (await app.user('stranger')).get(at)).status, 404)
    t.equal((await manager.delete(one)).status, 204)
    t.equal((await manager.get(one)).status, 404)
  })

  await t.test('have a day and a time, unless they wait for a milestone, which clears both', async (t) => {
    const { body } = await manager.post(at, { ...steering, name: 'Gate', cadence_type: 'on_milestone' })
    t.match(body, { cadence_type: 'on_milestone', cadence_day: '', cadence_time: null })
    const one = `${at}${body.id}/`
    t.same(Object.keys((await manager.patch(one, { cadence_type: 'weekly' })).body), ['cadence_day'])
    t.match((await manager.patch(one, { cadence_type: 'weekly', cadence_day: 'Friday', cadence_time: '16:00' })).body, {
      cadence_day: 'Friday',
      cadence_time: '16:00:00',
    })
    t.same(Object.keys((await manager.patch(one, { cadence_time: null })).body), ['cadence_time'])
    t.match((await manager.patch(one, { cadence_type: 'on_milestone' })).body, { cadence_day: '', cadence_time: null })
  })

  await t.test('keep their past beside that of the program, also when they are taken off', async (t) => {
    await app.owner.patch(`/programs/${program}/`, { description: 'All quays' })
    const { body } = await manager.get(`/programs/${program}/history/`)
    const told = body.results.map(({ object_type, history_type, diff }: Record<string, string>) => [
      `${object_type} ${history_type}`,
      ...(diff as unknown as { field: string; old: unknown; new: unknown }[]).map(
        (one) => `${one.field}: ${one.old} -> ${one.new}`,
      ),
    ])
    t.same(told[0], ['program ~', 'description:  -> All quays'])
    const [gone, came] = ['-', '+'].map((type) => told.find(([what]: string[]) => what === `ceremony ${type}`))
    t.ok(gone.includes('name: Steering -> null') && gone.includes('duration_minutes: 45 -> null'), gone.join())
    t.ok(came.includes('name: null -> Gate'), came.join())
    t.ok(told.some(([what, ...diff]: string[]) => what === 'ceremony ~' && diff.includes('duration_minutes: 60 -> 45')))
    t.same(told.at(-1), ['program +'])
    t.equal(body.results[0].history_user.id, app.owner.account.id)
    t.equal(body.results[1].history_user.id, manager.account.id)
    const seen = (await viewer.get(`/programs/${program}/history/?page_size=2&page=2`)).body
    t.match(seen, { count: body.count, results: [{ history_user: null }, { history_user: null }] })
    t.equal((await (await app.user('passer-by')).get(`/programs/${program}/history/`)).status, 404)
  })

  await t.test('carry a name of their own, and none of a sprint’s', async (t) => {
    const faults = async (body: object) => {
      const refused = await manager.post(at, { ...steering, ...body })
      return [refused.status, ...Object.keys(refused.body)]
    }
    await manager.post(at, steering)
    t.same(await faults({ name: 'STEERING' }), [400, 'name'])
    for (const name of [
      'Sprint Planning',
      'sprint-review',
      'Retrospective',
      'Daily Scrum',
      'Stand-up',
      'Scrum of Scrums',
    ])
      t.same(await faults({ name }), [400, 'name'], name)
    for (const body of [
      { duration_minutes: 4 },
      { duration_minutes: 1_441 },
      { cadence_time: '25:00' },
      { cadence_type: 'daily' },
    ])
      t.same(await faults({ name: 'Fault', ...body }), [400, Object.keys(body)[0]])
    const other = (await app.owner.post('/programs/', { name: 'Bridge' })).body.id
    t.equal((await app.owner.post(`/programs/${other}/ceremonies/`, steering)).status, 201, 'in each program')
  })
})
