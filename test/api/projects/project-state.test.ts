import t from 'tap'
import { awaitsRecompute, joinProject, makeProject, socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { datesBetween, putDates } from '../../support/task-dates.ts'

t.test('states of a project', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')

  /** As every write of a task or a pass does. */
  const moveCursor = (taskId: string) =>
    app.sql(
      `update project_counters set sync_seq = sync_seq + 1 where project_id = (select project_id from tasks where id = $1)`,
      [taskId],
    )

  async function addTask(projectId: string, values: { number: number; name?: string; status?: string }) {
    const rows = await app.sql<{ id: string }>(
      `insert into tasks (id, project_id, number, name, status, wbs_order)
       values (gen_random_uuid(), $1, $2, $3, $4, array[$2::int]) returning id`,
      [projectId, values.number, values.name ?? `Task ${values.number}`, values.status ?? 'NOT_STARTED'],
    )
    const id = rows[0]?.id as string
    await moveCursor(id)
    return id
  }

  async function schedule(taskId: string, totalFloat: number, isCritical: boolean) {
    const more = { total_float: totalFloat, is_critical: isCritical }
    await putDates(app, taskId, datesBetween('2026-01-05', '2026-01-09', more))
    await moveCursor(taskId)
  }

  t.test('an archived project refuses every write but the way back', async (t) => {
    const { id } = await makeProject(ann)
    await joinProject(app, id, bob, 300)
    t.equal((await bob.post(`/projects/${id}/archive/`)).status, 403)
    const archived = await ann.post(`/projects/${id}/archive/`)
    t.match(archived, { status: 200, body: { is_archived: true, archived_by: ann.account.id, archived_at: /T/ } })
    t.equal((await ann.post(`/projects/${id}/archive/`)).body.archived_at, archived.body.archived_at)
    for (const refused of [
      await ann.patch(`/projects/${id}/`, { name: 'x' }),
      await ann.put(`/projects/${id}/`, { name: 'x', start_date: '2026-01-05' }),
      await ann.post(`/projects/${id}/transfer/`, { new_owner_user_id: bob.account.id }),
      await ann.post(`/projects/${id}/members/`, { user: ann.account.id }),
      await ann.put(`/projects/${id}/calendars/`, { overlays: [] }),
    ]) {
      t.equal(refused.status, 403)
      t.strictSame(Object.keys(refused.body), ['detail'])
    }
    t.equal((await ann.get(`/projects/${id}/`)).status, 200)
    t.equal((await bob.post(`/projects/${id}/unarchive/`)).status, 403)
    const back = await ann.post(`/projects/${id}/unarchive/`)
    t.match(back.body, { is_archived: false, archived_at: null, archived_by: null })
    await ann.post(`/projects/${id}/unarchive/`)
    t.strictSame(await socketEvents(app, id), ['project_created', 'project_archived', 'project_unarchived'])
  })

  t.test('a deleted project is in the trash of its members, and its Owner takes it out', async (t) => {
    const { id } = await makeProject(ann)
    const other = await makeProject(ann)
    const [here, goneBefore, there] = [
      await addTask(id, { number: 1 }),
      await addTask(id, { number: 2 }),
      await addTask(other.id, { number: 1 }),
    ]
    await app.sql(`update tasks set is_deleted = true, deleted_at = '2026-01-01' where id = $1`, [goneBefore])
    await app.sql(
      `insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id)
       values (gen_random_uuid(), $1, $2, $3, $4)`,
      [here, there, id, other.id],
    )
    await joinProject(app, id, bob, 300)
    t.equal((await bob.delete(`/projects/${id}/`)).status, 403)
    t.equal((await ann.delete(`/projects/${id}/`)).status, 204)
    t.equal((await ann.get(`/projects/${id}/`)).status, 404)
    t.ok(await awaitsRecompute(app, other.id), 'the linked project is computed without the link')
    t.strictSame(await app.sql('select 1 from dependencies where not is_deleted'), [])
    const trash = await bob.get('/projects/trash/')
    t.match(trash.body, [
      { id, deleted_by: ann.account.id, deleted_by_name: 'ann', days_remaining: 30, retention_days: 30, my_role: 300 },
    ])
    t.equal(trash.body[0].can_restore, false)
    t.equal((await bob.post(`/projects/${id}/restore/`)).status, 403)
    const restored = await ann.post(`/projects/${id}/restore/`)
    t.equal(restored.status, 200, restored.text)
    t.match(restored.body, { id, is_archived: false, my_role: 400 })
    t.equal((await ann.post(`/projects/${id}/restore/`)).status, 404)
    t.equal((await app.sql('select 1 from dependencies where not is_deleted')).length, 1)
    const live = await app.sql('select id from tasks where project_id = $1 and not is_deleted', [id])
    t.strictSame(live, [{ id: here }], 'what had been deleted before stays deleted')
    t.ok(await awaitsRecompute(app, id))
    t.strictSame(await socketEvents(app, id), [
      'project_created',
      'project_deleted',
      'dependencies_bulk_created',
      'project_restored',
    ])
  })

  t.test('what is longer in the trash than it is kept is gone', async (t) => {
    const { id } = await makeProject(ann)
    await ann.delete(`/projects/${id}/`)
    await app.sql(`update projects set deleted_at = now() - interval '31 days' where id = $1`, [id])
    t.notOk((await ann.get('/projects/trash/')).body.some((row: { id: string }) => row.id === id))
    t.equal((await ann.post(`/projects/${id}/restore/`)).status, 404)
  })

  t.test('only an archived project is deleted for good, and its key is never given again', async (t) => {
    const { id } = await makeProject(ann, { code: 'GONE' })
    const task = await addTask(id, { number: 1 })
    await schedule(task, 0, true)
    const early = await ann.delete(`/projects/${id}/?force=true`)
    t.equal(early.status, 400)
    t.strictSame(Object.keys(early.body), ['detail'])
    await ann.post(`/projects/${id}/archive/`)
    t.equal((await ann.delete(`/projects/${id}/?force=yes`)).status, 204)
    t.strictSame(await app.sql('select 1 from projects where id = $1', [id]), [])
    t.strictSame(await app.sql('select 1 from tasks where project_id = $1', [id]), [])
    t.strictSame(await app.sql('select 1 from schedule_blocks where project_id = $1', [id]), [])
    t.equal((await socketEvents(app, id)).at(-1), 'project_hard_deleted')
    const again = await ann.post('/projects/', { name: 'x', start_date: '2026-01-05', code: 'gone' })
    t.strictSame(Object.keys(again.body), ['code'])
  })

  t.test('ownership is handed to a member, and the giver becomes Project Manager', async (t) => {
    const { id } = await makeProject(ann)
    const cleo = await app.user('cleo')
    await joinProject(app, id, bob, 100)
    const transfer = (body: object) => ann.post(`/projects/${id}/transfer/`, body)
    t.equal((await transfer({ new_owner_user_id: '00000000-0000-7000-8000-000000000000' })).status, 404)
    t.match(await transfer({ new_owner_user_id: cleo.account.id }), { status: 400, body: { detail: /member/ } })
    t.match(await transfer({ new_owner_user_id: ann.account.id }), { status: 200, body: { my_role: 400 } })
    t.equal((await bob.post(`/projects/${id}/transfer/`, { new_owner_user_id: bob.account.id })).status, 403)
    t.match(await transfer({ new_owner_user_id: bob.account.id }), { status: 200, body: { my_role: 300 } })
    t.equal((await bob.get(`/projects/${id}/`)).body.my_role, 400)
    const rows = await app.sql<{ socket_payload: string }>(
      `select socket_payload from outbox_events where channel = $1 and socket_name = 'project_transferred'`,
      [id],
    )
    t.strictSame(
      rows.map((row) => JSON.parse(row.socket_payload)),
      [{ id, new_owner_id: bob.account.id }],
    )
  })

  t.test('the status summary counts unfinished tasks by float and path', async (t) => {
    const { id } = await makeProject(ann)
    t.strictSame((await ann.get(`/projects/${id}/status-summary/`)).body, {
      task_count: 0,
      health_band: 'on_track',
      health_band_source: 'derived',
      at_risk_count: 0,
      critical_count: 0,
      at_risk_tasks: [],
      critical_tasks: [],
      monte_carlo_p80: null,
      last_saved: null,
      recalculated_at: null,
    })
    const late = await addTask(id, { number: 10, name: 'Late' })
    const tight = await addTask(id, { number: 2, name: 'Tight' })
    await schedule(late, -2, false)
    await schedule(tight, 5, false)
    await schedule(await addTask(id, { number: 3 }), 6, false)
    await schedule(await addTask(id, { number: 4, status: 'COMPLETE' }), 0, true)
    await addTask(id, { number: 5 })
    const atRisk = await ann.get(`/projects/${id}/status-summary/`)
    t.match(atRisk.body, { task_count: 5, health_band: 'at_risk', at_risk_count: 2, critical_count: 0 })
    t.strictSame(atRisk.body.at_risk_tasks, [
      { id: late, name: 'Late', wbs: '10' },
      { id: tight, name: 'Tight', wbs: '2' },
    ])
    for (const number of [11, 12, 13, 14, 15, 9]) await schedule(await addTask(id, { number }), 0, true)
    await app.sql(`update tasks set edited_at = '2026-02-03T04:05:06Z' where id = $1`, [tight])
    await app.sql(`update projects set recalculated_at = '2026-02-03T05:00:00Z' where id = $1`, [id])
    for (const [takenAt, p80] of [
      ['2026-02-01', '2026-05-01'],
      ['2026-02-02', '2026-06-01'],
    ]) {
      await app.sql(
        `insert into monte_carlo_runs (id, project_id, taken_at, runs, seed, task_count, p50, p80, p95, status_date,
           in_history, detail)
         values (gen_random_uuid(), $1, $2, 1000, 1, 5, '2026-04-01', $3, '2026-07-01', '2026-02-01', true, '{}')`,
        [id, takenAt, p80],
      )
    }
    const critical = await ann.get(`/projects/${id}/status-summary/`)
    t.match(critical.body, {
      health_band: 'critical',
      health_band_source: 'derived',
      critical_count: 6,
      at_risk_count: 8,
      monte_carlo_p80: '2026-06-01',
      last_saved: '2026-02-03T04:05:06.000Z',
      recalculated_at: '2026-02-03T05:00:00.000Z',
    })
    t.strictSame(
      critical.body.critical_tasks.map((task: { wbs: string }) => task.wbs),
      ['9', '11', '12', '13', '14'],
    )
    await ann.patch(`/projects/${id}/`, { health: 'ON_TRACK' })
    t.match((await ann.get(`/projects/${id}/status-summary/`)).body, {
      health_band: 'on_track',
      health_band_source: 'reported',
      critical_count: 6,
    })
  })

  t.test('the health list leaves out drafts and archived projects', async (t) => {
    const dan = await app.user('dan')
    const second = await makeProject(dan, { name: 'Second', health: 'CRITICAL' })
    const first = await makeProject(dan, { name: 'First' })
    await makeProject(dan, { name: 'Draft', lifecycle: 'draft' })
    const archived = await makeProject(dan, { name: 'Archived' })
    await dan.post(`/projects/${archived.id}/archive/`)
    t.strictSame((await dan.get('/projects/health-summary/')).body, [
      {
        id: first.id,
        name: 'First',
        health_band: 'on_track',
        health_band_source: 'derived',
        at_risk_count: 0,
        critical_count: 0,
      },
      {
        id: second.id,
        name: 'Second',
        health_band: 'critical',
        health_band_source: 'reported',
        at_risk_count: 0,
        critical_count: 0,
      },
    ])
  })
})
