import { readFileSync } from 'node:fs'
import t from 'tap'
import { unpackPlan } from '../../importers/plan/packed-plan.ts'
import { createImportPool, type ImportPool, type ImportReadResult } from '../../importers/pool.ts'

const harbour = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url))
const misbehavingEntry = new URL('./misbehaving-entry.ts', import.meta.url)

const nothing = new Uint8Array(1)
const codeOf = (outcome: ImportReadResult) => (outcome.ok ? 'ok' : outcome.refusal.code)

t.test('plans and previews come back from a thread, and the caller keeps its bytes', async (t) => {
  const pool = createImportPool({ threads: 1 })
  t.teardown(() => pool.close())
  const [plan, preview, none, refused] = await Promise.all([
    pool.read(harbour, 'harbour.xml'),
    pool.preview(Buffer.from('Name,Duration\nA,5\n'), 'a.csv', { columnMap: { Duration: '' } }),
    pool.preview(harbour, 'harbour.xml'),
    pool.read(Buffer.from('Duration\n5\n'), 'a.csv'),
  ])
  t.match(plan, {
    ok: true,
    plan: { name: 'Harbour upgrade' },
    preview: null,
    timings: { parse_ms: Number, wait_ms: Number, total_ms: Number },
  })
  t.match(preview, { ok: true, preview: { task_count: 1, columns: [{ field: 'name' }, { field: null }] } })
  t.match(none, { ok: false, refusal: { code: 'unsupported_format' } })
  t.match(refused, { ok: false, refusal: { kind: 'refusal', code: 'no_name_column', detail: String } })
  t.ok(harbour.length > 1000)
  t.match(pool.stats(), { running: 0, waiting: 0 })
})

t.test('a packed plan is the plan that a reading gives, and is refused like it', async (t) => {
  const pool = createImportPool({ threads: 1 })
  t.teardown(() => pool.close())
  const sheet = Buffer.from('Duration\n5\n')
  const [fine, read, nameless, small] = await Promise.all([
    pool.pack(harbour, 'harbour.xml'),
    pool.read(harbour, 'harbour.xml'),
    pool.pack(sheet, 'a.csv'),
    pool.pack(harbour, 'harbour.xml', { limits: { outputBytes: 1_000 } }),
  ])
  t.ok(fine.ok && read.ok)
  if (fine.ok && read.ok) t.strictSame(unpackPlan(fine.packed), read.plan)
  t.match(nameless, { ok: false, refusal: { code: 'no_name_column' } })
  t.match(small, { ok: false, refusal: { code: 'too_large' } })
})

t.test('bytes that are given away are not copied; a part of a larger buffer is', async (t) => {
  const pool = createImportPool({ threads: 1 })
  t.teardown(() => pool.close())
  const whole = new Uint8Array(harbour)
  t.equal(codeOf(await pool.read(whole, 'harbour.xml', {}, { givesBytes: true })), 'ok')
  t.equal(whole.length, 0, 'they are gone')
  const part = new Uint8Array([32, ...harbour]).subarray(1)
  t.equal(codeOf(await pool.read(part, 'harbour.xml', {}, { givesBytes: true })), 'ok')
  t.equal(part.length, harbour.length, 'they are still here')
})

t.test('a loop, a full heap, an exit and a fault end as refusals, and the next file is read', async (t) => {
  const pool = createImportPool({ threads: 1, heapMb: 48, deadlineMs: 1500, entry: misbehavingEntry })
  t.teardown(() => pool.close())
  const expected: Record<string, string> = {
    loop: 'timeout',
    heap: 'out_of_memory',
    throw: 'importer_failed',
    exit: 'importer_failed',
  }
  for (const [name, code] of Object.entries(expected)) {
    const outcome = await pool.read(nothing, name)
    t.equal(codeOf(outcome), code, name)
    t.equal(
      !outcome.ok && outcome.bug !== undefined,
      code === 'importer_failed',
      `${name}: only a fault of ours carries its stack`,
    )
    t.equal(codeOf(await pool.read(nothing, 'fine')), 'ok', `after ${name}`)
  }
})

t.test('a file that needs more memory than a thread has is refused', async (t) => {
  const pool = createImportPool({ threads: 1, heapMb: 24 })
  t.teardown(() => pool.close())
  const tasks = Array.from(
    { length: 20_000 },
    (_, i) => `<Task><UID>${i + 1}</UID><Name>${`n${i}`.repeat(300)}</Name></Task>`,
  )
  const outcome = await pool.read(Buffer.from(`<Project><Tasks>${tasks.join('')}</Tasks></Project>`), 'big.xml')
  t.equal(codeOf(outcome), 'out_of_memory')
  t.equal(codeOf(await pool.read(harbour, 'harbour.xml')), 'ok')
})

t.test('what a plan does not keep costs no memory, however much of it a file holds', async (t) => {
  const pool = createImportPool({ threads: 1, heapMb: 40 })
  t.teardown(() => pool.close())
  const work =
    '<TimephasedData><Type>1</Type><UID>1</UID><Start>2026-03-02T08:00:00</Start><Value>PT8H0M0S</Value></TimephasedData>'
  const file = `<Project><Tasks><Task><UID>1</UID><Name>A</Name></Task></Tasks><Assignments><Assignment><TaskUID>1</TaskUID>${work.repeat(380_000)}</Assignment></Assignments></Project>`
  t.ok(file.length > 40 * 1024 * 1024)
  const outcome = await pool.read(Buffer.from(file), 'timephased.xml')
  t.match(outcome, { ok: true, plan: { tasks: { length: 1 }, assignments: { length: 1 } } })
})

t.test('waiting does not count towards the time limit, and the queue is bounded', async (t) => {
  const pool = createImportPool({ threads: 1, deadlineMs: 800, maxQueue: 3, entry: misbehavingEntry })
  t.teardown(() => pool.close())
  await pool.read(nothing, 'fine')
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => pool.read(nothing, 'slow')))
  t.same(outcomes.map(codeOf), ['ok', 'ok', 'ok', 'ok', 'queue_full'], 'four times 250 ms fit behind a limit of 800')
})

async function cancelWhile(pool: ImportPool, name: string): Promise<string> {
  const controller = new AbortController()
  const outcome = pool.read(nothing, name, {}, { signal: controller.signal })
  setTimeout(() => controller.abort(), 100)
  return codeOf(await outcome)
}

t.test('a caller can give up while a file is read and while it waits', async (t) => {
  const pool = createImportPool({ threads: 1, deadlineMs: 5000, entry: misbehavingEntry })
  t.teardown(() => pool.close())
  const running = cancelWhile(pool, 'loop')
  const waiting = cancelWhile(pool, 'fine')
  t.same(await Promise.all([running, waiting]), ['cancelled', 'cancelled'])
  t.equal(codeOf(await pool.read(nothing, 'fine', {}, { signal: AbortSignal.abort() })), 'cancelled')
  t.equal(codeOf(await pool.read(nothing, 'fine')), 'ok')
})

t.test('closing ends what runs and what waits', async (t) => {
  const pool = createImportPool({ threads: 1, entry: misbehavingEntry })
  await pool.read(nothing, 'fine')
  const outcomes = [pool.read(nothing, 'loop'), pool.read(nothing, 'fine')]
  await new Promise((resolve) => setTimeout(resolve, 50))
  await pool.close()
  t.same((await Promise.all(outcomes)).map(codeOf), ['cancelled', 'cancelled'])
  t.equal(codeOf(await pool.read(nothing, 'fine')), 'cancelled')
})
