import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t from 'tap'
import type { ScheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { refusalOf, schedulePlan } from './schedule-plan.ts'

const folder = resolve(import.meta.dirname, '../../../shared/corpus/cpm')
const isThere = existsSync(folder)
const skip = isThere ? false : `the golden cases are not at ${folder}`

function readCases(name: string): { case: string; plan: Plan; expected: ScheduleDocument }[] {
  if (!isThere) return []
  const lines = readFileSync(resolve(folder, name), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

t.test('valid golden cases give the whole expected document', { skip }, async (t) => {
  for (const golden of readCases('valid.ndjson')) t.strictSame(schedulePlan(golden.plan), golden.expected, golden.case)
})

t.test('invalid golden cases are refused with a code and a text', { skip }, async (t) => {
  const codes = ['invalid_graph_input', 'cyclic_dependency', 'self_reference', 'calendar_has_no_working_day']
  for (const golden of readCases('invalid.ndjson')) {
    const refusal = refusalOf(golden.plan)
    t.ok(codes.includes(refusal.code), `${golden.case}: ${refusal.code}`)
    t.match(refusal.detail, /\.$/, refusal.detail)
    t.notMatch(refusal.detail, /\{(task|calendar):/, 'indexes are replaced by names')
  }
})
