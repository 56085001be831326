import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

// 2026-01-05 is a Monday; without a calendar Monday to Friday work.

t.test('constraints and deadlines of tasks', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  await app.sql(`update projects set start_date = '2026-01-05', status_date = '2026-01-05' where id = $1`, [project.id])
  const make = async (name: string, duration: number, more: object = {}): Promise<string> =>
    (await app.owner.post('/tasks/', { project: project.id, name, duration, ...more })).body.id
  const a = await make('A', 3)
  const b = await make('B', 2)
  await app.owner.post('/dependencies/', { predecessor: a, successor: b })
  const address = `/tasks/${b}/constraint/`
  const datesOf = async (id: string) => {
    await app.runJobs()
    const { body } = await app.owner.get(`/tasks/${id}/`)
    return [body.early_start, body.early_finish, body.total_float, body.is_critical]
  }

  await t.test('a task is held to nothing at first, and the task itself says nothing of it', async (t) => {
    const { status, body } = await app.owner.get(address)
    t.same(
      [status, body],
      [200, { task: b, constraint_type: 'ASAP', constraint_date: null, deadline: null, milestone_at: null }],
    )
    t.notOk('deadline' in (await app.owner.get(`/tasks/${b}/`)).body)
  })

  await t.test('what is put is stored whole, told, and computed with', async (t) => {
    const before = (await app.owner.get(`/tasks/${b}/`)).body.server_version
    const put = await app.owner.put(address, { constraint_type: 'MSO', constraint_date: '2026-01-06' })
    t.same([put.status, put.body.constraint_date, put.body.deadline], [200, '2026-01-06', null])
    t.equal((await app.owner.get(`/tasks/${b}/`)).body.server_version, before + 1)
    t.same(await datesOf(b), ['2026-01-06', '2026-01-07', 0, true])
    t.same(await datesOf(a), ['2026-01-05', '2026-01-07', -2, true], 'float below zero before a pin')
    const why = await app.owner.get(`/projects/${project.id}/schedule/derivation/?quantity=early_start&task_id=${b}`)
    t.match(why.body.binding, { kind: 'constraint_mso', imposed_date: '2026-01-06', is_binding: true })
    t.equal((await app.owner.put(address, { deadline: '2026-01-08' })).body.constraint_type, 'ASAP')
    t.same(await datesOf(b), ['2026-01-08', '2026-01-09', -1, true])
    const late = await app.owner.get(`/projects/${project.id}/schedule/derivation/?quantity=late_finish&task_id=${b}`)
    t.match(late.body.binding, { kind: 'deadline', imposed_date: '2026-01-08' })
  })

  await t.test('the same again leaves no trace', async (t) => {
    const { server_version: before } = (await app.owner.get(`/tasks/${b}/`)).body
    t.equal((await app.owner.put(address, { deadline: '2026-01-08' })).status, 200)
    t.equal((await app.owner.get(`/tasks/${b}/`)).body.server_version, before)
  })

  await t.test(
    'a milestone at the end of its day costs what follows no day, here and in what is exported',
    async (t) => {
      const flag = await make('Flag', 0, { is_milestone: true })
      const after = await make('After', 1)
      await app.owner.post('/dependencies/', { predecessor: a, successor: flag })
      await app.owner.post('/dependencies/', { predecessor: flag, successor: after })
      const at = `/tasks/${flag}/constraint/`
      t.same([(await datesOf(flag))[0], (await datesOf(after))[0]], ['2026-01-08', '2026-01-09'])
      t.equal((await app.owner.put(at, { milestone_at: 'end_of_day' })).body.milestone_at, 'end_of_day')
      t.same([(await datesOf(flag))[0], (await datesOf(after))[0]], ['2026-01-07', '2026-01-08'])
      for (const format of ['json', 'xer', 'pmxml']) {
        const file = await app.owner.get(`/projects/${project.id}/export/plan.${format}`)
        const back = await buildProject(app)
        const sent = await app.owner.upload(`/projects/${back.id}/import/planfile/`, {
          name: `plan.${format}`,
          bytes: format === 'json' ? JSON.stringify(file.body) : file.text,
        })
        t.ok(sent.status < 300, `${format}: ${sent.text}`)
        await app.runJobs()
        // An import takes the day it comes on as the data date, before which nothing is planned.
        await app.sql(`update projects set start_date = '2026-01-05', status_date = '2026-01-05' where id = $1`, [
          back.id,
        ])
        await app.owner.post('/tasks/', { project: back.id, name: 'Later', duration: 1 })
        await app.runJobs()
        const rows = (await app.owner.get(`/tasks/?project=${back.id}`)).body.results as Record<string, string>[]
        const startOf = (called: string) => rows.find((row) => row.name === called)?.early_start
        t.same([startOf('Flag'), startOf('After')], ['2026-01-07', '2026-01-08'], format)
      }
      t.match(Object.keys((await app.owner.put(at, { milestone_at: 'noon' })).body), ['milestone_at'])
      await app.owner.delete(at)
      t.same([(await datesOf(flag))[0], (await datesOf(after))[0]], ['2026-01-08', '2026-01-09'])
      for (const id of [flag, after]) await app.owner.delete(`/tasks/${id}/`)
    },
  )

  await t.test('it is lifted as a whole', async (t) => {
    t.equal((await app.owner.delete(address)).status, 204)
    t.match((await app.owner.get(address)).body, { constraint_type: 'ASAP', deadline: null })
    t.same(await datesOf(b), ['2026-01-08', '2026-01-09', 0, true])
  })

  await t.test('what no constraint can be is refused by field and changes nothing', async (t) => {
    const refused: [body: object, field: string][] = [
      [{ constraint_type: 'SOON' }, 'constraint_type'],
      [{ constraint_type: 'FNLT' }, 'constraint_date'],
      [{ constraint_date: '2026-01-06' }, 'constraint_date'],
      [{ constraint_type: 'ALAP', constraint_date: '2026-01-06' }, 'constraint_date'],
      [{ constraint_type: 'MSO', constraint_date: '2026-02-30' }, 'constraint_date'],
      [{ deadline: '0026-01-06' }, 'deadline'],
      [{ deadline: 7 }, 'deadline'],
    ]
    for (const [body, field] of refused) {
      const answer = await app.owner.put(address, body)
      t.equal(answer.status, 400, JSON.stringify(body))
      t.ok(field in answer.body, `${field} of ${JSON.stringify(answer.body)}`)
    }
    t.match((await app.owner.get(address)).body, { constraint_type: 'ASAP', deadline: null })
  })

  await t.test('a phase is held to little, and keeps of what it had only that', async (t) => {
    const phase = await make('P', 1)
    const own = `/tasks/${phase}/constraint/`
    t.equal((await app.owner.put(own, { constraint_type: 'MFO', constraint_date: '2026-01-20' })).status, 200)
    const child = await make('C', 2, { parent_id: phase })
    t.same((await datesOf(child)).slice(0, 2), ['2026-01-05', '2026-01-06'], 'a pin says nothing of what is inside')
    t.equal((await app.owner.put(own, { constraint_type: 'MFO', constraint_date: '2026-01-21' })).status, 400)
    t.equal((await app.owner.put(own, { constraint_type: 'SNET', constraint_date: '2026-01-12' })).status, 200)
    t.same((await datesOf(child)).slice(0, 2), ['2026-01-12', '2026-01-13'])
    const plan = (await app.owner.get(`/projects/${project.id}/export/plan.json`)).body
    t.match(
      plan.tasks.find((task: { name: string }) => task.name === 'P'),
      { constraint_type: 'SNET', constraint_date: '2026-01-12' },
    )
  })

  await t.test('it is edited by who edits the task', async (t) => {
    const member = await project.member(100)
    t.equal((await member.get(address)).status, 200)
    t.equal((await member.put(address, { deadline: '2026-01-08' })).status, 403)
    t.equal((await (await app.user('outsider')).get(address)).status, 404)
  })
})
