import t from 'tap'
import { findSample, SAMPLE_KEYS, type Sample } from '../../api/samples/sample-file.ts'
import { readSeed } from '../../importers/seed/read-seed.ts'
import { processorMs } from '../support/processor-time.ts'
import { smallSeed } from '../support/seeds.ts'
import { startApp } from '../support/start-app.ts'
import { mutate, seededRandom } from './mutate.ts'
import { caseCount } from './survive.ts'

t.setTimeout(300_000)

const SEED = 20_261_121
const CASES = caseCount(3000)
const SMALL_FILE = 60_000
/** Documents that are still valid after the damage and are imported for real. */
const IMPORTED = Math.max(30, Math.floor(CASES / 100))

// biome-ignore lint/suspicious/noExplicitAny: documents are damaged here in every way that a type would forbid.
type Json = any
type Random = (below: number) => number

const victims = [
  Buffer.from(JSON.stringify(smallSeed())),
  ...SAMPLE_KEYS.map((key) => (findSample(key) as Sample).bytes).filter((bytes) => bytes.length < SMALL_FILE),
]
const VALUES: readonly Json[] = [
  null,
  0,
  1,
  -1,
  2_147_483_647,
  36_525,
  1e15,
  0.005,
  '',
  'x',
  '1',
  'A+9999',
  '2199-12-31',
  '1900-01-01',
  '\ud83d\ude00'.repeat(60),
  true,
  [],
  {},
]

/** One change inside a document: a value replaced, taken away, doubled, or put where another stood. */
function damage(document: Json, random: Random): void {
  const places: { holder: Json; key: string }[] = []
  const visit = (holder: Json) => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key })
      if (holder[key] !== null && typeof holder[key] === 'object') visit(holder[key])
    }
  }
  visit(document)
  const { holder, key } = places[random(places.length)] as (typeof places)[number]
  const other = places[random(places.length)] as (typeof places)[number]
  const kind = random(5)
  if (kind === 0) holder[key] = VALUES[random(VALUES.length)]
  else if (kind === 1) delete holder[key]
  else if (kind === 2 && Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
  else if (kind === 3) holder[key] = structuredClone(other.holder[other.key])
  else if (typeof holder[key] === 'string') holder[key] = `${holder[key]}${random(10)}`
  else if (typeof holder[key] === 'number') holder[key] += random(7) - 3
}

function damaged(index: number): Json {
  const random = seededRandom(SEED + index)
  const document = JSON.parse((victims[random(victims.length)] as Buffer).toString())
  for (let changes = 1 + random(3); changes > 0; changes -= 1) damage(document, random)
  return document
}

function tell(bytes: Uint8Array): { errors: readonly string[]; isRead: boolean; ms: number } {
  const startedAt = processorMs()
  const { errors, seed } = readSeed(bytes, { today: '2026-11-20' })
  return { errors, isRead: seed !== null, ms: processorMs() - startedAt }
}

t.test(`${CASES} files damaged byte by byte and ${CASES} inside end as a program or a list of problems`, async (t) => {
  const wrong: string[] = []
  let read = 0
  let slowest = 0
  for (let index = 0; index < 2 * CASES; index += 1) {
    const random = seededRandom(SEED + index)
    const pick = () => victims[random(victims.length)] as Buffer
    const bytes = index < CASES ? mutate(pick(), pick(), random) : Buffer.from(JSON.stringify(damaged(index)))
    try {
      const { errors, isRead, ms } = tell(bytes)
      if (isRead) read += 1
      if (isRead === errors.length > 0 || !errors.every((problem) => problem.startsWith('$')))
        wrong.push(`${index}: ${errors.join(' ')}`)
      slowest = Math.max(slowest, ms)
    } catch (error) {
      wrong.push(`seed ${SEED + index}: ${(error as Error).stack}`)
    }
  }
  t.strictSame(wrong, [])
  t.ok(read > CASES / 20 && read < 2 * CASES, `${read} of ${2 * CASES} were still programs`)
  t.ok(slowest < 2000, `the slowest took ${slowest} ms`)
})

t.test(
  `${IMPORTED} damaged programs that are still valid are imported, scheduled and exported without a fault`,
  async (t) => {
    const app = await startApp(t, { env: { SEED_IMPORT_MAX_CONCURRENT_JOBS: '0' } })
    const ann = await app.user('ann')
    let imported = 0
    for (let index = 0; imported < IMPORTED; index += 1) {
      const document = damaged(index)
      if (!tell(Buffer.from(JSON.stringify(document))).isRead) continue
      imported += 1
      document.program.slug = `damaged-${index}`
      const queued = await ann.post('/programs/import/', document)
      if (queued.status !== 202) t.fail(`seed ${SEED + index}: ${queued.status} ${queued.text}`)
      await app.runJobs()
      const job = (await ann.get(`/programs/${queued.body.program_id}/import/jobs/${queued.body.import_request_id}/`))
        .body
      if (job.status !== 'success') t.fail(`seed ${SEED + index}: ${job.status} ${job.error_detail}`)
      const exported = await ann.get(`/programs/${job.program}/export/`)
      if (exported.status !== 200) t.fail(`seed ${SEED + index}: exported with ${exported.status}`)
      const again = await ann.post('/programs/import/validate/', exported.text, { 'Content-Type': 'application/json' })
      if (again.body.valid !== true)
        t.fail(`seed ${SEED + index}: its export has problems: ${again.body.errors?.slice(0, 3)}`)
    }
    t.equal(imported, IMPORTED)
  },
)
