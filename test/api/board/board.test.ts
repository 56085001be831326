import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const STATUSES = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'COMPLETE']
const columns = (more: Record<string, object> = {}) => STATUSES.map((status) => ({ status, ...more[status] }))

t.test('the columns of the board', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const scheduler = await project.member(200)
  const path = `/projects/${project.id}/board-config/`
  const task = (status: string) => app.owner.post('/tasks/', { project: project.id, name: 'T', status })

  await t.test('a project that said nothing has those of everybody, with how full they are', async (t) => {
    for (const status of ['IN_PROGRESS', 'ON_HOLD', 'BACKLOG', 'REVIEW', 'REVIEW', 'REVIEW']) await task(status)
    const { body } = await viewer.get(path)
    t.match(body.columns, [
      { status: 'BACKLOG', label: 'Backlog', color: '#94A3B8', current_count: 2, wip_limit: null, breach: null },
      { status: 'NOT_STARTED', label: 'To Do', current_count: 0 },
      { status: 'IN_PROGRESS', wip_limit: 5, current_count: 1, breach: 'ok' },
      { status: 'REVIEW', wip_limit: 3, current_count: 3, breach: 'at' },
      { status: 'COMPLETE', label: 'Done', age_threshold_days: null, visible: true },
    ])
  })

  await t.test('Resource Managers replace them; a limit tells and refuses no task', async (t) => {
    const sent = columns({ REVIEW: { label: 'Look', wip_limit: 2, age_threshold_days: 4, visible: false } })
    const changed = await scheduler.put(path, { columns: sent.toReversed() })
    t.equal(changed.status, 200)
    t.match(changed.body.columns[1], { status: 'REVIEW', label: 'Look', wip_limit: 2, breach: 'over', visible: false })
    t.match(changed.body.columns[0], { status: 'COMPLETE', label: 'Done', color: null }, 'in the order sent')
    t.equal((await task('REVIEW')).status, 201)
    t.match((await viewer.get(path)).body.columns[1], { current_count: 4 })
    const [frame] = await framesOf(app, 'board_config_updated')
    t.match(frame, { columns: [{ status: 'COMPLETE' }, { label: 'Look' }] })
  })

  await t.test('what is no board is refused', async (t) => {
    const before = await app.sql('select * from board_configs')
    const wrong = [
      {},
      { columns: columns().slice(1) },
      { columns: [...columns(), { status: 'BACKLOG' }] },
      { columns: columns({ REVIEW: { status: 'ON_HOLD' } }) },
      { columns: columns({ REVIEW: { wip_limit: 0 } }) },
      { columns: columns({ REVIEW: { age_threshold_days: 1.5 } }) },
      { columns: columns({ REVIEW: { color: 'red' } }) },
      { columns: columns({ REVIEW: { label: 'x'.repeat(33) } }) },
    ]
    for (const body of wrong) {
      const refused = await scheduler.put(path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, ['columns']], JSON.stringify(body).slice(0, 100))
    }
    t.equal((await member.put(path, { columns: columns() })).status, 403)
    t.same(await app.sql('select * from board_configs'), before)
  })
})

t.test('saved views of the board', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const other = await project.member(100)
  const scheduler = await project.member(200)
  const path = `/projects/${project.id}/board-views/`

  await t.test('members save them for everyone; what is not said has its usual value, unknown keys go', async (t) => {
    const made = await member.post(path, { name: ' Mine ', config: { sort: 'start_date', sparkle: true } })
    t.equal(made.status, 201)
    const { config, ...view } = made.body
    t.match(view, { name: 'Mine', schema_version: 1, created_by: member.account.id, server_version: 1 })
    t.same(config, {
      sort: 'start_date',
      evm_mode: 'off',
      show_wip: false,
      show_col_tints: true,
      show_cost: false,
      risk_linked_only: false,
      filter_assignees: [],
      filter_priority: [],
      filter_due: [],
      filter_labels: [],
    })
    await member.post(path, { name: 'Late', config: { filter_due: ['overdue'] } })
    t.match((await viewer.get(path)).body, [{ name: 'Late' }, { name: 'Mine' }])
    t.equal((await viewer.post(path, { name: 'X', config: {} })).status, 403)
  })

  await t.test('who made a view changes it, and so do Resource Managers; others do not', async (t) => {
    const [late, mine] = (await viewer.get(path)).body
    const changed = await member.patch(`${path}${mine.id}/`, { name: 'Ours' })
    t.match(changed.body, { name: 'Ours', config: { sort: 'start_date' }, server_version: 2 })
    t.match((await scheduler.patch(`${path}${mine.id}/`, { config: { show_wip: true } })).body.config, {
      show_wip: true,
      sort: 'priority',
    })
    for (const user of [viewer, other]) {
      t.equal((await user.patch(`${path}${mine.id}/`, { name: 'X' })).status, 403)
      t.equal((await user.delete(`${path}${mine.id}/`)).status, 403)
    }
    t.equal((await scheduler.delete(`${path}${late.id}/`)).status, 204)
    t.equal((await member.delete(`${path}${late.id}/`)).status, 404)
    t.same(await framesOf(app, 'board_view_deleted'), [{ id: late.id }])
    t.equal((await framesOf(app, 'board_view_updated')).length, 2)
  })

  await t.test('names are one; wrong choices are refused by field', async (t) => {
    const refused = async (body: object) => {
      const { status, body: told } = await member.post(path, body)
      return [status, Object.keys(told)]
    }
    t.same(await refused({ name: 'OURS', config: {} }), [400, ['name']])
    t.same(await refused({ name: 'x'.repeat(65), config: {} }), [400, ['name']])
    t.same(await refused({ name: 'X' }), [400, ['config']])
    t.same(await refused({ name: 'X', config: { sort: 'luck' } }), [400, ['config']])
    t.same(await refused({ name: 'X', config: { filter_due: ['never'] } }), [400, ['config']])
    t.ok((await member.post(path, { name: 'Late', config: {} })).body.id, 'a removed view frees its name')
    await app.sql(
      `insert into board_views select (jsonb_populate_record(null::board_views, to_jsonb(v) || jsonb_build_object(
         'id', gen_random_uuid(), 'name', 'View ' || n, 'folded_name', 'view ' || n))).*
       from (select * from board_views where not is_deleted limit 1) v, generate_series(1, 198) n`,
    )
    t.match(await member.post(path, { name: 'One more', config: {} }), { status: 400, body: { detail: String } })
    t.equal((await member.get(path)).body.length, 200)
  })
})
