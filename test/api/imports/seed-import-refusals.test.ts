import t from 'tap'
import { smallSeed } from '../../support/seeds.ts'
import { startApp } from '../../support/start-app.ts'
import { tables } from './seed-jobs.ts'

t.setTimeout(180_000)

const MEGABYTE = 1024 * 1024

t.test('refusals', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const before = await tables(app)
  const both = ['/programs/import/', '/programs/import/validate/'] as const

  t.test('an invalid document lists every problem', async (t) => {
    const seed = smallSeed()
    seed.program.slug = 'Not a slug'
    seed.projects[0].tasks[1].duration = 'long'
    const validated = await ann.post(both[1], seed)
    t.equal(validated.status, 200)
    t.match(validated.body, {
      valid: false,
      program_slug: 'Not a slug',
      task_count: 6,
      errors: [/program\.slug/, /tasks\[1\]\.duration/],
    })
    const refused = await ann.post(both[0], seed)
    t.strictSame([refused.status, refused.body], [400, { detail: validated.body.errors }])
  })

  t.test('what is no JSON is said in the words of each route', async (t) => {
    const broken = await ann.post(both[1], '{"schema_version":', { 'Content-Type': 'application/json' })
    t.strictSame([broken.status, broken.body.valid, broken.body.errors.length], [200, false, 1])
    t.match(broken.body.errors[0], /^\$: /)
    const refused = await ann.post(both[0], '{"schema_version":', { 'Content-Type': 'application/json' })
    t.equal(refused.status, 400)
    t.type(refused.body.detail, 'string')
    const asFile = await ann.upload(both[1], { name: 'x.json', bytes: 'nonsense' })
    t.strictSame([asFile.status, asFile.body.valid], [200, false])
  })

  t.test('too large a body is 400, however it comes', async (t) => {
    const large = JSON.stringify({ ...smallSeed(), description: 'x'.repeat(5 * MEGABYTE) })
    for (const path of both) {
      const raw = await ann.post(path, large, { 'Content-Type': 'application/json' })
      t.strictSame([raw.status, typeof raw.body.detail], [400, 'string'], `${path} raw`)
      const file = await ann.upload(path, { name: 'x.json', bytes: large })
      t.strictSame([file.status, typeof file.body.detail], [400, 'string'], `${path} file`)
    }
  })

  t.test('no file, another type and strangers', async (t) => {
    for (const path of both) {
      t.equal((await ann.post(path)).status, 400)
      t.equal((await ann.post(path, 'a,b', { 'Content-Type': 'text/csv' })).status, 415)
      t.equal((await app.anonymous.post(path, smallSeed())).status, 401)
    }
  })

  t.test('nothing of all that was written', async (t) => t.strictSame(await tables(app), before))
})

t.test('three imports of one account at a time', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const named = (slug: string) => ({ ...smallSeed(), program: { ...smallSeed().program, slug } })
  for (const slug of ['one', 'two', 'three']) t.equal((await ann.post('/programs/import/', named(slug))).status, 202)
  const refused = await ann.post('/programs/import/', named('four'))
  t.strictSame([refused.status, refused.body.code], [429, 'seed_import_concurrency_limit'])
  t.ok(refused.headers.get('retry-after'))
  t.equal((await bob.post('/programs/import/', named('four'))).status, 202, 'others are not held up')
  await app.runJobs()
  t.equal((await ann.post('/programs/import/', named('four'))).status, 202)

  t.test('0 removes the limit', async (t) => {
    const open = await startApp(t, { env: { SEED_IMPORT_MAX_CONCURRENT_JOBS: '0' } })
    const eve = await open.user('eve')
    for (const slug of ['a', 'b', 'c', 'd']) t.equal((await eve.post('/programs/import/', named(slug))).status, 202)
  })
})

t.test('throttles', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_RATE_LIMIT_DISABLE_ACK: '' } })
  const ann = await app.user('ann')
  const statuses = async (path: string, times: number) => {
    const found: number[] = []
    for (let index = 0; index < times; index++) found.push((await ann.post(path, {})).status)
    return found
  }
  t.strictSame(await statuses('/programs/import/', 7), [...Array(6).fill(400), 429])
  t.strictSame(await statuses('/programs/import/validate/', 21), [...Array(20).fill(200), 429])
})

t.test('a document nested deeper than 64 levels is a 400 at every door', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const seed = { ...smallSeed(), x: nested(64) }
  for (const path of ['/programs/import/validate/', '/programs/import/']) {
    const file = { name: 'seed.json', bytes: JSON.stringify(seed) }
    for (const answer of [await ann.post(path, seed), await ann.upload(path, file)])
      t.match(answer, { status: 400, body: { code: 'too_complex', detail: /deeper than 64/ } }, path)
  }
  const allowed = await ann.post('/programs/import/validate/', { ...smallSeed(), x: nested(63) })
  t.match(allowed, { status: 200, body: { valid: false, errors: ['$.x: Unknown field.'] } })
})
