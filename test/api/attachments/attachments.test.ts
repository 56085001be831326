import { readdirSync } from 'node:fs'
import t from 'tap'
import { Client } from '../../support/client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const PDF = { name: 'Permit.pdf', bytes: '%PDF-1.7\nhello', type: 'application/pdf' }

/** How many files lie in a folder of the data folder. */
function fileCount(app: TestApp, folder: string): number {
  try {
    const entries = readdirSync(`${app.services.config.dataDir}/${folder}`, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).length
  } catch {
    return 0
  }
}

t.test('attachments of a task', async (t) => {
  const app = await startApp(t, { env: { SVC_ATTACHMENT_MAX_UPLOAD_MB: '1' } })
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const other = await project.member(100)
  const manager = await project.member(300)
  const outsider = await app.user('outsider')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/attachments/`

  await t.test('a file is put there by members and kept by whoever reads', async (t) => {
    const made = await member.upload(path, { ...PDF, name: 'Grüße an alle.pdf' }, { is_pinned: 'true' })
    t.equal(made.status, 201)
    const { id } = made.body
    t.match(made.body, {
      file: new RegExp(`^http.*${path}${id}/download/$`),
      file_name: 'Grüße an alle.pdf',
      file_size: 14,
      file_mime: 'application/pdf',
      external_url: '',
      is_pinned: true,
      uploaded_by: { id: member.account.id },
    })
    const got = await viewer.get(`${path}${id}/download/`)
    t.same([got.status, got.text], [200, PDF.bytes])
    t.equal(got.headers.get('content-type'), 'application/pdf')
    t.equal(got.headers.get('content-length'), '14')
    t.match(got.headers.get('content-disposition'), /^attachment; .*filename\*=UTF-8''Gr%C3%BC%C3%9Fe%20an%20alle.pdf$/)
    t.equal(got.headers.get('x-content-type-options'), 'nosniff')
    t.match(got.headers.get('content-security-policy'), /sandbox/)
    t.equal((await new Client(app.url, null).get(`${path}${id}/download/`)).status, 401)
    t.equal((await outsider.get(`${path}${id}/download/`)).status, 404)
    t.equal((await viewer.upload(path, PDF)).status, 403)
    t.equal((await outsider.upload(path, PDF)).status, 404)
    t.same(await framesOf(app, 'task_attachment_created'), [{ id, task_id: task }])
    t.same([fileCount(app, 'attachments'), fileCount(app, 'uploads')], [1, 0], 'what was refused left nothing')
  })

  await t.test('a link is put there by a form or by JSON, and has no file', async (t) => {
    const link = { external_url: 'https://example.org/plan?x=1', external_title: 'The plan' }
    const made = await member.post(path, { ...link, is_pinned: false })
    t.equal(made.status, 201)
    t.match(made.body, { ...link, file: null, file_name: '', file_size: null, file_mime: '', is_pinned: false })
    const form = new FormData()
    form.set('external_url', 'HTTP://example.org')
    const headers = { Authorization: `Bearer ${member.token}` }
    t.equal((await fetch(`${app.url}/api/v1${path}`, { method: 'POST', body: form, headers })).status, 201)
    for (const way of ['download', 'signed-url']) {
      const refused = await viewer.get(`${path}${made.body.id}/${way}/`)
      t.same([refused.status, Object.keys(refused.body)], [400, ['detail']], way)
    }
    const listed = (await viewer.get(path)).body
    t.equal(listed.count, 3)
    t.same(
      listed.results.map((row: { is_pinned: boolean }) => row.is_pinned),
      [true, false, false],
    )
    t.equal((await viewer.get(`${path}?search=plan`)).body.count, 1)
  })

  await t.test('either a file or an address of the web', async (t) => {
    const refused = async (fields: Record<string, string>, file = false) => {
      const answer = file ? await member.upload(path, PDF, fields) : await member.post(path, fields)
      return [answer.status, Object.keys(answer.body)]
    }
    t.same(await refused({}), [400, ['non_field_errors']])
    t.same(await refused({ external_url: '' }), [400, ['non_field_errors']])
    t.same(await refused({ external_url: 'https://example.org' }, true), [400, ['non_field_errors']])
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'example.org',
      'https://',
      `https://e.org/${'x'.repeat(2048)}`,
    ])
      t.same(await refused({ external_url: url }), [400, ['external_url']], url.slice(0, 30))
    t.same(await refused({ external_title: 'x'.repeat(256), external_url: 'https://e.org' }), [400, ['external_title']])
    t.same(await refused({ is_pinned: 'perhaps', external_url: 'https://e.org' }), [400, ['is_pinned']])
    t.equal((await member.post(path, { external_url: { a: 1 } })).status, 400)
    t.equal((await member.upload(path, { ...PDF, bytes: `%PDF-${'x'.repeat(1024 * 1024)}` })).status, 400, 'too large')
    t.equal(fileCount(app, 'attachments'), 1)
    t.equal(fileCount(app, 'uploads'), 0)
  })

  await t.test('who put it there or a manager deletes it', async (t) => {
    const { id } = (await member.upload(path, PDF)).body
    const refused = await other.delete(`${path}${id}/`)
    t.same([refused.status, refused.body.code], [403, 'attachment_delete_forbidden'])
    t.equal((await viewer.delete(`${path}${id}/`)).status, 403)
    t.equal((await member.delete(`${path}${id}/`)).status, 204)
    for (const way of ['', 'download/', 'signed-url/']) t.equal((await viewer.get(`${path}${id}/${way}`)).status, 404)
    const second = (await member.upload(path, PDF)).body.id
    t.equal((await manager.delete(`${path}${second}/`)).status, 204)
    t.same((await framesOf(app, 'task_attachment_deleted')).at(-1), { id: second, task_id: task })
  })

  await t.test('a local disk signs nothing', async (t) => {
    const { id } = (await member.upload(path, PDF)).body
    const refused = await viewer.get(`${path}${id}/signed-url/`)
    t.same([refused.status, Object.keys(refused.body)], [501, ['detail']])
    for (const ttl of ['0', '3601', 'x', '1.5'])
      t.same(Object.keys((await viewer.get(`${path}${id}/signed-url/?ttl=${ttl}`)).body), ['ttl'], ttl)
  })

  await t.test('a task has at most 50', async (t) => {
    const { count } = (await viewer.get(path)).body
    await app.sql(
      `insert into task_attachments (id, project_id, task_id, external_url)
       select gen_random_uuid(), $1, $2, 'https://example.org' from generate_series($3::int + 1, 50)`,
      [project.id, task, count],
    )
    const stored = fileCount(app, 'attachments')
    for (const refused of [await member.upload(path, PDF), await member.post(path, { external_url: 'https://e.org' })])
      t.same([refused.status, Object.keys(refused.body)], [400, ['detail']])
    t.equal(fileCount(app, 'attachments'), stored)
  })
})
