import t from 'tap'
import { setStage } from '../sprints/sprint-stage.ts'
import { announced, framesOf } from '../tasks/support/read-outbox.ts'

t.test('the product backlog and the queue of a project', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, manager, outsider, owner } = stage
  const at = `/projects/${project.id}`
  const story = (name: string, more: object = {}) => stage.task({ name, type: 'story', status: 'BACKLOG', ...more })
  const epic = await stage.task({ name: 'Harbour', type: 'epic' })
  const quay = await story('Quay', { parent_epic: epic, story_points: 5 })
  const crane = await story('Crane', { story_points: 8 })
  const lamp = await story('Lamp')
  await stage.task({ name: 'Sold', parent_epic: epic, story_points: 3, status: 'COMPLETE' })
  const read = async (user = member) => (await user.get(`${at}/product-backlog/`)).body
  const all = async () => {
    const { epics, ungrouped } = await read()
    return [...epics.flatMap((one: { stories: object[] }) => one.stories), ...ungrouped] as Row[]
  }
  const versions = async (order: string[]) => {
    const known = new Map((await all()).map((row) => [row.id, row.server_version]))
    return order.map((id) => ({ id, server_version: known.get(id) ?? 1 }))
  }

  await t.test('stories stand under their epics, which add up all of theirs', async (t) => {
    const body = await read(viewer)
    t.match(body.epics, [
      {
        id: epic,
        stories: [{ id: quay, story_points: 5 }],
        rollup: { story_count: 2, points_total: 8, points_done: 3 },
      },
    ])
    t.same(
      body.ungrouped.map((row: Row) => row.id),
      [crane, lamp],
    )
    t.match(body.health, { dor_pct: 0, ready_count: 0, unestimated: 1, story_count: 3, capacity_points: null })
    t.match(body.scoring, { model: 'none' })
    t.equal((await outsider.get(`${at}/product-backlog/`)).status, 404)
  })

  await t.test('readiness counts criteria, and the capacity is of the sprint under way', async (t) => {
    await owner.post('/acceptance-criteria/', { task: crane, text: 'Lifts', met: true })
    await owner.patch(`/tasks/${crane}/`, { dor: 'ready' })
    await stage.activate(await stage.sprint({ capacity_points: 21 }))
    t.match((await read()).health, {
      dor_pct: 33,
      ready_count: 1,
      ready_points: 8,
      ac_met: 1,
      ac_total: 1,
      capacity_points: 21,
    })
  })

  await t.test('managers see the order and not the points of the team', async (t) => {
    const body = await read(manager)
    t.match(body.epics, [
      { rollup: { story_count: 2, points_total: null, points_done: null }, stories: [{ story_points: null }] },
    ])
    t.match(body.health, { ready_points: null, ready_count: 1 })
  })

  await t.test('managers and the Product Owner put it into an order, whole and as it stands', async (t) => {
    const order = async (ids: string[], user = manager) =>
      user.post(`${at}/product-backlog/reorder/`, { stories: await versions(ids) })
    t.equal((await order([lamp, crane, quay], member)).status, 403)
    await app.sql('update project_members set is_product_owner = true where account_id = $1', [member.account.id])
    await stage.clearOutbox()
    t.same((await order([lamp, crane, quay], member)).body, { updated: 3 })
    t.same((await order([lamp, crane, quay])).body, { updated: 0 })
    t.same(await framesOf(app, 'backlog_reranked'), [{ project_id: project.id }])
    t.same(
      (await read()).ungrouped.map((row: Row) => [row.id, row.priority_rank]),
      [
        [lamp, 1],
        [crane, 2],
      ],
    )
    t.match(await order([crane, lamp]), { status: 409, body: { conflicts: [quay] } })
    t.equal((await order([crane, lamp, quay, project.id])).status, 409)
    for (const stories of [
      [],
      [{ id: lamp }],
      [{ id: lamp, server_version: true }],
      [
        { id: lamp, server_version: 1 },
        { id: lamp, server_version: 1 },
      ],
    ])
      t.equal((await manager.post(`${at}/product-backlog/reorder/`, { stories })).status, 400)
  })

  await t.test('of two orders at once one wins whole, and the other is told what changed', async (t) => {
    const orders = [await versions([quay, lamp, crane]), await versions([crane, lamp, quay])]
    const answers = await Promise.all(
      orders.map((stories) => manager.post(`${at}/product-backlog/reorder/`, { stories })),
    )
    t.same(answers.map((answer) => answer.status).sort(), [200, 409])
    const won = orders[answers.findIndex((answer) => answer.status === 200)]?.map((row) => row.id)
    t.same(
      (await all()).sort((a, b) => a.priority_rank - b.priority_rank).map((row) => row.id),
      won,
    )
  })

  await t.test('scores rank it by the model of the project', async (t) => {
    const rank = (user = manager) => user.post(`${at}/product-backlog/auto-rank/`)
    await owner.patch(`${at}/`, { prioritization_model: 'value_effort' })
    for (const [id, value] of [
      [crane, 2],
      [quay, 9],
    ] as const)
      await owner.patch(`/tasks/${id}/`, { value, effort_estimate: 1 })
    t.equal((await rank(viewer)).status, 403)
    t.match((await rank()).body, { model: 'value_effort' })
    t.match((await rank()).body, { reranked: 0 })
    t.same(
      (await all()).sort((a, b) => a.priority_rank - b.priority_rank).map((row) => row.id),
      [quay, crane, lamp],
    )
  })

  await t.test('a part of what is planned and open is put into a queue', async (t) => {
    const [first, second] = [await stage.task({ name: 'First' }), await stage.task({ name: 'Second' })]
    const queue = (tasks: unknown, user = manager) => user.post(`${at}/queue/reorder/`, { tasks })
    const rows = [
      { id: second, server_version: 1 },
      { id: first, server_version: 1 },
    ]
    await stage.clearOutbox()
    t.equal((await queue(rows, viewer)).status, 403)
    t.same((await queue(rows)).body, { updated: 2 })
    t.same(await announced(app), ['queue_reordered'])
    t.match(await queue(rows), { status: 409, body: { conflicts: [second, first] } })
    t.equal((await owner.get(`/tasks/${first}/`)).body.priority_rank, 20)
    t.same(
      Object.keys((await queue([{ id: quay, server_version: 1 }])).body),
      ['tasks'],
      'what lies in the backlog is in no queue',
    )
  })
})

interface Row {
  readonly id: string
  readonly server_version: number
  readonly priority_rank: number
}

t.test('a card is put where it is to be in its column of the board', async (t) => {
  const { app, member, manager, scheduler, viewer, task } = await setStage(t)
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push(await task({ name, assignee: member.account.id }))
  const [a, b, c, d] = ids as [string, string, string, string]
  const done = await task({ name: 'Done', status: 'COMPLETE' })
  const place = (id: string, body: object, user = manager) => user.post(`/tasks/${id}/reorder/`, body)
  const ranks = async () => {
    const rows = await app.sql<{ id: string; rank: number | null }>(
      'select id, priority_rank as rank from tasks where id = any($1) order by priority_rank nulls last, number',
      [[...ids, done]],
    )
    return rows.map(({ id, rank }) => [ids.indexOf(id), rank])
  }

  await t.test('what has no ranks yet gets them, and each is told', async (t) => {
    const placed = await place(d, { before_id: b })
    const others = [a, b, c].map((id, index) => ({ id, priority_rank: [10, 30, 40][index] }))
    t.same(placed.body, { id: d, priority_rank: 20, renormalized: others })
    t.same(await ranks(), [
      [0, 10],
      [3, 20],
      [1, 30],
      [2, 40],
      [-1, null],
    ])
    t.equal((await framesOf(app, 'tasks_reordered')).length, 1)
  })

  await t.test('between two there is room, until there is none', async (t) => {
    t.same((await place(c, { after_id: a }, member)).body, { id: c, priority_rank: 15, renormalized: [] })
    t.same((await place(a, { to_end: true })).body, { id: a, priority_rank: 40, renormalized: [] })
    for (const id of [b, a, b, a, b]) await place(id, { before_id: c })
    t.same(
      (await ranks()).map(([index]) => index),
      [0, 1, 2, 3, -1],
    )
    t.match((await place(a, { before_id: c })).body, { id: a })
    const rows = (await ranks()).slice(0, 4).map(([, rank]) => rank as number)
    t.same([...new Set(rows)].length, 4, 'no two have one rank')
  })

  await t.test('at its own place nothing changes and nobody is told', async (t) => {
    const [first, second] = (await ranks()).map(([index]) => ids[index as number] as string)
    await app.sql('delete from outbox_events')
    t.match((await place(first as string, { before_id: second })).body, { id: first, renormalized: [] })
    t.same(await framesOf(app, 'tasks_reordered'), [])
  })

  await t.test('by who may edit it, beside a card of the same column', async (t) => {
    for (const user of [viewer, scheduler]) t.equal((await place(a, { to_end: true }, user)).status, 403)
    for (const body of [{}, { to_end: false }, { before_id: b, to_end: true }, { after_id: a }, { before_id: done }])
      t.match(await place(a, body), { status: 400, body: { detail: String } }, JSON.stringify(body))
    t.equal((await place(a, { before_id: 'x' })).status, 400)
  })
})
