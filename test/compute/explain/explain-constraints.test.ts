import fc from 'fast-check'
import t from 'tap'
import { computeDrag } from '../../../compute/explain/drag.ts'
import { isFloat } from '../../../compute/explain/quantity.ts'
import { traceValue } from '../../../compute/explain/trace-value.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import type { PlanTask } from '../../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { datedPlan } from './dated-plan.ts'
import { candidates, factsOf } from './explain-plan.ts'
import { explainAll } from './imposed-value.ts'

/** A (3 days) -> B (2 days) from Monday 5 January 2026, beside a task of 10 days. */
const chain = (held: Partial<PlanTask>, first: Partial<PlanTask> = {}) =>
  buildPlan([task('A', 3, first), task('B', 2, held), task('L', 10)], [link('A FS B')])

t.test('each kind is named where it sets a date', async (t) => {
  const on = (constraint_type: PlanTask['constraint_type'], day: string) => ({
    constraint_type: constraint_type ?? null,
    constraint_date: `2026-01-${day}`,
  })
  const floors = chain(on('SNET', '14'))
  t.strictSame(candidates(floors, 'B', 'early_start'), [
    'predecessor_fs A 01-08 4',
    'project_start 01-05 7',
    '*constraint_snet 01-14 0',
  ])
  t.match(candidates(chain(on('FNET', '14')), 'B', 'early_start')[0], '*constraint_fnet 01-13 0')
  t.match(candidates(chain(on('FNET', '14')), 'B', 'early_finish'), ['*constraint_fnet 01-14 0'])
  t.strictSame(candidates(chain(on('MSO', '06')), 'B', 'early_start'), [
    '*constraint_mso 01-06 0',
    'predecessor_fs A 01-08 0',
    'project_start 01-05 1',
  ])
  t.match(candidates(chain(on('MSO', '06')), 'B', 'late_start'), ['*constraint_mso 01-06 0'])
  t.match(candidates(chain(on('MSO', '06')), 'A', 'late_finish'), ['*successor_fs B 01-05 0'])
  t.match(candidates(chain(on('MFO', '13')), 'B', 'early_finish')[0], '*constraint_mfo 01-13 0')
  t.match(candidates(chain(on('MFO', '13')), 'B', 'late_finish')[0], '*constraint_mfo 01-13 0')
  t.match(candidates(chain(on('FNLT', '13')), 'B', 'late_finish'), ['*constraint_fnlt 01-13 0'])
  t.match(candidates(chain(on('SNLT', '13')), 'B', 'late_start')[0], '*constraint_snlt 01-13 0')
  t.match(candidates(chain({ deadline: '2026-01-11' }), 'B', 'late_finish')[0], '*deadline 01-09 0')
  t.match(
    candidates(chain(on('SNET', '14'), { constraint_type: 'ALAP' }), 'A', 'early_start')[0],
    '*constraint_alap 01-09 0',
  )
  t.strictSame(candidates(chain(on('FNLT', '06')), 'B', 'total_float'), ['*early_start 01-08 -3', 'late_start 01-05 0'])
})

t.test('the binding contribution of any value under constraints imposes that very value', async (t) => {
  fc.assert(
    fc.property(datedPlan({ ...FULL_SHAPE, withConstraints: true }), (plan) => {
      const facts = factsOf(plan)
      explainAll(plan, facts, (index, quantity) => {
        if (!isFloat(quantity)) traceValue(facts, index, quantity)
      })
      for (const { dragDays } of computeDrag(buildGraph(facts.columns), facts.result)) {
        if (dragDays < 0) throw new Error(`drag below zero in ${JSON.stringify(plan)}`)
      }
    }),
    { numRuns: caseCount(1500), seed: 20260105 },
  )
  t.pass()
})
