import t from 'tap'
import type { Client } from '../../support/client.ts'
import { awaitsRecompute, forgetConsequences } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'
import { IDENTITY, makeProgram, mintAgent, mintClient } from '../tokens/tokens.ts'
import { addCriterion, addTask } from './criteria.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('results of an outside test run', async (t) => {
  const clock = handClock(new Date().toISOString())
  const app = await startApp(t, { clock })
  const project = await buildProject(app)
  const other = await buildProject(app)
  const manager = await project.member(300, 'max')
  const tokens = `/projects/${project.id}/api-tokens/`
  const pusher = await mintClient(app, manager, {}, tokens)
  const path = `/projects/${project.id}/acceptance-results/`
  const push = (results: unknown, caller: Client = pusher) => caller.post(path, { results })
  const result = (criterion_id: string, passed: boolean) => ({ criterion_id, passed })
  const criterion = async (id: string) => (await app.owner.get(`/acceptance-criteria/${id}/`)).body
  const stored = () => app.sql('select * from acceptance_criteria order by id')
  const audit = async () => (await app.owner.get(`/projects/${project.id}/api-token-audit/`)).body

  const one = await addTask(app.owner, project.id, { story_points: 2 })
  const two = await addTask(app.owner, project.id)
  const a = await addCriterion(app.owner, one)
  const b = await addCriterion(app.owner, one)
  const c = await addCriterion(app.owner, two)
  const foreign = await addCriterion(app.owner, await addTask(app.owner, other.id))

  await t.test('flags flip in the name of the token’s maker, and the tasks that moved are told', async (t) => {
    const before = (await app.owner.get(`/tasks/${one}/`)).body.server_version
    await forgetConsequences(app)
    const answer = await push([
      result(a.toUpperCase(), true),
      result(c, false),
      result(foreign, true),
      result(ABSENT, true),
    ])
    t.equal(answer.status, 200, answer.text)
    t.strictSame(answer.body, {
      updated: [a],
      unchanged: [c],
      unknown: [foreign, ABSENT],
      tasks: [{ task: one, dor_ready: false, criteria_met: 1, criteria_total: 2 }],
    })
    const at = clock.now().toISOString()
    t.match(await criterion(a), { met: true, met_by: manager.account.id, met_by_name: 'max', met_at: at })
    t.match(await criterion(foreign), { met: false, server_version: 1 })
    t.match(await criterion(c), { met: false, server_version: 1 })
    const delta = { id: one, changed_fields: ['acceptance_criteria'], actor_id: null, version: before + 1 }
    t.match(await framesOf(app, 'task_updated'), [delta])
    t.equal((await app.sql('select 1 from outbox_events')).length, 1, 'and nothing else')
    t.equal(await awaitsRecompute(app, project.id), false)
    t.match((await audit()).results[0], {
      action: 'used',
      token: pusher.id,
      actor: null,
      detail: { updated: 1, unchanged: 1, unknown: 2 },
    })
  })

  await t.test('a repeated push changes nothing; a failed one clears the stamps', async (t) => {
    await push([result(a, true), result(b, true)])
    const before = await stored()
    await forgetConsequences(app)
    clock.advance(60)
    t.strictSame((await push([result(b, true), result(a, true)])).body, {
      updated: [],
      unchanged: [b, a],
      unknown: [],
      tasks: [],
    })
    t.same(await stored(), before)
    t.equal((await app.sql('select 1 from outbox_events')).length, 0)
    const both = await push([result(a, false), result(c, true)])
    t.strictSame(both.body.tasks, [
      { task: one, dor_ready: false, criteria_met: 1, criteria_total: 2 },
      { task: two, dor_ready: false, criteria_met: 1, criteria_total: 1 },
    ])
    t.equal((await framesOf(app, 'task_updated')).length, 2, 'one event a task')
    t.match(await criterion(a), { met: false, met_by: null, met_at: null })
    const ready = await push([result(a, true)])
    t.strictSame(ready.body.tasks, [{ task: one, dor_ready: true, criteria_met: 2, criteria_total: 2 }])
    t.match(await app.owner.patch(`/tasks/${one}/`, { dor: 'ready' }), { status: 200 })
  })

  await t.test('deleted criteria and those of deleted tasks are unknown', async (t) => {
    const own = await addTask(app.owner, project.id)
    const [gone, hidden] = [await addCriterion(app.owner, own), await addCriterion(app.owner, own)]
    await app.owner.delete(`/acceptance-criteria/${gone}/`)
    t.match((await push([result(gone, true)])).body, { updated: [], unknown: [gone] })
    await app.owner.delete(`/tasks/${own}/`)
    t.match((await push([result(hidden, true)])).body, { updated: [], unknown: [hidden] })
  })

  await t.test('a body that cannot be is refused and nothing is written', async (t) => {
    const before = [await stored(), await audit()]
    const many = (count: number) => Array.from({ length: count }, () => result(crypto.randomUUID(), true))
    const cases = [
      undefined,
      null,
      [],
      many(201),
      [result(a, false), result(a, false)],
      [result(a, false), result(a.toUpperCase(), true)],
      [{ criterion_id: a }],
      [{ passed: true }],
      [result('x', true)],
      [{ criterion_id: a, passed: 'true' }],
      [{ criterion_id: a, passed: null }],
    ]
    for (const results of cases) {
      const answer = await push(results)
      t.same([answer.status, Object.keys(answer.body)], [400, ['results']], JSON.stringify(results)?.slice(0, 80))
    }
    t.same([await stored(), await audit()], before)
    t.equal((await push(many(200))).body.unknown.length, 200)
  })

  await t.test('only the project’s own token, or its program’s, may push', async (t) => {
    const programId = await makeProgram(app, manager)
    const ofProgram = await mintClient(app, manager, {}, `/programs/${programId}/api-tokens/`)
    const ofOther = await mintClient(app, app.owner, {}, `/projects/${other.id}/api-tokens/`)
    const before = await stored()
    const flip = [result(c, false)]
    for (const caller of [ofOther, ofProgram, await mintClient(app, manager), await mintAgent(app, manager)]) {
      const answer = await push(flip, caller)
      t.equal(answer.status, 401)
      t.match(answer.body, IDENTITY)
    }
    t.equal((await push(flip, manager)).status, 401, 'a session is none of them')
    t.equal((await push(flip, app.anonymous)).status, 401)
    t.equal((await pusher.post(`/projects/${ABSENT}/acceptance-results/`, {})).status, 401)
    t.equal((await pusher.get('/acceptance-criteria/')).status, 401, 'nor does the token read')
    t.same(await stored(), before)
    await app.sql('update projects set program_id = $2 where id = $1', [project.id, programId])
    t.match((await push(flip, ofProgram)).body, { updated: [c] })

    await app.sql('update projects set is_archived = true where id = $1', [project.id])
    const closed = await stored()
    t.equal((await push([result(c, true)])).status, 403)
    t.equal((await push([result(c, true)], ofOther)).status, 401, 'the wrong token is told so first')
    t.same(await stored(), closed)
    await app.sql('update projects set is_archived = false where id = $1', [project.id])
    await manager.delete(`${tokens}${pusher.id}/`)
    t.equal((await push([result(c, true)])).status, 401)
  })

  await t.test('parallel pushes of one flip: one updates', async (t) => {
    const fresh = await mintClient(app, manager, {}, tokens)
    const own = await addCriterion(app.owner, await addTask(app.owner, project.id))
    const answers = await Promise.all(Array.from({ length: 8 }, () => push([result(own, true)], fresh)))
    t.same(answers.map((answer) => answer.body.updated.length).sort(), [0, 0, 0, 0, 0, 0, 0, 1])
    t.match(await criterion(own), { server_version: 2 })
  })
})

t.test('each token has its own rate, higher in its first hour', async (t) => {
  const clock = handClock(new Date().toISOString())
  const env = {
    SVC_RATE_LIMIT_ENABLED: 'true',
    SVC_TASK_SYNC_BACKFILL_LIMIT: '6',
    SVC_TASK_SYNC_STEADY_STATE_LIMIT: '2',
  }
  const app = await startApp(t, { env, clock })
  const project = await buildProject(app)
  const mint = () => mintClient(app, app.owner, {}, `/projects/${project.id}/api-tokens/`)
  const [first, second] = [await mint(), await mint()]
  const allowed = async (caller: Client) => {
    for (let count = 0; count < 20; count++) {
      const answer = await caller.post(`/projects/${project.id}/acceptance-results/`, {})
      if (answer.status === 429) return count
    }
    return null
  }
  t.equal(await allowed(first), 6)
  t.equal(await allowed(second), 6, 'another token of the project is counted apart')
  clock.advance(3601)
  t.equal(await allowed(first), 2)
})
