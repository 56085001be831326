import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'

const NOBODY = '00000000-0000-7000-8000-000000000000'

t.test('policies and sponsorship of a program', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const cleo = await app.user('cleo')

  async function makeProgram(members: [TestUser, number][]): Promise<string> {
    const { id } = (await ann.post('/programs/', { name: 'Offshore', methodology: 'AGILE' })).body
    for (const [user, role] of members) {
      await app.sql(
        'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
        [id, user.account.id, role],
      )
    }
    return id
  }

  t.test('a member reads and a Program Manager changes the figures, while the program is open', async (t) => {
    const id = await makeProgram([
      [bob, 200],
      [cleo, 300],
    ])
    const path = `/programs/${id}/rollup-config/`
    const first = await bob.get(path)
    t.strictSame(first.body, {
      enabled_kpis: ['milestone_health', 'p80_completion', 'at_risk_tasks', 'risk_score'],
      aggregation_policy: 'worst',
      unavailable_kpis: { cost_variance: 'no_cost_data', budget_utilization: 'no_cost_data' },
    })
    t.equal((await bob.patch(path, {})).status, 403)
    const doubled = ['risk_score', 'critical_tasks', 'risk_score']
    t.match((await cleo.patch(path, { enabled_kpis: doubled })).body, {
      enabled_kpis: ['risk_score', 'critical_tasks'],
      aggregation_policy: 'worst',
    })
    t.match((await cleo.patch(path, { aggregation_policy: 'average' })).body, {
      enabled_kpis: ['risk_score', 'critical_tasks'],
      aggregation_policy: 'average',
    })
    const unknown = await cleo.patch(path, { enabled_kpis: ['luck'] })
    t.strictSame([unknown.status, Object.keys(unknown.body)], [400, ['enabled_kpis']])
    t.match((await ann.get(`/programs/${id}/`)).body, { rollup_aggregation_policy: 'average', server_version: 3 })
    await ann.post(`/programs/${id}/close/`)
    t.equal((await cleo.patch(path, {})).status, 403)
    t.equal((await bob.get(path)).status, 200)
    t.equal((await app.owner.get(path)).status, 404)
  })

  t.test('the risk policy has bounds', async (t) => {
    const id = await makeProgram([[bob, 1]])
    const path = `/programs/${id}/risk-policy/`
    t.strictSame((await bob.get(path)).body, { slip_propagation: 'warn', escalation_days: 3 })
    t.equal((await bob.patch(path, { escalation_days: 4 })).status, 403)
    for (const bad of [{ escalation_days: 0 }, { escalation_days: 31 }, { slip_propagation: 'shout' }]) {
      const refused = await ann.patch(path, bad)
      t.strictSame([refused.status, Object.keys(refused.body)], [400, Object.keys(bad)])
    }
    t.strictSame((await ann.patch(path, { escalation_days: 30, slip_propagation: 'block' })).body, {
      slip_propagation: 'block',
      escalation_days: 30,
    })
  })

  t.test('sponsorship goes to a member, also of a closed program, and may bring another lead', async (t) => {
    const id = await makeProgram([[bob, 300]])
    const transfer = (user: TestUser, body: object) => user.post(`/programs/${id}/transfer-sponsorship/`, body)
    t.equal((await transfer(ann, { new_owner_user_id: NOBODY })).status, 404)
    t.equal((await transfer(ann, { new_owner_user_id: cleo.account.id })).status, 400)
    t.equal((await transfer(bob, { new_owner_user_id: bob.account.id })).status, 403)
    const bobId = bob.account.id
    t.equal((await transfer(ann, { new_owner_user_id: bobId, new_lead_user_id: NOBODY })).status, 404)
    const own = await transfer(ann, { new_owner_user_id: ann.account.id, new_lead_user_id: bobId })
    t.match(own.body, { lead: bobId, my_role: 400 })
    await ann.post(`/programs/${id}/close/`)
    const given = await transfer(ann, { new_owner_user_id: bobId, new_lead_user_id: ann.account.id })
    t.match(given.body, { lead: ann.account.id, my_role: 300, is_closed: true })
    t.equal((await bob.get(`/programs/${id}/`)).body.my_role, 400)
  })

  t.test('a program says whether it holds gates between its phases', async (t) => {
    const id = await makeProgram([
      [bob, 200],
      [cleo, 300],
    ])
    const path = `/programs/${id}/phase-gate-config/`
    const nothing = { id, program: id, enabled: false, invite_template: '', server_version: 1 }
    t.match((await bob.get(path)).body, nothing)
    t.equal((await bob.patch(path, { enabled: true })).status, 403)
    t.match((await cleo.patch(path, { enabled: true })).body, { ...nothing, enabled: true })
    const named = { invite_template: 'Gate {phase}' }
    t.match((await cleo.patch(path, named)).body, { ...named, enabled: true, server_version: 2 })
    const refused = await cleo.patch(path, { enabled: 'maybe', invite_template: 'x'.repeat(10_001) })
    t.same([refused.status, Object.keys(refused.body).toSorted()], [400, ['enabled', 'invite_template']])
    await ann.post(`/programs/${id}/close/`)
    t.equal((await cleo.patch(path, { enabled: false })).status, 403)
    t.match((await bob.get(path)).body, { ...named, enabled: true })
  })
})
