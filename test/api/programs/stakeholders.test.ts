import t from 'tap'
import { startApp } from '../../support/start-app.ts'

t.test('people outside of the service who have a stake in a program', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
  const other = (await app.owner.post('/programs/', { name: 'Bridge' })).body.id
  const at = `/programs/${program}/external-stakeholders/`
  const member = async (role: number) => {
    const user = await app.user(`member-${role}`)
    await app.sql(
      'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
      [program, user.account.id, role],
    )
    return user
  }
  const manager = await member(300)
  const pilot = { name: 'Pilot', email: 'pilot@example.org', note: 'By phone' }

  await t.test('are put down, changed and struck out by its managers', async (t) => {
    const made = await manager.post(at, pilot)
    t.equal(made.status, 201)
    t.match(made.body, { ...pilot, created_by: 'member-300' })
    const one = `${at}${made.body.id}/`
    t.match((await manager.patch(one, { note: 'By post' })).body, { name: 'Pilot', note: 'By post' })
    await manager.post(at, { name: 'Broker', email: 'broker@example.org' })
    const list = (await manager.get(at)).body
    t.same(
      list.map((row: { name: string }) => row.name),
      ['Broker', 'Pilot'],
      'a bare list by name',
    )
    t.equal((await manager.get(`${at}?search=pil`)).body.length, 1)
    t.equal((await manager.get(`/programs/${program}/mention-reach/`)).body.external_stakeholder_count, 2)
    t.equal((await manager.get(one)).status, 200)
    t.equal((await app.owner.get(`/programs/${other}/external-stakeholders/${made.body.id}/`)).status, 404)
    t.equal((await manager.delete(one)).status, 204)
    t.equal((await manager.delete(one)).status, 404)
  })

  await t.test('have an address, each its own', async (t) => {
    await manager.post(at, pilot)
    for (const [body, field] of [
      [{ ...pilot, email: 'PILOT@example.org' }, 'email'],
      [{ ...pilot, email: 'nowhere' }, 'email'],
      [{ name: 'Pilot' }, 'email'],
      [{ ...pilot, name: ' ' }, 'name'],
      [{ ...pilot, name: 'x'.repeat(201) }, 'name'],
    ] as const) {
      const refused = await manager.post(at, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]])
    }
    t.equal((await app.owner.post(`/programs/${other}/external-stakeholders/`, pilot)).status, 201, 'in each program')
  })

  await t.test('are seen by no lower role, and stay in a closed program', async (t) => {
    for (const role of [1, 200]) {
      const user = await member(role)
      t.equal((await user.get(at)).status, 403)
      t.equal((await user.post(at, pilot)).status, 403)
    }
    t.equal((await (await app.user('outsider')).get(at)).status, 404)
    await app.owner.post(`/programs/${program}/close/`)
    t.equal((await manager.post(at, { ...pilot, email: 'new@example.org' })).status, 403)
    t.equal((await manager.get(at)).body.length, 2)
  })
})
