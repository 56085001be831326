import { createHash } from 'node:crypto'
import t from 'tap'
import { keptMails } from '../../support/mail.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { unpack } from './unpack-bundle.ts'

t.test('a whole project, program or workspace in one file', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [manager, member] = [await project.member(300), await project.member(100)]
  const at = `/projects/${project.id}/export/`
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig', duration: 2 })).body.id
  await app.owner.post(`/tasks/${task}/time-entries/`, { minutes: 90 })
  await app.owner.post(`/projects/${project.id}/tasks/${task}/attachments/`, { external_url: 'https://example.org/x' })
  await app.runJobs()

  await t.test('is packed once at a time, for those who may take a plan away', async (t) => {
    t.equal((await member.post(at)).status, 403)
    const asked = await manager.post(at)
    t.equal(asked.status, 202)
    t.match(asked.body, { status: 'pending', project: project.id, file_size: null, download_url: null })
    t.equal((await manager.post(at)).body.id, asked.body.id, 'what is under way is not begun again')
    const job = `${at}jobs/${asked.body.id}/`
    t.equal((await manager.get(`${job}download/`)).status, 409)
    await app.runJobs()
    const { body } = await manager.get(job)
    t.match(body, { status: 'success', error_detail: '', download_url: new RegExp(`${job}download/$`) })
    t.ok(body.file_size > 100)
    const files = await unpack(app, manager, job)
    const names = Object.keys(files).sort()
    t.same(names, [
      'a/index.json',
      'counts.json',
      'history/0001.json',
      'manifest.json',
      'plan.json',
      'plan.xml',
      'time_entries.json',
    ])
    const manifest = JSON.parse(String(files['manifest.json']))
    t.match(manifest, { archive_version: 1, scope: 'project', project: { id: project.id, code: project.key } })
    for (const { name, sha256 } of manifest.members)
      t.equal(
        createHash('sha256')
          .update(files[name] as Buffer)
          .digest('hex'),
        sha256,
        name,
      )
    t.match(JSON.parse(String(files['counts.json'])), { projects: 1, tasks: 1, time_entries: 1, attachments: 1 })
    t.match(JSON.parse(String(files['time_entries.json'])), [{ minutes: 90, task_id: task }])
    const [mail, ...more] = keptMails(app)
    t.same(more, [], 'who asked is told once')
    t.equal(mail?.headers.get('to'), `${manager.account.username}@example.org`)
    t.match(mail?.headers.get('subject'), /^The export of .+ is ready$/)
    t.match(mail?.text, `/projects/${project.id}\n`)
    t.notMatch(mail?.text, /download\//, 'a mail leads to nothing that could be taken without signing in')
    t.not((await manager.post(at)).body.id, asked.body.id, 'and then it may be packed anew')
    await app.runJobs()
  })

  await t.test('holds no transaction while files are read, however long that takes', async (t) => {
    const own = await buildProject(app)
    const { id: held } = (await app.owner.post('/tasks/', { project: own.id, name: 'Drawing' })).body
    const pdf = { name: 'plan.pdf', type: 'application/pdf', bytes: '%PDF-1.4 x' }
    t.equal((await app.owner.upload(`/projects/${own.id}/tasks/${held}/attachments/`, pdf)).status, 201)
    const { files } = app.services
    const idle: number[] = []
    const open = files.open.bind(files)
    t.intercept(files, 'open', {
      value: async (key: string) => {
        const rows = await app.sql<{ count: number }>(`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`)
        idle.push(rows[0]?.count ?? -1)
        return open(key)
      },
    })
    await app.owner.post(`/projects/${own.id}/export/`)
    await app.runJobs()
    t.same(idle, [0])
  })

  await t.test('is told apart: another place, a file that is over', async (t) => {
    const other = await buildProject(app)
    const { id } = (await manager.post(at)).body
    await app.runJobs()
    t.equal((await app.owner.get(`/projects/${other.id}/export/jobs/${id}/`)).status, 404)
    await app.sql("update export_jobs set expires_at = now() - interval '1 hour' where id = $1", [id])
    t.equal((await manager.get(`${at}jobs/${id}/download/`)).status, 410)
    t.equal((await manager.get(`${at}jobs/${id}/`)).body.download_url, null)
  })

  await t.test('of a program, with its seed', async (t) => {
    const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
    await app.owner.patch(`/projects/${project.id}/`, { program })
    const { id } = (await app.owner.post(`/programs/${program}/export/`)).body
    await app.runJobs()
    const files = await unpack(app, app.owner, `/programs/${program}/export/jobs/${id}/`)
    t.match(JSON.parse(String(files['manifest.json'])), { scope: 'program', project_ids: [project.id] })
    t.match(JSON.parse(String(files['seed.json'])), { program: { name: 'Harbour' } })
    t.ok(files[`p/${project.id}/plan.json`])
  })

  await t.test('of the workspace, for its owner, without secrets, and told to administrators', async (t) => {
    t.equal((await manager.post('/workspace/export/')).status, 403)
    const { id } = (await app.owner.post('/workspace/export/')).body
    await app.runJobs()
    const files = await unpack(app, app.owner, `/workspace/export/${id}/`)
    t.match(JSON.parse(String(files['members.json'])), [{ username: String }])
    t.notMatch(String(files['members.json']), /password|sealed|token/)
    t.equal(JSON.parse(String(files['manifest.json'])).program_ids.length, 1)
    const events = (await app.owner.get('/workspace/audit-events/?event_type=workspace_export_triggered')).body.results
    t.equal(events.length, 1)
  })

  await t.test('of a project as plan JSON, at once', async (t) => {
    t.match((await manager.get(at)).body, { format: 'svc-plan/1', tasks: [{ name: 'Dig' }] })
    t.equal((await member.get(at)).status, 403)
  })
})
