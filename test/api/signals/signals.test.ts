import t from 'tap'
import { setStage } from '../sprints/sprint-stage.ts'
import { announced } from '../tasks/support/read-outbox.ts'

t.test('whom a team tells its signals', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, scheduler, manager, outsider, owner } = stage
  const base = `/projects/${project.id}/signal-privacy/`
  const raise = (ceiling: string, user = manager, signal = 'velocity') =>
    user.post(`${base}raise-ceiling/`, { signal, ceiling })
  const vote = (id: string, choice: string, user = member) =>
    user.post(`${base}ceiling-proposals/${id}/vote/`, { choice })

  await t.test('at first the team alone', async (t) => {
    const { body } = await member.get(base)
    t.same(body.signals, {
      velocity: { audience: 'team', ceiling: 'team' },
      throughput_rollup: { audience: 'team', ceiling: 'program_shared' },
      pulse: { audience: 'team', ceiling: 'team' },
      flow_metrics: { audience: 'team', ceiling: 'team' },
    })
    t.match(body, { requester_tier: 'team', can_set_audience: false, can_raise_ceiling: false, can_vote: true })
    t.match((await manager.get(base)).body, {
      requester_tier: 'team_sm_pm',
      can_set_audience: true,
      open_proposals: {},
    })
    t.equal((await outsider.get(base)).status, 404)
  })

  await t.test('audiences move below their ceilings, by managers and the Scrum Master', async (t) => {
    const patch = (user = manager, body: object = { signal: 'throughput_rollup', audience: 'team_sm' }) =>
      user.patch(base, body)
    t.equal((await patch(scheduler)).status, 403)
    await stage.clearOutbox()
    t.match((await patch()).body.signals, { throughput_rollup: { audience: 'team_sm', ceiling: 'program_shared' } })
    t.equal((await patch()).status, 200)
    t.same(await announced(app), ['signal_privacy_changed'], 'saying it again changes nothing')
    t.match(await patch(manager, { signal: 'velocity', audience: 'team_sm' }), {
      status: 400,
      body: { audience: [String] },
    })
    t.match(await patch(manager, { signal: 'weather', audience: 'team' }), { status: 400, body: { signal: [String] } })
    await app.sql(`update project_members set is_scrum_master = true where project_id = $1 and role = 200`, [
      project.id,
    ])
    t.match((await patch(scheduler, { signal: 'throughput_rollup', audience: 'program_shared' })).status, 200)
    t.match((await manager.post(`${base}ratchet-down/`)).body.signals.throughput_rollup, {
      audience: 'team',
      ceiling: 'program_shared',
    })
    t.equal((await member.post(`${base}ratchet-down/`)).status, 403)
  })

  await t.test('a higher ceiling is the team’s to vote on', async (t) => {
    t.equal((await raise('team_sm_pm', member)).status, 403)
    await stage.clearOutbox()
    const { status, body } = await raise('team_sm_pm')
    t.match(
      [status, body],
      [202, { status: 'open', from_ceiling: 'team', approve_count: 1, eligible_count: 5, threshold: 3 }],
    )
    t.match(await raise('team_sm'), { status: 409, body: { code: 'proposal_already_open' } })
    t.equal((await vote(body.id, 'approve', outsider)).status, 404)
    t.match((await vote(body.id, 'reject')).body, { status: 'open', reject_count: 1, your_vote: 'reject' })
    t.match((await vote(body.id, 'approve')).body, { approve_count: 2, reject_count: 0 }, 'a changed mind')
    t.match((await member.get(base)).body.open_proposals, { velocity: { id: body.id, votes: [{}, {}] } })
    t.match((await vote(body.id, 'approve', viewer)).body, { status: 'ratified', can_vote: false })
    t.same(await announced(app), [
      'signal_ceiling_proposal_changed',
      'signal_ceiling_vote_cast',
      'signal_ceiling_vote_cast',
      'signal_privacy_changed',
      'signal_ceiling_proposal_changed',
    ])
    t.match(await vote(body.id, 'reject'), { status: 409, body: { code: 'proposal_closed' } })
    t.match((await member.get(base)).body.signals.velocity, { audience: 'team', ceiling: 'team_sm_pm' })
  })

  await t.test('what managers read follows the audience, everywhere', async (t) => {
    const task = await stage.task({ story_points: 5 })
    const seen = async (user = manager) => [
      (await user.get(`/tasks/${task}/`)).body.story_points,
      (await user.get(`/projects/${project.id}/velocity/`)).body.velocity_suppressed,
    ]
    t.same(await seen(), [null, true])
    t.same(await seen(viewer), [5, false])
    await manager.patch(base, { signal: 'velocity', audience: 'team_sm_pm' })
    t.same(await seen(), [5, false])
    t.same(await seen(owner), [5, false])
    t.match(
      (await raise('team')).body.signals.velocity,
      { audience: 'team', ceiling: 'team' },
      'a lower ceiling clamps',
    )
    t.same(await seen(), [null, true])
    t.equal((await manager.patch(`/tasks/${task}/`, { story_points: 8 })).status, 200, 'they write points all the same')
    t.equal((await seen(member))[0], 8)
  })

  await t.test('proposals are withdrawn, voted down, superseded, or run out', async (t) => {
    const propose = async (signal: string) => (await raise('team_sm', manager, signal)).body.id as string
    const withdrawn = await propose('pulse')
    const withdraw = (id: string, user = manager) => user.post(`${base}ceiling-proposals/${id}/withdraw/`)
    t.equal((await withdraw(withdrawn, member)).status, 403)
    t.match((await withdraw(withdrawn)).body, { status: 'rejected', resolved_at: String })
    t.match(await withdraw(withdrawn), { status: 409, body: { code: 'proposal_closed' } })
    const down = await propose('pulse')
    for (const user of [member, viewer]) t.match((await vote(down, 'reject', user)).body, { status: 'open' })
    t.match((await vote(down, 'reject', scheduler)).body, { status: 'rejected' })
    const late = await propose('pulse')
    await app.sql(`update signal_ceiling_proposals set expires_at = '2026-03-01' where id = $1`, [late])
    t.match((await member.get(base)).body.open_proposals, {})
    t.match(await vote(late, 'approve'), { status: 409, body: { code: 'proposal_closed' } })
    const next = await propose('pulse')
    const { body } = await member.get(`${base}ceiling-proposals/`)
    t.equal(body[0].id, next, 'open ones come first')
    const statusOf = (id: string) => body.find((one: { id: string }) => one.id === id)?.status
    t.same([down, late, withdrawn].map(statusOf), ['rejected', 'expired', 'rejected'])
    t.match(await vote('00000000-0000-4000-8000-000000000000', 'approve'), { status: 404, body: { code: 'not_found' } })
  })

  await t.test('who leaves the team takes the vote along', async (t) => {
    const id = (await raise('team_sm', manager, 'flow_metrics')).body.id as string
    await vote(id, 'approve')
    await app.sql(`update project_members set is_deleted = true where project_id = $1 and role = 100`, [project.id])
    t.match(
      (await viewer.get(`${base}ceiling-proposals/`)).body.find((one: { id: string }) => one.id === id),
      {
        approve_count: 1,
        eligible_count: 4,
        threshold: 3,
      },
    )
  })
})
