import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

interface Pulled {
  changes: Record<string, { created: object[]; updated: { id: string; [field: string]: unknown }[]; deleted: string[] }>
  timestamp: number
  next_cursor: string | null
  has_more: boolean
}

t.test('a pull of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const path = `/projects/${project.id}/sync/`
  const pull = async (since: number | '' = '', more = '', who = app.owner) =>
    (await who.get(`${path}?since=${since}${more}`)).body as Pulled
  const add = async (name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, duration: 2, ...more })).body.id as string
  const ids = (pulled: Pulled, collection: string) => (pulled.changes[collection]?.updated ?? []).map((row) => row.id)
  const [dig, pour] = [await add('Dig'), await add('Pour')]
  await app.owner.post('/dependencies/', { predecessor: dig, successor: pour, dep_type: 'FS', lag: 0 })
  const risk = { title: 'Rain', probability: 2, impact: 3 }
  await app.owner.post(`/projects/${project.id}/risks/`, risk)
  const label = (await app.owner.post(`/projects/${project.id}/labels/`, { name: 'Wet' })).body.id
  await app.owner.post(`/projects/${project.id}/tasks/${dig}/labels/`, { label_ids: [label], label_id: label, label })
  await app.runJobs()

  await t.test('from the beginning tells every kind of record, and each key', async (t) => {
    const { changes, has_more, next_cursor } = await pull()
    t.strictSame(Object.keys(changes), [
      ...['projects', 'tasks', 'dependencies', 'calendars', 'memberships', 'risks', 'sprints', 'sprint_retros'],
      ...['retro_action_items', 'task_suggested_assignees', 'task_links', 'task_recurrence_rules', 'time_entries'],
      ...['labels', 'task_relations'],
    ])
    t.equal(has_more, false)
    t.equal(next_cursor, null)
    t.match(changes.projects?.updated, [{ id: project.id, name: `Project ${project.key}`, start_date: '2026-01-05' }])
    for (const [id, name] of [
      [dig, 'Dig'],
      [pour, 'Pour'],
    ]) {
      const task = changes.tasks?.updated.find((row) => row.id === id)
      t.match(task, { name, early_start: /^2026/, is_phase: false, server_version: Number })
    }
    t.match(
      changes.tasks?.updated.find((task) => task.id === dig),
      { label_ids: [label], custom_fields: {} },
    )
    t.match(changes.dependencies?.updated, [{ predecessor: dig, successor: pour, dep_type: 'FS', lag: 0 }])
    t.match(changes.risks?.updated, [{ title: 'Rain', severity: 6 }])
    t.match(changes.labels?.updated, [{ name: 'Wet' }])
    t.equal(changes.memberships?.updated.length, 2)
    t.ok(Object.values(changes).every(({ created, deleted }) => created.length + deleted.length === 0))
  })

  await t.test('tells retrospectives, their actions and who was asked to take a task on', async (t) => {
    const member = await project.member(100)
    const { timestamp } = await pull()
    const sprint = (
      await app.owner.post(`/projects/${project.id}/sprints/`, {
        name: 'First',
        start_date: '2026-01-05',
        finish_date: '2026-01-16',
      })
    ).body.id
    const retro = `/sprints/${sprint}/retro/`
    const wanted = [{ text: 'Tea', assignee: member.account.id }, { text: 'Sugar' }]
    const made = await member.post(retro, { notes: 'cold', action_items: wanted })
    const [tea, sugar] = made.body.action_items
    const action = `/sprints/${sprint}/retrospective/action-items/${tea.id}/promote/`
    const task = (await app.owner.post(action)).body.task.id
    const first = await pull(timestamp)
    t.match(first.changes.sprint_retros?.updated, [{ sprint, notes: 'cold', team_visibility: 'team_only' }])
    t.match(first.changes.retro_action_items?.updated, [
      { id: sugar.id, text: 'Sugar', assignee: null, promoted_task: null },
      { id: tea.id, text: 'Tea', retro: made.body.id, assignee: member.account.id, promoted_task: task },
    ])
    t.match(first.changes.task_suggested_assignees?.updated, [
      {
        task,
        suggested_user: member.account.id,
        suggested_by: app.owner.account.id,
        state: 'pending',
        decided_at: null,
      },
    ])
    const asked = first.changes.task_suggested_assignees?.updated[0]?.id
    await member.post(`/tasks/${task}/suggestions/${asked}/decline/`)
    await member.post(retro, { notes: 'cold', action_items: [{ id: tea.id, text: 'More tea' }] })
    const second = await pull(first.timestamp)
    t.match(second.changes.retro_action_items, { updated: [{ id: tea.id, text: 'More tea' }], deleted: [sugar.id] })
    t.match(second.changes.task_suggested_assignees?.updated, [{ id: asked, state: 'declined', decided_at: /Z$/ }])
    await member.post(retro, { notes: 'warm', action_items: [{ id: tea.id, text: 'More tea' }] })
    const third = await pull(second.timestamp)
    t.strictSame(ids(third, 'sprint_retros'), [made.body.id])
    t.strictSame(ids(third, 'retro_action_items'), [], 'an action that stayed as it was is not told again')

    const closed = await pull('', '', viewer)
    t.strictSame([ids(closed, 'sprint_retros'), ids(closed, 'retro_action_items')], [[], []], 'the team keeps it')
    await member.patch(retro, { team_visibility: 'project' })
    const opened = await pull(closed.timestamp, '', viewer)
    t.strictSame([ids(opened, 'sprint_retros'), ids(opened, 'retro_action_items')], [[made.body.id], [tea.id]])
    await member.patch(retro, { team_visibility: 'team_only' })
    const again = await pull(opened.timestamp, '', viewer)
    t.strictSame(
      [again.changes.sprint_retros?.deleted, again.changes.retro_action_items?.deleted],
      [[made.body.id], [tea.id]],
      'who looks on has it no longer',
    )
    t.match((await pull()).changes.retro_action_items?.deleted, [])
    await app.owner.delete(`/sprints/${sprint}/`)
    await app.owner.delete(`/tasks/${task}/`)
    await app.runJobs()
  })

  await t.test('then tells only what was written since, and tombstones', async (t) => {
    const { timestamp } = await pull()
    const nothing = await pull(timestamp)
    t.strictSame(
      Object.values(nothing.changes).flatMap((one) => [...one.updated, ...one.deleted]),
      [],
    )
    t.equal(nothing.timestamp, timestamp)
    await app.owner.patch(`/tasks/${dig}/`, { name: 'Dig deep' })
    const gone = await add('Gone')
    await app.owner.delete(`/tasks/${gone}/`)
    const pulled = await pull(timestamp)
    t.strictSame(ids(pulled, 'tasks'), [dig])
    t.equal(pulled.changes.tasks?.updated[0]?.name, 'Dig deep')
    t.strictSame(pulled.changes.tasks?.deleted, [gone])
    t.notOk((await pull()).changes.tasks?.deleted.includes(gone), 'who begins needs no tombstones')
  })

  await t.test('tells of dates that a computation moved, though nobody wrote the task', async (t) => {
    await app.runJobs()
    const { timestamp } = await pull()
    const before = (await pull()).changes.tasks?.updated.find((task) => task.id === pour)?.early_start
    await app.owner.patch(`/tasks/${dig}/`, { duration: 9 })
    const written = await pull(timestamp)
    t.strictSame(ids(written, 'tasks'), [dig])
    await app.runJobs()
    const moved = await pull(written.timestamp)
    t.ok(ids(moved, 'tasks').includes(pour))
    t.ok(String(moved.changes.tasks?.updated.find((task) => task.id === pour)?.early_start) > String(before))
    t.strictSame(ids(await pull(moved.timestamp), 'tasks'), [])
  })

  await t.test('tells of phases that show something else because of what lies below', async (t) => {
    const phase = await add('Phase')
    const child = await add('Child', { parent_id: phase })
    await app.runJobs()
    const { timestamp } = await pull()
    await app.owner.patch(`/tasks/${child}/`, { percent_complete: 50, planned_start: '2026-01-05' })
    const pulled = await pull(timestamp)
    t.strictSame(ids(pulled, 'tasks').sort(), [phase, child].sort())
    t.equal(pulled.changes.tasks?.updated.find((task) => task.id === phase)?.percent_complete, 50)
  })

  await t.test('is read page by page up to the mark of its first page', async (t) => {
    for (let n = 0; n < 7; n++) await add(`Task ${n}`)
    const seen: string[] = []
    const first = await pull('', '&page_size=3')
    t.equal(first.has_more, true)
    const late = await add('Late')
    for (let page = first; ; ) {
      seen.push(...Object.values(page.changes).flatMap((one) => one.updated.map((row) => row.id)))
      t.equal(page.timestamp, first.timestamp)
      if (page.next_cursor === null) break
      page = await pull('', `&page_size=3&cursor=${encodeURIComponent(page.next_cursor)}`)
    }
    t.equal(new Set(seen).size, seen.length, 'each once')
    t.notOk(seen.includes(late))
    const whole = Object.values((await pull()).changes).flatMap((one) => one.updated.map((row) => row.id))
    t.strictSame(new Set([...seen, late]), new Set(whole))
    t.strictSame(ids(await pull(first.timestamp), 'tasks'), [late])
  })

  await t.test('refuses marks and cursors that nobody gave', async (t) => {
    for (const bad of ['-1', 'x', '1.5', '99999999999999999999'])
      t.match(await app.owner.get(`${path}?since=${bad}`), { status: 400, body: { since: [/whole number/] } }, bad)
    for (const bad of [
      'x',
      'WzEsMl0=',
      Buffer.from('[99,0,"00000000-0000-0000-0000-000000000000",1]').toString('base64'),
    ])
      t.match(await app.owner.get(`${path}?cursor=${bad}`), { status: 400, body: { cursor: [/cursor/i] } }, bad)
  })

  await t.test('is for members, who see what they may', async (t) => {
    await app.owner.patch(`/tasks/${dig}/`, { story_points: 5 })
    const points = async (who = app.owner) =>
      (await pull('', '', who)).changes.tasks?.updated.find((task) => task.id === dig)?.story_points
    t.equal(await points(), null, 'managers are not told the points of a team')
    t.equal(await points(viewer), 5)
    const outsider = await app.user('outsider')
    t.equal((await outsider.get(path)).status, 404)
  })
})
