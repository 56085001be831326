import t from 'tap'
import type { TestUser } from '../../support/start-app.ts'
import { announced, framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

t.test('estimation poker', async (t) => {
  const stage = await setStage(t)
  const { app, viewer, member, scheduler, manager, outsider, owner } = stage
  const sprint = await stage.sprint()
  const task = await stage.task({ sprint })
  const open = (body: object = { task }, user: TestUser = manager, of = sprint) =>
    user.post(`/sprints/${of}/poker/`, body)
  const play = (id: string, move: string, body: object = {}, user: TestUser = manager) =>
    user.post(`/poker/${id}/${move}/`, body)
  const live = async (user = viewer) => (await user.get(`/sprints/${sprint}/poker/`)).body
  let round = ''

  await t.test('who runs the sprint opens a round on a task of it', async (t) => {
    t.equal((await open({ task }, member)).status, 403)
    t.equal((await open({ task }, outsider)).status, 404)
    t.equal((await open({ task: sprint })).status, 404)
    const elsewhere = await stage.task({ sprint: await stage.sprint({ name: 'Next' }) })
    t.same(Object.keys((await open({ task: elsewhere })).body), ['task'])
    const opened = await open()
    t.match(
      [opened.status, opened.body],
      [200, { state: 'open', task: { id: task, name: 'Dig' }, started_by: { id: manager.account.id } }],
    )
    t.match(opened.body, { vote_count: 0, participant_count: 5, my_vote: null, votes: [], committed_points: null })
    t.match(await open(), { status: 409, body: { code: 'already_live' } })
    round = opened.body.id
  })

  await t.test('the team lays cards that nobody else sees', async (t) => {
    await stage.clearOutbox()
    t.match((await play(round, 'vote', { value: 5, comment: 'Clay' }, member)).body, {
      my_vote: { value: 5, comment: 'Clay' },
      vote_count: 1,
      votes: [],
    })
    await play(round, 'vote', { value: 8 }, scheduler)
    t.match((await play(round, 'vote', { value: null }, member)).body, {
      my_vote: { value: null, comment: '' },
      vote_count: 2,
    })
    t.match(await live(), [{ id: round, vote_count: 2, my_vote: null, votes: [] }])
    t.notMatch(JSON.stringify(await live(manager)), /Clay|"value":8/)
    t.same(await framesOf(app, 'poker_session_updated'), Array(3).fill({ id: round, task_id: task, state: 'open' }))
    for (const body of [{ value: 4 }, {}, { value: '5' }, { value: 5, comment: 'x'.repeat(281) }])
      t.equal((await play(round, 'vote', body, member)).status, 400, JSON.stringify(body))
    t.equal((await play(round, 'vote', { value: 5 }, outsider)).status, 404)
  })

  await t.test('they are turned over for all, and face down again with what was laid', async (t) => {
    t.equal((await play(round, 'reveal', {}, member)).status, 403)
    t.match((await play(round, 'reopen')).body, { code: 'not_revealed' })
    const votes = [
      { voter: { id: member.account.id }, value: null },
      { voter: { id: scheduler.account.id }, value: 8 },
    ]
    const revealed = (await play(round, 'reveal')).body
    t.equal(revealed.state, 'revealed')
    t.match(revealed.votes, votes)
    t.match((await live())[0].votes, votes)
    t.match(await play(round, 'reveal'), { status: 409, body: { code: 'not_open' } })
    t.match((await play(round, 'vote', { value: 5 }, member)).body, { code: 'not_open' })
    t.match((await play(round, 'reopen')).body, { state: 'open', vote_count: 2, votes: [] })
    await play(round, 'reveal')
  })

  await t.test('the points that are agreed on become those of the task, also by the Scrum Master', async (t) => {
    t.same(Object.keys((await play(round, 'commit', { points: 4 })).body), ['points'])
    t.equal((await play(round, 'commit', { points: 8 }, member)).status, 403)
    await app.sql('update project_members set is_scrum_master = true where account_id = $1', [member.account.id])
    await stage.clearOutbox()
    const done = await play(round, 'commit', { points: 8 }, member)
    t.match([done.status, done.body], [200, { state: 'committed', committed_points: 8, votes: [{}, {}] }])
    t.same(await announced(app), ['task_updated', 'poker_session_updated'])
    t.match(await framesOf(app, 'task_updated'), [{ id: task, changed_fields: ['story_points'] }])
    t.match(await webhooksOf(app, 'task.updated'), [{ id: task }])
    t.equal((await member.get(`/tasks/${task}/`)).body.story_points, 8)
    for (const move of ['commit', 'cancel'])
      t.match((await play(round, move, { points: 3 })).body, { code: 'not_live' })
    t.same(await live(), [])
  })

  await t.test('a round that ended keeps nobody from another, of which one is live at a time', async (t) => {
    const tries = await Promise.all([1, 2, 3].map(() => open()))
    t.same(tries.map((answer) => answer.status).sort(), [200, 409, 409])
    const id = tries.find((answer) => answer.status === 200)?.body.id as string
    t.match((await play(id, 'cancel')).body, { state: 'cancelled' })
    t.match((await play(id, 'reopen')).body, { code: 'not_revealed' })
    t.match(await play(sprint, 'reveal'), { status: 404, body: { code: 'not_found' } })
    await stage.activate(sprint)
    t.match(await open(), { status: 409, body: { code: 'sprint_not_planned' } })
    t.equal((await owner.get(`/sprints/${sprint}/poker/`)).status, 200)
  })
})
