/** Every advisory lock has one name, and one place takes them: two meanings of one lock would wait for each other. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { lockAllByName, lockByName, lockHashSql, tryShareByName } from '../../../api/platform/db/advisory-locks.ts'
import { startApp } from '../../support/start-app.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

t.test('locks are taken by the names of one table alone', async (t) => {
  const sources = ['api', 'jobs'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const nameless = sources
    .filter((file) => file.endsWith('.ts') && !/\/migrations\/|\/advisory-locks\.ts$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const)
    .filter(([, text]) => /pg_\w*advisory\w*lock\w*\(/.test(text) && !/\b(lockText|lockHashSql)\('/.test(text))
  t.strictSame(
    nameless.map(([file]) => file),
    [],
  )
})

t.test('a lock keeps its own name and key out, and nothing else', async (t) => {
  const app = await startApp(t)
  const isFree = async (lock: Parameters<typeof lockHashSql>[0], key: string) =>
    (await app.sql(`select pg_try_advisory_xact_lock(${lockHashSql(lock, '$1::text')}) as free`, [key]))[0]?.free
  await app.services.systemContext(async (ctx) => {
    await lockByName(ctx, 'linksOfProgram', 'one')
    await lockAllByName(ctx, 'datesOfProject', ['two', 'one', 'two'])
    t.equal(await isFree('linksOfProgram', 'one'), false)
    t.equal(await isFree('linksOfProgram', 'two'), true)
    t.equal(await isFree('datesOfProject', 'one'), false)
    t.equal(await isFree('datesOfProject', 'two'), false)
    t.equal(await isFree('simulationsOfProject', 'one'), true)
  })
  t.equal(await isFree('linksOfProgram', 'one'), true, 'let go with the transaction')
})

t.test('a shared lock admits who shares it and nobody alone', async (t) => {
  const app = await startApp(t)
  const share = (keys: string[]) => app.services.systemContext((ctx) => tryShareByName(ctx, 'importIntoProject', keys))
  await app.services.systemContext(async (ctx) => {
    t.equal(await tryShareByName(ctx, 'importIntoProject', ['one']), true)
    t.equal(await share(['one', 'two']), true)
    t.equal(await tryShareByName(ctx, 'importIntoProject', []), true)
  })
  await app.services.systemContext(async (ctx) => {
    await lockByName(ctx, 'importIntoProject', 'one')
    t.equal(await share(['one', 'two']), false)
    t.equal(await share(['two']), true)
  })
})
