// Seen failing with edited rows taken for untouched ones in undo-application.ts.
import t, { type Test } from 'tap'
import { sweepBackgroundWorkBody } from '../../../jobs/maintenance/sweep-background-work.ts'
import { joinProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { announced } from '../tasks/support/read-outbox.ts'
import { apply, makeEmpty, makeSource, namesIn, publish, structureOf } from './template-projects.ts'

t.setTimeout(180_000)

t.test('a template gives an equal structure, not begun, and is taken back whole, and once', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const source = await makeSource(ann)
  const [before, template] = [await structureOf(app, source), await publish(ann, source, 'Road works')]
  const target = await makeEmpty(ann)
  const queued = await ann.post(`/project-templates/${template}/apply/`, { project: target })
  const id = queued.body.application as string
  t.match(queued, { status: 202, body: { queued: true } })
  const path = `/template-applications/${id}/`
  t.match((await ann.get(path)).body, { status: 'pending', created_task_ids: [], completed_at: null })
  await app.runJobs()
  t.strictSame(await structureOf(app, target), before)

  const { body } = await ann.get(`/tasks/?project=${target}`)
  const asWritten = { source_kind: 'template', source_id: template, source_version: '1', is_untouched_seed: true }
  for (const task of body.results)
    t.match(task, { ...asWritten, status: 'NOT_STARTED', percent_complete: 0, planned_start: null }, task.name)
  t.ok(body.results.find((task: { name: string }) => task.name === 'Dig').early_start, 'computed')
  t.equal((await announced(app)).filter((name) => name === 'tasks_restructured').length, 1)
  const done = (await ann.get(path)).body
  t.match(done, {
    id,
    template,
    template_name: 'Road works',
    template_version: 1,
    project: target,
    applied_by: ann.account.id,
    status: 'success',
    result_summary: { tasks_created: 7, milestones_created: 1, dependencies_created: 2 },
    error_detail: '',
  })
  t.same(done.created_task_ids.toSorted(), body.results.map((task: { id: string }) => task.id).toSorted())
  t.match((await ann.get(`/template-applications/?project=${target}`)).body, { count: 1, results: [done] })
  t.equal((await ann.get('/project-templates/')).body.results[0].usage_count, 1)

  const undone = await ann.post(`${path}undo/`)
  t.match(undone, { status: 200, body: { id, status: 'undone', undo: { deleted: 7, kept: 0 } } })
  t.same(await structureOf(app, target), { tasks: [], links: [] })
  t.same(await structureOf(app, source), before)
  t.match(await ann.post(`${path}undo/`), { status: 400, body: { detail: /only once/ } })
  t.equal((await ann.get('/project-templates/')).body.results[0].usage_count, 0)
})

t.test(
  'a second application stands behind the first, and what somebody edited stays with what it stands in',
  async (t) => {
    const app = await startApp(t)
    const ann = await app.user('ann')
    const template = await publish(ann, await makeSource(ann), 'Road works')
    const target = await makeEmpty(ann)
    await ann.post('/tasks/', { project: target, name: 'Mine' })
    await apply(ann, template, target)
    await app.runJobs()
    const path = await apply(ann, template, target)
    await app.runJobs()
    const names = await namesIn(ann, target)
    t.same(names.slice(0, 8), ['Mine', 'Works', 'Dig', 'Pour', 'Order concrete', 'Handover', 'Signs', 'Paint'])
    t.same(names.slice(8), names.slice(1, 8))

    const created: string[] = (await ann.get(path)).body.created_task_ids
    const { body } = await ann.get(`/tasks/?project=${target}`)
    const written = (name: string) =>
      body.results.find((task: { id: string; name: string }) => task.name === name && created.includes(task.id)).id
    await ann.patch(`/tasks/${written('Dig')}/`, { notes: 'mine' })
    await ann.post('/tasks/', { project: target, name: 'Also mine', parent_id: written('Pour'), is_subtask: true })
    t.match((await ann.post(`${path}undo/`)).body.undo, { deleted: 4, kept: 3 })
    t.same((await namesIn(ann, target)).slice(8), ['Works', 'Dig', 'Pour', 'Also mine'])
  },
)

t.test('who may not apply or undo is refused, and nothing is written', async (t) => {
  const app = await startApp(t)
  const [ann, bob, eve] = [await app.user('ann'), await app.user('bob'), await app.user('eve')]
  const program = (await ann.post('/programs/', { name: 'Roads' })).body.id as string
  const template = await publish(ann, await makeSource(ann, { program }), 'Road works')
  const target = await makeEmpty(ann)
  await joinProject(app, target, bob, 299)
  const ask = (user: typeof ann, id: string, body: object) => user.post(`/project-templates/${id}/apply/`, body)
  t.equal((await ask(bob, template, { project: target })).status, 403)
  t.match(await ask(ann, template, {}), { status: 400, body: { project: [/required/] } })
  t.match(await ask(eve, template, { project: target }), { status: 400, body: { project: [/does not exist/] } })
  t.equal((await ask(eve, template, { project: await makeEmpty(eve) })).status, 404, 'of a program out of sight')
  t.equal((await ask(ann, target, { project: target })).status, 404, 'no template')
  await app.sql(`update project_templates set structure = jsonb_set(structure, '{version}', '2')`)
  t.match(await ask(ann, template, { project: target }), { status: 400, body: { template: [/cannot read/] } })
  await app.sql(`update project_templates set structure = jsonb_set(structure, '{version}', '1')`)

  const path = await apply(ann, template, target)
  t.match(await ann.post(`${path}undo/`), { status: 400, body: { detail: /successful/ } }, 'not yet')
  await app.runJobs()
  t.equal((await bob.get(path)).status, 200, 'any member reads')
  t.equal((await bob.post(`${path}undo/`)).status, 403)
  t.equal((await eve.get(path)).status, 404)
  t.equal((await eve.post(`${path}undo/`)).status, 404)
  t.equal((await eve.get('/template-applications/')).body.count, 0)
  await ann.post(`/projects/${target}/archive/`)
  t.equal((await ask(ann, template, { project: target })).status, 403)
  t.equal((await ann.post(`${path}undo/`)).status, 403)
  t.equal((await namesIn(ann, target)).length, 7)
})

t.test('every application ends', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const template = await publish(ann, await makeSource(ann), 'Road works')
  const failed = async (t: Test, path: string, detail: RegExp) =>
    t.match((await ann.get(path)).body, { status: 'failed', error_detail: detail, created_task_ids: [] })

  t.test('on a project archived or deleted meanwhile', async (t) => {
    const [archived, deleted] = [await makeEmpty(ann), await makeEmpty(ann)]
    const paths = [await apply(ann, template, archived), await apply(ann, template, deleted)] as const
    await ann.post(`/projects/${archived}/archive/`)
    await ann.delete(`/projects/${deleted}/`)
    await app.runJobs()
    await failed(t, paths[0], /archived/)
    t.match(await app.sql(`select status, error_detail from template_applications where project_id = $1`, [deleted]), [
      { status: 'failed', error_detail: /gone/ },
    ])
    t.same(await namesIn(ann, archived), [])
  })

  t.test('with links that close a circle, and nothing is written', async (t) => {
    const target = await makeEmpty(ann)
    const path = await apply(ann, template, target)
    const [kept] = await app.sql<{ structure: string }>('select structure::text as structure from project_templates')
    const back = '[{"predecessor":2,"successor":1,"dep_type":"FS","lag":0,"lag_unit":"working"}]'
    await app.sql(
      `update project_templates set structure = jsonb_set(structure, '{dependencies}', structure->'dependencies' || '${back}')`,
    )
    await app.runJobs()
    await failed(t, path, /cycl|circ/i)
    t.same(await namesIn(ann, target), [])
    await app.sql('update project_templates set structure = $1::jsonb', [kept?.structure])
  })

  t.test('whose work was lost, or whose process died at every attempt', async (t) => {
    const target = await makeEmpty(ann)
    const lost = await apply(ann, template, target)
    await app.sql(`delete from graphile_worker._private_jobs`)
    await sweepBackgroundWorkBody(app.services)
    await failed(t, lost, /lost/)
    const died = await apply(ann, template, target)
    await sweepBackgroundWorkBody(app.services)
    t.equal((await ann.get(died)).body.status, 'pending', 'it only waits')
    await app.sql(`update graphile_worker._private_jobs set attempts = max_attempts`)
    await sweepBackgroundWorkBody(app.services)
    await failed(t, died, /every attempt/)
    await app.sql(`delete from graphile_worker._private_jobs`)
  })

  t.test('and a second run of the work changes nothing', async (t) => {
    const target = await makeEmpty(ann)
    const path = await apply(ann, template, target)
    await app.runJobs()
    const before = await structureOf(app, target)
    const applicationId = path.split('/')[2]
    await app.services.systemContext(async (ctx) => {
      ctx.jobs.push({
        name: 'apply_template',
        payload: { applicationId },
        maxAttempts: 1,
        jobKey: null,
        runAt: null,
        flag: null,
        priority: 0,
      })
    })
    await app.runJobs()
    t.same(await structureOf(app, target), before)
  })
})

t.test('applications count with seed imports', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_THROTTLE_SEED_IMPORT_RATE: '2/min' } })
  const ann = await app.user('ann')
  const target = await makeEmpty(ann)
  const template = await publish(ann, target, 'Nothing')
  const ask = () => ann.post(`/project-templates/${template}/apply/`, { project: target })
  t.equal((await ask()).status, 202)
  t.equal((await ann.post('/programs/import/', { no: 'seed' })).status, 400)
  t.equal((await ask()).status, 429)
})
