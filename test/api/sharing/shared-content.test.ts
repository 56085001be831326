import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { fieldNames, makeShareable, share, stranger } from './shared.ts'

t.test('what strangers see', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { email: 'ann@secret.example' })
  const anyone = stranger(app)
  const project = await makeShareable(ann, {
    name: 'Bridge & Tunnel <1>',
    start_date: '2026-01-05',
    description: 'top secret plan',
  })
  const make = async (fields: object) => {
    const made = await ann.post('/tasks/', { project: project.id, ...fields })
    if (made.status !== 201) throw new Error(made.text)
    return made.body as { id: string; short_id: string }
  }
  const phase = await make({ name: 'Works', notes: 'secret note' })
  const dig = await make({ name: 'Dig', duration: 5, parent_id: phase.id, status: 'IN_PROGRESS', percent_complete: 40 })
  const pour = await make({ name: 'Pour', duration: 3, parent_id: phase.id, assignee: ann.account.id })
  const opening = await make({ name: 'Opening', is_milestone: true, duration: 0 })
  const idea = await make({ name: 'An idea', status: 'BACKLOG' })
  const held = await make({ name: 'Held up', status: 'ON_HOLD' })
  const trashed = await make({ name: 'Trashed' })
  for (const [predecessor, successor, dep_type, lag] of [
    [dig, pour, 'FS', 2],
    [pour, opening, 'FS', 0],
  ] as const) {
    const made = await ann.post('/dependencies/', {
      predecessor: predecessor.id,
      successor: successor.id,
      dep_type,
      lag,
    })
    t.equal(made.status, 201, made.text)
  }
  await ann.delete(`/tasks/${trashed.id}/`)
  await app.runJobs()
  const read = async (body: object) => (await anyone.get((await share(ann, project.id, body)).path)).body

  t.test('a board: its columns without the backlog, cards without people', async (t) => {
    const board = await read({})
    t.match(board, {
      content_kind: 'board',
      project: { name: 'Bridge & Tunnel <1>', short_id: project.code },
      show_assignees: false,
      truncated: false,
    })
    const names = board.columns.map((column: { key: string; label: string; cards: { name: string }[] }) => [
      column.key,
      column.label,
      column.cards.map((card) => card.name).sort(),
    ])
    t.strictSame(names, [
      ['NOT_STARTED', 'To Do', ['Opening', 'Pour']],
      ['IN_PROGRESS', 'In Progress', ['Dig', 'Works']],
      ['REVIEW', 'Review', []],
      ['COMPLETE', 'Done', []],
    ])
    const card = board.columns[1].cards.find((each: { name: string }) => each.name === 'Dig')
    t.strictSame(card, {
      short_id: dig.short_id,
      name: 'Dig',
      status: 'IN_PROGRESS',
      is_milestone: false,
      percent_complete: 40,
      due_date: (await ann.get(`/tasks/${dig.id}/`)).body.early_finish,
      assignee: null,
    })
    t.ok(card.due_date)
  })

  t.test('a schedule: dates, float-free, edges by reference', async (t) => {
    const schedule = await read({ content_kind: 'schedule' })
    const names = schedule.tasks.map((task: { name: string }) => task.name)
    t.strictSame(names, ['Works', 'Dig', 'Pour', 'Opening', 'Held up'])
    t.notOk(JSON.stringify(schedule).includes(idea.short_id))
    const own = (await ann.get(`/tasks/${pour.id}/`)).body
    t.strictSame(schedule.tasks[2], {
      name: 'Pour',
      status: 'NOT_STARTED',
      wbs_path: '1.2',
      duration: 3,
      is_milestone: false,
      percent_complete: 0,
      planned_start: own.planned_start,
      early_start: own.early_start,
      early_finish: own.early_finish,
      scheduled_start: own.scheduled_start,
      is_critical: true,
      assignee: null,
      short_id: pour.short_id,
    })
    t.equal(schedule.tasks[0].percent_complete, (await ann.get(`/tasks/${phase.id}/`)).body.percent_complete)
    t.strictSame(schedule.dependencies, [
      { predecessor_short_id: dig.short_id, successor_short_id: pour.short_id, dep_type: 'FS', lag: 2 },
      { predecessor_short_id: pour.short_id, successor_short_id: opening.short_id, dep_type: 'FS', lag: 0 },
    ])
    t.equal(held.short_id, schedule.tasks[4].short_id)
  })

  t.test('people and milestones only when the link says so', async (t) => {
    const board = await read({ show_assignees: true })
    const cards = board.columns.flatMap((column: { cards: object[] }) => column.cards)
    t.match(
      cards.find((card: { name: string }) => card.name === 'Pour'),
      { assignee: 'ann' },
    )
    const schedule = await read({ content_kind: 'schedule', show_assignees: true, show_milestone_dates: false })
    t.strictSame(
      schedule.tasks.map((task: { name: string }) => task.name),
      ['Works', 'Dig', 'Pour', 'Held up'],
    )
    t.equal(schedule.tasks[2].assignee, 'ann')
    t.equal(schedule.dependencies.length, 1, 'nor a link to one that is not shown')
    t.match(schedule, { show_milestone_dates: false, show_assignees: true })
  })

  t.test('no ids, addresses, notes or anything else leaves', async (t) => {
    for (const body of [{}, { content_kind: 'schedule' }, { content_kind: 'schedule', show_assignees: true }]) {
      const link = await share(ann, project.id, body)
      for (const accept of ['application/json', 'text/html']) {
        const { text } = await anyone.get(link.path, { Accept: accept })
        t.notMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/, 'ids')
        t.notMatch(text, /secret/i, 'notes, descriptions, addresses')
        t.notOk(text.includes(link.token))
        if (!('show_assignees' in body)) t.notOk(text.includes('>ann<') || text.includes('"ann"'))
      }
    }
    const allowed =
      `content_kind project name short_id columns key label cards status is_milestone percent_complete due_date
      assignee show_assignees truncated tasks wbs_path duration planned_start early_start early_finish scheduled_start
      is_critical dependencies predecessor_short_id successor_short_id dep_type lag show_milestone_dates`.split(/\s+/)
    const seen = new Set([...fieldNames(await read({})), ...fieldNames(await read({ content_kind: 'schedule' }))])
    t.strictSame([...seen].sort(), [...allowed].sort())
  })
})

t.test('large boards and schedules are cut and say so', async (t) => {
  const app = await startApp(t, { env: { SVC_SHARE_BOARD_MAX_CARDS: '3', SVC_SHARE_SCHEDULE_MAX_TASKS: '2' } })
  const ann = await app.user('ann')
  const { id } = await makeShareable(ann)
  const tasks: { id: string }[] = []
  for (const name of ['a', 'b', 'c']) tasks.push((await ann.post('/tasks/', { project: id, name })).body)
  await ann.post('/dependencies/', { predecessor: tasks[1]?.id, successor: tasks[2]?.id, dep_type: 'FS' })
  const [board, schedule] = [await share(ann, id), await share(ann, id, { content_kind: 'schedule' })]
  const read = async (path: string) => (await stranger(app).get(path)).body
  t.equal((await read(board.path)).truncated, false)
  await ann.post('/tasks/', { project: id, name: 'd' })
  const cut = await read(board.path)
  t.equal(cut.truncated, true)
  t.equal(cut.columns.flatMap((column: { cards: object[] }) => column.cards).length, 3)
  const shown = await read(schedule.path)
  t.equal(shown.truncated, true)
  t.strictSame(
    shown.tasks.map((task: { name: string }) => task.name),
    ['a', 'b'],
  )
  t.strictSame(shown.dependencies, [], 'edges to what is cut off are not told')
})
