import t from 'tap'
import type { TestUser } from '../../support/start-app.ts'
import { announced, framesOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

t.test('retrospectives', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, scheduler, manager, outsider } = stage
  const sprint = await stage.sprint()
  const at = `/sprints/${sprint}`
  const write = (body: object, user: TestUser = member) => user.post(`${at}/retro/`, body)
  const note = (body: object, user: TestUser = member) => user.post(`${at}/retro-board/`, body)
  const actions = async () => (await member.get(`${at}/retro/`)).body.action_items
  const action = (id: string, what: string, body: object = {}, user: TestUser = member) =>
    user.post(`${at}/retrospective/action-items/${id}/${what}/`, body)

  await t.test('the team writes one document a sprint, which keeps its actions by their ids', async (t) => {
    t.equal((await member.get(`${at}/retro/`)).status, 404)
    t.equal((await write({ notes: 'x' }, viewer)).status, 403)
    t.equal((await write({ notes: 'x' }, outsider)).status, 404)
    const items = [
      { text: 'Brew tea', assignee: member.account.id, story_points: 2 },
      { text: '  ' },
      { text: 'Buy cups' },
    ]
    const first = await write({ notes: 'Windy', action_items: items })
    t.match(
      [first.status, first.body],
      [200, { kind: 'full', notes: 'Windy', team_visibility: 'team_only', created_by: member.account.id }],
    )
    t.match(first.body.action_items, [
      { text: 'Brew tea', assignee_username: member.account.username, promoted_task_id: null },
      { text: 'Buy cups' },
    ])
    const [tea] = first.body.action_items
    const second = (
      await write(
        {
          action_items: [
            { id: tea.id, text: 'Brew more tea' },
            { id: sprint, text: 'Sugar' },
          ],
        },
        scheduler,
      )
    ).body
    t.match(second, {
      notes: '',
      action_items: [{ id: tea.id, text: 'Brew more tea', created_at: tea.created_at }, { text: 'Sugar' }],
    })
    t.not(second.action_items[1].id, sprint)
    t.same(await framesOf(app, 'sprint_retro_updated'), [{ sprint_id: sprint }, { sprint_id: sprint }])
    t.same(Object.keys((await write({ action_items: [{ text: 'x', assignee: outsider.account.id }] })).body), [
      'action_items',
    ])
    t.same(Object.keys((await write({ team_visibility: 'world' })).body), ['team_visibility'])
  })

  await t.test('points of actions are told as those of tasks are, and kept by who is not told them', async (t) => {
    const items = [{ text: 'Brew tea', story_points: 2 }, { text: 'Buy cups' }]
    const [tea, cups] = (await write({ notes: 'Windy', action_items: items })).body.action_items
    t.equal(tea.story_points, 2)
    const shown = (await manager.get(`${at}/retro/`)).body.action_items
    t.match(shown, [
      { id: tea.id, story_points: null },
      { id: cups.id, story_points: null },
    ])
    const sent = [shown[0], { ...shown[1], story_points: 5 }].map(({ id, text, story_points }) => ({
      id,
      text,
      story_points,
    }))
    t.match((await write({ notes: 'Calm', action_items: sent }, manager)).body.action_items, [
      { id: tea.id, story_points: null },
      { id: cups.id, story_points: null },
    ])
    t.match(await actions(), [
      { id: tea.id, story_points: 2 },
      { id: cups.id, story_points: 5 },
    ])
    t.match(
      (await write({ action_items: [{ id: tea.id, text: 'Brew tea', story_points: null }, { text: 'Sugar' }] })).body
        .action_items,
      [{ id: tea.id, story_points: null }, { text: 'Sugar' }],
      'who reads them may take them away',
    )
  })

  await t.test('Viewers read numbers until the author or a manager opens it', async (t) => {
    const open = (user: TestUser, team_visibility: string) => user.patch(`${at}/retro/`, { team_visibility })
    const shown = (await viewer.get(`${at}/retro/`)).body
    t.match(shown, { kind: 'summary', action_items_count: 2, promoted_count: 0 })
    t.notOk('notes' in shown || 'action_items' in shown)
    t.equal((await open(scheduler, 'project')).status, 403)
    t.match((await open(member, 'project')).body, { team_visibility: 'project' })
    t.equal((await viewer.get(`${at}/retro/`)).body.kind, 'full')
    t.equal((await open(manager, 'team_only')).status, 200)
  })

  await t.test('the board is live while the sprint is active or closed', async (t) => {
    t.equal((await note({ text: 'Early' })).status, 400)
    await stage.activate(sprint)
    await stage.clearOutbox()
    const made = await note({ text: ' Cold hands ' })
    t.match(
      [made.status, made.body],
      [201, { text: 'Cold hands', column: 'went_well', position: 1, author: member.account.id }],
    )
    t.match((await note({ text: 'Gloves', column: 'ideas', color: 'teal' }, scheduler)).body, {
      position: 1,
      color: 'teal',
    })
    t.match((await note({ text: 'Second' })).body, { position: 2 })
    t.match(await framesOf(app, 'retro_item_created'), [
      { id: made.body.id, retro_id: String, sprint_id: sprint, column: 'went_well', author_id: member.account.id },
      {},
      {},
    ])
    const board = (await member.get(`${at}/retro-board/`)).body
    t.same(
      board.columns.map((column: { key: string }) => column.key),
      ['went_well', 'to_improve', 'ideas'],
    )
    t.same(
      board.items.map((item: { text: string }) => item.text),
      ['Cold hands', 'Second', 'Gloves'],
    )
    t.same((await viewer.get(`${at}/retro-board/`)).body.items, [], 'what the team keeps to itself')
    for (const body of [{ text: ' ' }, { text: 'x'.repeat(2001) }, { text: 'x', column: 'y' }])
      t.equal((await note(body)).status, 400)
    t.equal((await note({ text: 'x' }, viewer)).status, 403)
  })

  await t.test('anyone of the team moves, changes and removes notes', async (t) => {
    const [first, , third] = (await member.get(`${at}/retro-board/`)).body.items
    const change = (id: string, body: object, user: TestUser = scheduler) => user.patch(`/retro-items/${id}/`, body)
    await stage.clearOutbox()
    t.match((await change(first.id, { column: 'to_improve', position: 0.5 })).body, {
      column: 'to_improve',
      position: 0.5,
    })
    await change(first.id, { text: 'Cold feet', position: 2 })
    await change(first.id, { text: 'Cold feet' })
    t.same(await announced(app), ['retro_item_moved', 'retro_item_moved', 'retro_item_updated'])
    t.match(await framesOf(app, 'retro_item_moved'), [
      { id: first.id, retro_id: first.retro, column: 'to_improve' },
      {},
    ])
    t.same(Object.keys((await change(first.id, { position: 'x' })).body), ['position'])
    t.equal((await change(first.id, { text: 'x' }, viewer)).status, 403)
    t.equal((await change(first.id, { text: 'x' }, outsider)).status, 404)
    t.equal((await member.delete(`/retro-items/${third.id}/`)).status, 204)
    t.equal((await member.delete(`/retro-items/${third.id}/`)).status, 404)
    t.equal((await framesOf(app, 'retro_item_deleted')).length, 1)
  })

  await t.test('a note becomes an action once', async (t) => {
    const [{ id }] = (await member.get(`${at}/retro-board/`)).body.items
    const convert = () => member.post(`/retro-items/${id}/convert-to-action/`)
    const made = await convert()
    t.match([made.status, made.body], [201, { text: 'Second', assignee: null }])
    t.match(await convert(), { status: 200, body: { id: made.body.id } })
    t.equal((await actions()).length, 3)
    t.equal((await member.get(`${at}/retro-board/`)).body.items[0].converted_action_item_id, made.body.id)
  })

  await t.test('an action becomes a task of the backlog, and again when that is gone', async (t) => {
    const own = { text: 'Brew tea', assignee: member.account.id, story_points: 2 }
    const [{ id }] = (await write({ action_items: [own] })).body.action_items
    t.equal((await action(id, 'promote', {}, viewer)).status, 403)
    const made = await action(id, 'promote')
    t.match(
      [made.status, made.body.task],
      [201, { name: 'Brew tea', status: 'BACKLOG', sprint: null, story_points: 2, assignee: member.account.id }],
    )
    t.match(await action(id, 'promote'), { status: 409, body: { task_id: made.body.task.id } })
    await write({ action_items: [{ ...own, id }] })
    t.equal((await actions())[0].promoted_task_id, made.body.task.id, 'writing the document keeps it')
    await manager.delete(`/tasks/${made.body.task.id}/`)
    t.equal((await actions())[0].promoted_task_id, null)
    t.equal((await action(sprint, 'promote')).status, 404)
  })

  await t.test('and goes into a planned sprint, where the next team finds what was left', async (t) => {
    const [{ id }] = await actions()
    const next = await stage.sprint({ name: 'Two', start_date: '2026-03-23', finish_date: '2026-04-03' })
    const pull = (body: object, user: TestUser = scheduler) => action(id, 'pull-to-sprint', body, user)
    t.equal((await pull({ target_sprint_id: next }, member)).status, 403)
    t.same(Object.keys((await pull({})).body), ['target_sprint_id'])
    t.same(Object.keys((await pull({ target_sprint_id: sprint })).body), ['target_sprint_id'])
    t.equal((await pull({ target_sprint_id: project.id })).status, 404)
    t.match(await pull({ target_sprint_id: next }), { status: 200, body: { task: { name: 'Brew tea', sprint: next } } })
    t.equal((await member.get(`/sprints/${next}/retrospective/prior/`)).status, 404)
    await member.post(`${at}/close/`)
    await app.runJobs()
    t.match((await member.get(`/sprints/${next}/retrospective/prior/`)).body, {
      kind: 'full',
      sprint,
      action_items: [{ id }],
    })
    const carried = (user = member) => user.get(`/projects/${project.id}/retrospective/carryover/`)
    t.match((await carried()).body, {
      count: 1,
      items: [{ id, text: 'Brew tea', task_status: 'BACKLOG', sprint_name: 'One', age_days: 0 }],
    })
    t.same((await carried(viewer)).body.items, [])
    await manager.patch(`/tasks/${(await actions())[0].promoted_task_id}/`, { status: 'COMPLETE' })
    t.equal((await carried()).body.count, 0)
  })
})

t.test('how the team fares', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, scheduler, manager, outsider } = stage
  const dates = [
    ['2026-01-05', '2026-01-16'],
    ['2026-01-19', '2026-01-30'],
    ['2026-02-02', '2026-02-13'],
  ]
  const sprints: string[] = []
  for (const [start_date, finish_date] of dates) sprints.push(await stage.sprint({ start_date, finish_date }))
  const [first, , last] = sprints as [string, string, string]
  const say = (id: string, body: object, user: TestUser = member) => user.put(`/sprints/${id}/pulse/`, body)

  await t.test('everybody answers for themselves, and again in place of that', async (t) => {
    t.equal((await member.get(`/sprints/${first}/pulse/`)).status, 204)
    t.match(await say(first, { mood: 4, energy: 5 }), { status: 200, body: { mood: 4, energy: 5, confidence: null } })
    t.match((await say(first, { mood: 3, energy: 5, confidence: 2 })).body, { mood: 3, confidence: 2 })
    t.equal((await scheduler.get(`/sprints/${first}/pulse/`)).status, 204)
    t.equal((await say(first, { mood: 3, energy: 3 }, viewer)).status, 403)
    t.equal((await say(first, { mood: 3, energy: 3 }, outsider)).status, 404)
    for (const body of [{ mood: 0, energy: 3 }, { mood: 6, energy: 3 }, { mood: 3 }])
      t.equal((await say(first, body)).status, 400)
  })

  await t.test('means are the team’s to read, and tell when energy falls', async (t) => {
    const trend = async (user = viewer) => (await user.get(`/sprints/${last}/pulse-trend/`)).body
    await say(first, { mood: 5, energy: 4 }, scheduler)
    await say(sprints[1] as string, { mood: 4, energy: 4 })
    t.match(await trend(), {
      gated: false,
      energy_declining: false,
      sprints: [{ response_count: 2, mood: 4, energy: 4.5, confidence: 2 }, { energy: 4 }],
    })
    await say(last, { mood: 4, energy: 2 })
    t.match(await trend(), { energy_declining: true })
    t.same(await trend(manager), { gated: true })
    const raise = (signal: string) =>
      app.sql(
        `insert into team_signals (project_id, signal, audience, ceiling) values ($1, $2, 'team_sm_pm', 'team_sm_pm')`,
        [project.id, signal],
      )
    await raise('velocity')
    t.same(await trend(manager), { gated: true }, 'who is told the pace is not told the mood')
    await raise('pulse')
    t.match(await trend(manager), { gated: false, energy_declining: true })
  })
})
