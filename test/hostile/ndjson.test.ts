// Seen failing without the bound on the depth of a line and without the check of its encoding.
import t from 'tap'
import { MAX_LINE_BYTES, readTaskLine } from '../../importers/ndjson/read-task-line.ts'
import { LineSplitter } from '../../importers/ndjson/split-lines.ts'
import { Diagnostics } from '../../importers/plan/diagnostics.ts'
import { processorMs } from '../support/processor-time.ts'
import { startApp } from '../support/start-app.ts'
import { mutate, seededRandom } from './mutate.ts'
import { caseCount } from './survive.ts'

t.setTimeout(300_000)

const CASES = caseCount(2000)
/** Damaged files that are merged for real. */
const MERGED = Math.max(20, Math.floor(CASES / 100))
const HELD = { constraint_type: 'SNLT', constraint_date: '2026-03-20', deadline: '2026-03-13' }

const FILE = Buffer.from(
  Array.from({ length: 12 }, (_, i) =>
    JSON.stringify({
      external_id: `t${i}`,
      name: `Größe ${i}`,
      ...(i === 0 ? {} : { parent: `t${(i * 7) % i}`, predecessors: [`t${i - 1}`, { external_id: 't0', lag: 2 }] }),
      duration: i,
      planned_start: '2026-03-02',
      percent_complete: i * 9,
      labels: ['steel', `l${i}`],
      assignees: ['Ann', { name: 'Bo', units: 0.5 }],
      ...HELD,
    }),
  ).join('\n'),
)

t.test('every line of a damaged file ends as a task or as one error', async (t) => {
  const broken: string[] = []
  let slowestMs = 0
  let readCount = 0
  for (let seed = 0; seed < CASES; seed += 1) {
    const random = seededRandom(seed)
    const bytes = mutate(FILE, FILE, random)
    const startedAt = processorMs()
    const splitter = new LineSplitter(MAX_LINE_BYTES)
    for (const line of [...splitter.push(bytes), ...splitter.end()]) {
      const diagnostics = new Diagnostics()
      try {
        const task = line.bytes === null ? null : readTaskLine(line.bytes, line.number, diagnostics)
        if (task !== null) readCount += 1
        else if (line.bytes !== null && diagnostics.errorCount !== 1) broken.push(`seed ${seed}: no task and no error`)
      } catch (error) {
        broken.push(`seed ${seed}: ${(error as Error).stack}`)
      }
    }
    slowestMs = Math.max(slowestMs, processorMs() - startedAt)
  }
  t.same(broken, [])
  t.ok(slowestMs < 1000, `slowest ${Math.round(slowestMs)} ms`)
  t.ok(readCount > CASES, `${readCount} lines read`)
})

t.test('damaged files that are merged end as done or dead with a reason, whatever the project holds', async (t) => {
  const app = await startApp(t)
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const ids: string[] = []
  for (let seed = 0; seed < MERGED; seed += 1) {
    const bytes = Buffer.from(mutate(FILE, FILE, seededRandom(seed)))
    const path = `/projects/${project.body.id}/import/ndjson/`
    const accepted = await app.owner.upload(path, { name: 'a.ndjson', bytes })
    t.equal(accepted.status, 202, `seed ${seed}`)
    ids.push(accepted.body.import_request_id)
    await app.runJobs()
  }
  const ended = await app.sql<{ id: string; status: string; error_code: string | null }>(
    'select id, status, error_code from import_requests order by requested_at',
  )
  const codes = new Set(ended.map((row) => `${row.status} ${row.error_code ?? ''}`.trim()))
  for (const code of codes) t.match(code, /^(done|dead (empty_file|cyclic_dependency))$/)
  t.equal(ended.length, ids.length)
  t.equal((await app.sql('select 1 from import_chunks')).length, 0)
})
