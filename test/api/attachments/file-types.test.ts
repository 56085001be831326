import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000', 'hex')
const ZIP = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(60)])
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ALL = [
  'application/pdf',
  'image/png',
  'text/csv',
  'text/plain',
  'application/json',
  'application/octet-stream',
  XLSX,
]

t.test('which files are taken', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Works' })).body.id
  const project = await buildProject(app, { program_id: program })
  const member = await project.member(100)
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const path = `/projects/${project.id}/tasks/${task}/attachments/`
  const told = async (name: string, type: string, bytes: string | Uint8Array) => {
    const { status, body } = await member.upload(path, { name, type, bytes })
    return status === 201 ? 'taken' : `${status} ${body.code ?? ''}`.trim()
  }
  const allow = (allowed_attachment_types: string[] | null) =>
    app.owner.patch(`/projects/${project.id}/`, { allowed_attachment_types })
  const unsupported = '415 attachment_unsupported_mime'
  const mismatch = '415 attachment_content_mismatch'

  await t.test('those of the list of the project, else of its program, else of the workspace', async (t) => {
    t.equal(await told('a.png', 'image/png', PNG), 'taken')
    t.equal(await told('a.png', 'image/PNG; charset=binary', PNG), 'taken')
    t.equal(await told('a.txt', 'text/plain', 'text'), unsupported)
    t.equal((await allow(['text/plain'])).status, 200)
    t.equal(await told('a.txt', 'text/plain', 'text'), 'taken')
    t.equal(await told('a.png', 'image/png', PNG), unsupported)
    await allow([])
    t.equal(await told('a.txt', 'text/plain', 'text'), unsupported, 'an empty list takes nothing')
    await allow(null)
    await app.owner.patch(`/programs/${program}/`, { allowed_attachment_types: ['text/plain'] })
    t.equal(await told('a.txt', 'text/plain', 'text'), 'taken')
  })

  await t.test('those whose bytes and ending are of their type', async (t) => {
    await allow(ALL)
    const cases: [string, string, string | Uint8Array, string][] = [
      ['a.csv', 'text/csv', 'a,b\n1,2\n', 'taken'],
      ['noending', 'text/csv', 'a,b', 'taken'],
      ['a.xlsx', XLSX, ZIP, 'taken'],
      ['a.json', 'application/json', '{"a": 1}', 'taken'],
      ['a.pdf', 'application/pdf', PNG, mismatch],
      ['a.pdf', 'application/pdf', 'no mark at all', mismatch],
      ['a.csv', 'text/csv', PNG, mismatch],
      ['a.csv', 'text/csv', '<html><script>alert(1)</script>', mismatch],
      ['a.csv', 'text/csv', '\ufeff \n <svg onload=alert(1)>', mismatch],
      ['a.csv', 'text/csv', '', mismatch],
      ['a.html', 'text/csv', 'a,b', mismatch],
      ['a.svg', 'image/png', PNG, mismatch],
      ['a.pdf', 'image/png', PNG, mismatch],
      ['a.png.js', 'text/plain', 'alert(1)', mismatch],
      ['a.bin', 'application/octet-stream', PNG, mismatch],
      ['a.bin', 'application/octet-stream', 'plain bytes', 'taken'],
    ]
    for (const [name, type, bytes, wanted] of cases)
      t.equal(await told(name, type, bytes), wanted, `${name} as ${type}`)
  })

  await t.test('never those that a browser runs, whatever a list says', async (t) => {
    const denied = ['text/html', 'image/svg+xml', 'application/xhtml+xml']
    for (const type of denied) {
      t.equal((await allow([type])).status, 400)
      await app.sql('update projects set allowed_attachment_types = $2 where id = $1', [project.id, denied])
      t.equal(await told('a', type, 'text'), unsupported, type)
    }
  })

  await t.test('none where files are switched off; links go on', async (t) => {
    await app.owner.patch(`/projects/${project.id}/`, { allowed_attachment_types: ALL, attachments_enabled: false })
    t.equal(await told('a.png', 'image/png', PNG), '403')
    t.equal((await member.post(path, { external_url: 'https://example.org' })).status, 201)
    await app.owner.patch(`/projects/${project.id}/`, { attachments_enabled: null })
    await app.owner.patch(`/programs/${program}/`, { attachments_enabled: false })
    t.equal(await told('a.png', 'image/png', PNG), '403', 'the program says so')
  })
})
