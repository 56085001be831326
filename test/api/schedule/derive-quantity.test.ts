import fc from 'fast-check'
import t from 'tap'
import { QUANTITIES } from '../../../api/schedule/derivation/derivation.schema.ts'
import { deriveQuantity } from '../../../api/schedule/derivation/derive-quantity.ts'
import { derivedTask } from '../../../api/schedule/derivation/derived-task.ts'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../../compute/model/plan.ts'
import { FULL_SHAPE, randomPlan } from '../../compute/reference/random-plan.ts'

const FLOATS = new Set(['total_float', 'free_float'])

/** Every value of every task of a plan, with the contribution said to have set it. */
function derivations(plan: Plan) {
  const columns = columnsFromPlan(plan)
  const result = runCpm(buildGraph(columns))
  return plan.tasks.flatMap((_, task) =>
    QUANTITIES.map((quantity) => {
      const stored = {
        projectStartDay: columns.projectStartDay,
        plannedStartDay: columns.plannedStartDay[task] as number,
      }
      return { task, quantity, columns, ...deriveQuantity(derivedTask(columns, result, task, stored), quantity) }
    }),
  )
}

t.test('the binding contribution of any value of any plan imposes that very value', async (t) => {
  fc.assert(
    fc.property(randomPlan(FULL_SHAPE), (plan) => {
      for (const each of derivations(plan)) {
        const { quantity, value, binding, contributions } = each
        const imposed = FLOATS.has(quantity) ? binding.slackDays : binding.imposedDay
        const isSame = imposed === value && contributions.includes(binding)
        if (!isSame) throw new Error(`${quantity} of task ${each.task}: ${JSON.stringify({ value, binding, plan })}`)
      }
    }),
    { numRuns: 500, seed: 20260105 },
  )
  t.pass()
})

t.test('no start bound lies after an early start, and no successor before a late finish', async (t) => {
  fc.assert(
    fc.property(randomPlan(FULL_SHAPE), (plan) => {
      for (const { quantity, value, contributions } of derivations(plan)) {
        const days = contributions.filter((each) => each.link !== -1).map((each) => each.imposedDay)
        if (quantity === 'early_start' && days.some((day) => day > value)) throw new Error('a bound was passed over')
        if (quantity === 'late_finish' && days.some((day) => day < value)) throw new Error('a bound was passed over')
      }
    }),
    { numRuns: 150, seed: 7 },
  )
  t.pass()
})
