import t from 'tap'
import { setStage } from './sprint-stage.ts'

t.test('what a day brought to a sprint', async (t) => {
  const stage = await setStage(t)
  const { project, viewer, member, manager, outsider, owner } = stage
  const standup = async (user = member) => (await user.get(`/projects/${project.id}/standup/`)).body
  t.match(await standup(), { active: false, reason: 'no_active_sprint', sprint: null, walk: [] })
  const sprint = await stage.sprint({ goal: 'Ship', capacity_points: 20 })
  const mine = { sprint, assignee: member.account.id, story_points: 5 }
  const [done, open, flagged] = [
    await stage.task(mine),
    await stage.task(mine),
    await stage.task({ ...mine, assignee: null }),
  ]
  await stage.activate(sprint)
  await owner.patch(`/tasks/${done}/`, { status: 'COMPLETE' })
  await member.patch(`/tasks/${open}/`, { status: 'IN_PROGRESS' })
  await owner.patch(`/tasks/${flagged}/`, { blocked_reason: 'Fog over the quay', blocker_type: 'dependency' })

  await t.test('the standup walks from person to person, and what is nobody’s comes last', async (t) => {
    const body = await standup()
    t.match(body, {
      active: true,
      reason: null,
      sprint: { id: sprint, goal: 'Ship' },
      window_since: '2026-03-10T12:00:00.000Z',
    })
    t.match(body.walk, [
      {
        assignee: { id: member.account.id },
        done: [{ id: done }],
        in_progress: [{ id: open, story_points: 5, aging: false }],
        blockers: [],
      },
      { assignee: null, done: [], in_progress: [], blockers: [{ id: flagged, blocker_type: 'dependency' }] },
    ])
    t.notMatch(JSON.stringify(body), /Fog/)
    t.equal((await standup(manager)).walk[0].in_progress[0].story_points, null)
    t.equal((await outsider.get(`/projects/${project.id}/standup/`)).status, 404)
    await owner.patch(`/projects/${project.id}/`, { board_cadence: 'continuous' })
    t.match(await standup(), { active: false, reason: 'continuous_cadence' })
  })

  await t.test('the delta of a day tells moves, blockers and additions', async (t) => {
    const added = await stage.task({ sprint, name: 'Late', story_points: 3 })
    const read = async (user = member, query = '') => (await user.get(`/sprints/${sprint}/daily-delta/${query}`)).body
    const body = await read()
    t.match(body, {
      sprint_id: sprint,
      since: '2026-03-10T12:00:00.000Z',
      blocker_summary: { impediments: 1, paused: 0 },
    })
    t.same(
      body.task_changes.map((move: { to_status: string }) => move.to_status),
      ['COMPLETE', 'IN_PROGRESS'],
    )
    t.match(body.new_blockers, [{ task_id: flagged, kind: 'impediment' }])
    t.match(body.scope_added, [{ task_id: added, story_points: 3 }])
    t.match(body, { per_actor: [{}, {}], actor_aggregate: { actor_count: 2, moved: 2, completed: 1 } })
    t.match(body.sprint_load, { loaded_points: 18, capacity_points: 20, pct_loaded: 90 })
    t.match(await read(viewer, '?since=yesterday'), { per_actor: [], actor_aggregate: { moved: 2 } })
    t.match(await read(manager), { scope_added: [{ story_points: null }], sprint_load: { pct_loaded: null } })
    t.equal((await outsider.get(`/sprints/${sprint}/daily-delta/`)).status, 404)
  })
})
