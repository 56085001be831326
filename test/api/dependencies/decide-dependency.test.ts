import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProgram, buildProject, buildTask, eventsOf, waitingRecomputes } from '../schedule/build-project.ts'

t.test('links across projects wait for the side that has to live with them', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const program = await buildProgram(app)
  const from = await buildProject(
    app,
    [
      [ann, 200],
      [bob, 1],
    ],
    { programId: program, name: 'Supply' },
  )
  const to = await buildProject(
    app,
    [
      [ann, 100],
      [bob, 200],
    ],
    { programId: program, name: 'Assembly' },
  )
  const crossing = async () => ({
    predecessor: await buildTask(app, from, { name: 'Deliver' }),
    successor: await buildTask(app, to, { name: 'Mount' }),
  })
  const pending = async () => (await ann.post('/dependencies/', await crossing())).body.id as string

  await t.test('drawn by the supplier it is pending, bears on nothing and shows cards', async (t) => {
    const made = await ann.post('/dependencies/', await crossing())
    t.equal(made.status, 201)
    t.match(made.body, {
      pending_acceptance: true,
      accepted_by: null,
      predecessor_card: { title: 'Deliver', project_id: from, project_name: 'Supply', is_critical: null },
      successor_card: { title: 'Mount', project_id: to, early_start: null },
    })
    t.match(made.body.successor_card.hex_id, /^P\d+-T-\d+$/)
    t.same(await waitingRecomputes(app), [])
    const waiting = await bob.get(`/dependencies/?pending_for_project=${to}`)
    t.match(waiting.body.results, [{ id: made.body.id }])
  })

  await t.test('the successor side accepts; both projects hear and are computed', async (t) => {
    const id = await pending()
    t.equal((await ann.post(`/dependencies/${id}/accept/`)).status, 403, 'the drawer cannot accept')
    const accepted = await bob.post(`/dependencies/${id}/accept/`)
    t.match([accepted.status, accepted.body], [200, { pending_acceptance: false, accepted_by: bob.account.id }])
    t.type(accepted.body.accepted_at, 'string')
    for (const project of [from, to]) {
      t.same((await eventsOf(app, project)).at(-1), { name: 'dependency_accepted', payload: { id } })
    }
    t.same(await waitingRecomputes(app), [`recompute:${from}`, `recompute:${to}`].sort())
    const again = await bob.post(`/dependencies/${id}/accept/`)
    t.equal(again.status, 400)
    t.ok(Array.isArray(again.body) && typeof again.body[0] === 'string', 'a bare list of messages')
    t.ok(Array.isArray((await bob.post(`/dependencies/${id}/reject/`)).body))
  })

  await t.test('the successor side rejects and the link is gone', async (t) => {
    const id = await pending()
    t.equal((await ann.post(`/dependencies/${id}/reject/`)).status, 403)
    const rejected = await bob.post(`/dependencies/${id}/reject/`)
    t.match([rejected.status, rejected.body.id], [200, id])
    t.equal((await bob.get(`/dependencies/${id}/`)).status, 404)
    t.same((await eventsOf(app, to)).at(-1), { name: 'dependency_rejected', payload: { id } })
  })

  await t.test('of two decisions at once one wins', async (t) => {
    const id = await pending()
    const answers = await Promise.all([
      bob.post(`/dependencies/${id}/accept/`),
      bob.post(`/dependencies/${id}/reject/`),
    ])
    const statuses = answers.map((answer) => answer.status)
    t.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
  })

  await t.test('drawn by the successor side it counts at once', async (t) => {
    const made = await bob.post('/dependencies/', await crossing())
    t.match([made.status, made.body], [201, { pending_acceptance: false, accepted_by: bob.account.id }])
  })

  await t.test('without authority on either side, or without a shared program, it is refused', async (t) => {
    const carl = await app.user('carl')
    for (const project of [from, to]) {
      await app.sql(
        'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, 100)',
        [project, carl.account.id],
      )
    }
    t.equal((await carl.post('/dependencies/', await crossing())).status, 403)
    const lone = await buildProject(app, [[ann, 400]])
    const stray = await ann.post('/dependencies/', {
      predecessor: await buildTask(app, from),
      successor: await buildTask(app, lone),
    })
    t.match([stray.status, Object.keys(stray.body)], [400, ['non_field_errors']])
    const hidden = await buildProject(app, [], { programId: program })
    const unseen = await ann.post('/dependencies/', {
      predecessor: await buildTask(app, from),
      successor: await buildTask(app, hidden),
    })
    t.match([unseen.status, Object.keys(unseen.body)], [400, ['successor']])
  })

  await t.test('moving a link into another project asks for consent again', async (t) => {
    const own = await buildTask(app, from)
    const inside = await ann.post('/dependencies/', { predecessor: own, successor: await buildTask(app, from) })
    t.equal(inside.body.pending_acceptance, false)
    const moved = await ann.patch(`/dependencies/${inside.body.id}/`, { successor: await buildTask(app, to) })
    t.match([moved.status, moved.body.pending_acceptance], [200, true])
  })

  await t.test('an archived side refuses decisions', async (t) => {
    const id = await pending()
    await app.sql('update projects set is_archived = true where id = $1', [to])
    t.equal((await bob.post(`/dependencies/${id}/accept/`)).status, 403)
    await app.sql('update projects set is_archived = false where id = $1', [to])
  })
})
