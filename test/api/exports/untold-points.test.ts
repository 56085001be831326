import t from 'tap'
import type { TestUser } from '../../support/start-app.ts'
import { setStage } from '../sprints/sprint-stage.ts'
import { unpack } from './unpack-bundle.ts'

t.test('points leave the service with those alone who may read them', async (t) => {
  const stage = await setStage(t)
  const { app, project, manager, owner } = stage
  const programId = (await owner.post('/programs/', { name: 'Harbour' })).body.id
  t.equal((await owner.patch(`/projects/${project.id}/`, { program: programId })).status, 200)
  const taskId = await stage.task({ name: 'Dig', story_points: 8, delivery_mode: 'scrum' })
  await app.runJobs()
  await owner.post(`/projects/${project.id}/baselines/`, {})
  const told = async (user: TestUser) => {
    const plan = await user.get(`/projects/${project.id}/export/plan.json`)
    return { points: plan.body.tasks[0].story_points, omissions: plan.headers.get('x-export-omissions') as string }
  }
  const seedOf = async (user: TestUser) => {
    const seed = await user.get(`/programs/${programId}/export/`)
    const [{ tasks, baselines }] = seed.body.projects
    return {
      points: [tasks[0].story_points, tasks[0].remaining_points, baselines[0].tasks[0].story_points],
      omissions: seed.headers.get('x-export-omissions') as string,
    }
  }
  const share = (audience: string) =>
    app.sql(
      `insert into team_signals (project_id, signal, audience, ceiling) values ($1, 'velocity', $2, 'program_shared')
       on conflict (project_id, signal) do update set audience = excluded.audience`,
      [project.id, audience],
    )

  const bundleOf = async (at: string) => {
    const { id } = (await owner.post(at)).body
    await app.runJobs()
    const files = Object.entries(await unpack(app, owner, `${at}jobs/${id}/`))
    return files.map(([name, bytes]) => `${name}: ${bytes}`).join('\n')
  }

  await t.test('not with managers, whom a team does not tell them at first', async (t) => {
    const plan = await told(manager)
    t.equal(plan.points, null)
    t.match(plan.omissions, 'story points, which the team does not share')
    const seed = await seedOf(owner)
    t.same(seed.points, [undefined, undefined, undefined])
    t.match(seed.omissions, 'story points, which the team does not share')
  })

  await t.test('nor in a bundle that managers may fetch, nor in its history', async (t) => {
    await owner.patch(`/tasks/${taskId}/`, { blocked_reason: 'my own affair', blocker_type: 'vendor' })
    const untold = [/"(story|remaining)_points": ?[0-9[]/, /my own affair/]
    for (const at of [`/projects/${project.id}/export/`, `/programs/${programId}/export/`]) {
      const bundle = await bundleOf(at)
      t.match(bundle, '"Dig"')
      for (const pattern of untold) t.notMatch(bundle, pattern, at)
      t.match(bundle, 'story points, which the team does not share')
    }
  })

  await t.test('with managers once the team raises its audience', async (t) => {
    await share('team_sm')
    t.equal((await told(manager)).points, null, 'not by the step before')
    await share('team_sm_pm')
    const plan = await told(manager)
    t.equal(plan.points, 8)
    t.notMatch(plan.omissions, 'does not share')
    const seed = await seedOf(owner)
    t.same(seed.points.slice(0, 1), [8])
    t.equal(seed.points[2], 8)
    t.notMatch(seed.omissions, 'does not share')
    t.match(await bundleOf(`/projects/${project.id}/export/`), /"story_points": ?8/)
  })

  await t.test('not with managers of the program who are no members of the project', async (t) => {
    const guest = await app.user('guest')
    await app.sql(
      'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, 300)',
      [programId, guest.account.id],
    )
    t.same((await seedOf(guest)).points, [undefined, undefined, undefined])
  })
})
