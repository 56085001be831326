import { createHash, createHmac } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import S3rver from 's3rver'
import t from 'tap'
import { sweepAttachmentFiles } from '../../../api/attachments/sweep-attachments.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { mountSmallDisk, withoutMounts } from '../../support/small-disk.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

const PDF = { name: 'Permit.pdf', bytes: `%PDF-1.7\n${'x'.repeat(300_000)}`, type: 'application/pdf' }
const LONG_AGO = new Date(Date.now() - 7_200_000)

async function makeTask(app: TestApp) {
  const project = await buildProject(app)
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  return { project, path: `/projects/${project.id}/tasks/${task}/attachments/` }
}

/** The signature (version 4) that an address must carry. */
function signatureOf(url: URL, secret: string): string {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`.toUpperCase())
  const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature')
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = ['GET', url.pathname, pairs.join('&'), `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  )
  const [, ...scope] = (url.searchParams.get('X-Amz-Credential') as string).split('/')
  const time = url.searchParams.get('X-Amz-Date')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  return hmac(scope.reduce<string | Buffer>(hmac, `AWS4${secret}`), text).toString('hex')
}

/** A server that speaks S3, with one bucket. */
async function startBucket(t: { teardown: (work: () => unknown) => void }) {
  const directory = scratchFolder('svc-s3-')
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const address = await server.run()
  t.teardown(() => rmSync(directory, { recursive: true, force: true }))
  let isOpen = true
  const close = async () => {
    if (isOpen) await server.close()
    isOpen = false
  }
  t.teardown(close)
  return {
    env: {
      SVC_ATTACHMENT_STORAGE: 's3',
      SVC_ATTACHMENT_S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
      SVC_ATTACHMENT_S3_BUCKET: 'files',
      SVC_ATTACHMENT_S3_ACCESS_KEY_ID: 'S3RVER',
      SVC_ATTACHMENT_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    age: () => {
      const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
      for (const entry of entries)
        if (entry.isFile()) utimesSync(path.join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO)
    },
    close,
  }
}

t.test('files in a bucket', async (t) => {
  const bucket = await startBucket(t)
  const app = await startApp(t, { env: { ...bucket.env, SVC_ATTACHMENT_STORAGE_SIGNS_URLS: 'true' } })
  const { project, path } = await makeTask(app)

  await t.test('are stored, read and given by a signed address for a time', async (t) => {
    const { id } = (await app.owner.upload(path, PDF)).body
    const got = await app.owner.get(`${path}${id}/download/`)
    t.ok(got.text === PDF.bytes, 'as they were')
    const signed = await app.owner.get(`${path}${id}/signed-url/?ttl=60`)
    t.equal(signed.status, 200)
    t.ok(Math.abs(Date.parse(signed.body.expires_at) - Date.now() - 60_000) < 5_000)
    const open = await fetch(signed.body.url)
    t.same([open.status, (await open.text()) === PDF.bytes], [200, true], 'without credentials')
    t.match(open.headers.get('content-disposition'), /^attachment; filename="Permit.pdf"/)
    t.equal(open.headers.get('content-type'), 'application/octet-stream')
    // The server takes any signature of this kind, so it is computed again as its definition says.
    t.equal(
      new URL(signed.body.url).searchParams.get('X-Amz-Signature'),
      signatureOf(new URL(signed.body.url), 'S3RVER'),
    )
    t.equal(new URL(signed.body.url).searchParams.get('X-Amz-Expires'), '60')
  })

  await t.test('are removed when no row speaks of them', async (t) => {
    const { id } = (await app.owner.upload(path, PDF)).body
    await app.sql('delete from task_attachments where id = $1', [id])
    t.same(await sweepAttachmentFiles(app.services), { rows: 0, files: 0 }, 'a young one may still get its row')
    bucket.age()
    t.same(await sweepAttachmentFiles(app.services), { rows: 0, files: 1 })
    t.equal((await app.owner.get(path)).body.count, 1)
    const [kept] = (await app.owner.get(path)).body.results
    t.equal((await app.owner.get(`${path}${kept.id}/download/`)).status, 200, 'the other one stays')
    await app.owner.post(`/projects/${project.id}/archive/`)
    await app.owner.delete(`/projects/${project.id}/?force=true`)
    t.same(await sweepAttachmentFiles(app.services), { rows: 0, files: 1 }, 'of a project deleted for good as well')
  })

  await t.test('that cannot be reached are told so, and no row speaks of what was not stored', async (t) => {
    const { path: there } = await makeTask(app)
    const { id } = (await app.owner.upload(there, PDF)).body
    await bucket.close()
    for (const answer of [await app.owner.upload(there, PDF), await app.owner.get(`${there}${id}/download/`)])
      t.same([answer.status, answer.body.code], [503, 'storage_unavailable'])
    t.equal((await app.owner.get(there)).body.count, 1)
  })
})

t.test('a bucket whose addresses are of no use to browsers signs none', async (t) => {
  const bucket = await startBucket(t)
  const app = await startApp(t, { env: bucket.env })
  const { path } = await makeTask(app)
  const { id } = (await app.owner.upload(path, PDF)).body
  t.equal((await app.owner.get(`${path}${id}/signed-url/`)).status, 501)
  t.equal((await app.owner.get(`${path}${id}/download/`)).status, 200)
})

t.test('files on the disk of the service', async (t) => {
  await t.test('go when their row is gone, and uploads that nobody ended go too', async (t) => {
    const app = await startApp(t)
    const { path: there } = await makeTask(app)
    const folder = app.services.config.dataDir
    const { id } = (await app.owner.upload(there, PDF)).body
    mkdirSync(path.join(folder, 'uploads'), { recursive: true })
    for (const name of ['uploads/dead.upload', 'uploads/alive.upload', 'attachments/stray'])
      writeFileSync(path.join(folder, name), 'x')
    for (const name of ['uploads/dead.upload', 'attachments/stray'])
      utimesSync(path.join(folder, name), LONG_AGO, LONG_AGO)
    t.same(await sweepAttachmentFiles(app.services), { rows: 0, files: 2 })
    await app.owner.delete(`${there}${id}/`)
    await app.sql(`update task_attachments set deleted_at = deleted_at - interval '89 days'`)
    t.same(await sweepAttachmentFiles(app.services), { rows: 0, files: 0 }, 'kept as long as other deleted rows')
    await app.sql(`update task_attachments set deleted_at = deleted_at - interval '1 day'`)
    utimesSync(path.join(folder, 'attachments', id.slice(-2), id), LONG_AGO, LONG_AGO)
    t.same(await sweepAttachmentFiles(app.services), { rows: 1, files: 1 })
    t.same(await sweepAttachmentFiles(app.services), { rows: 0, files: 0 })
  })

  await t.test('are refused on a full disk, and leave nothing', { skip: withoutMounts }, async (t) => {
    const disk = mountSmallDisk(t, 4)
    const app = await startApp(t, { env: { SVC_DATA_DIR: disk.folder } })
    const { path: there } = await makeTask(app)
    t.equal((await app.owner.upload(there, PDF)).status, 201)
    disk.fill(100_000)
    t.equal((await app.owner.upload(there, PDF)).status, 507)
    disk.empty()
    t.equal((await app.owner.upload(there, PDF)).status, 201, 'without a new start')
    t.equal((await app.owner.get(there)).body.count, 2)
    t.same(readdirSync(path.join(disk.folder, 'uploads')), [])
    const stored = readdirSync(path.join(disk.folder, 'attachments'), { recursive: true, withFileTypes: true })
    t.equal(stored.filter((entry) => entry.isFile()).length, 2)
  })
})
