import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { scheduleJson } from '../../compute/model/documents/schedule-json.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import { caseCount, FULL_SHAPE, randomPlan } from './reference/random-plan.ts'

/** The bytes and what they must be. */
function bothTexts(plan: Plan): [written: string, wanted: string] {
  const columns = columnsFromPlan(plan)
  const result = runCpm(buildGraph(columns))
  return [scheduleJson(columns, result).toString('utf8'), JSON.stringify(scheduleDocument(plan, result, columns))]
}

t.test('the bytes are those of the document as text', async (t) => {
  fc.assert(
    fc.property(randomPlan(FULL_SHAPE), (plan) => {
      const [written, wanted] = bothTexts(plan)
      if (written !== wanted) throw new Error(`want ${wanted}\nhave ${written}`)
    }),
    { numRuns: caseCount(300), seed: 20260112 },
  )
  const [written, wanted] = bothTexts(generatePlan({ taskCount: 3000 }))
  t.ok(written === wanted)
})

t.test('ids of any length and script, quoted and escaped', async (t) => {
  const ids = [
    'a',
    'say "no"',
    'back\\slash',
    'Ünïcödé',
    '日本語のタスク',
    '😀',
    '\ud800',
    'line\nbreak',
    'x'.repeat(5000),
    '',
  ]
  for (const chosen of [ids, ids.filter((id) => /^[ -~]*$/.test(id) && !/["\\]/.test(id))]) {
    const tasks = chosen.map((id, index) => ({ id, duration: index }))
    const dependencies = chosen.slice(1).map((successor, index) => ({ predecessor: chosen[index] ?? '', successor }))
    const [written, wanted] = bothTexts({ format: 'svc-plan/1', start_date: '2026-03-02', tasks, dependencies })
    t.equal(written, wanted)
  }
})

t.test('floats of more than four digits, links said twice, lists that are empty', async (t) => {
  const tasks = [
    { id: 'long', duration: 30_000 },
    { id: 'short', duration: 1 },
    { id: 'end', duration: 1 },
  ]
  const link = { predecessor: 'long', successor: 'end' }
  const [written, wanted] = bothTexts({
    format: 'svc-plan/1',
    start_date: '2026-03-02',
    tasks,
    dependencies: [link, link, { ...link, dep_type: 'FF' }, { ...link, dep_type: 'SS' }],
  })
  t.equal(written, wanted)
  t.match(written, '"total_float":30000')
  const [alone, wantedAlone] = bothTexts({ format: 'svc-plan/1', start_date: '2026-03-02', tasks: tasks.slice(0, 1) })
  t.equal(alone, wantedAlone)
})
