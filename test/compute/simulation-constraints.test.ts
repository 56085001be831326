import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { dateText, dayNumber, SlowCalendar } from './reference/slow-calendar.ts'
import { assertSameReplay } from './same-replay.ts'
import { schedulePlan } from './schedule-plan.ts'

const SHAPE: PlanShape = { ...FULL_SHAPE, withConstraints: true, maxTasks: 10 }

t.test('a replayed matrix gives what the slow engine gives', async (t) => {
  assertSameReplay(SHAPE, 15)
  t.pass()
})

t.test('where nothing varies every run ends on the finish of the critical path', async (t) => {
  fc.assert(
    fc.property(randomPlan(SHAPE), (plan) => {
      fc.pre(!leavesTheAxis(plan))
      const result = simulate(buildGraph(columnsFromPlan(plan)), { runs: 3 })
      const finishes = [result.p50Day, result.p95Day, ...result.finishDays]
      if (finishes.some((day) => day !== result.cpmFinishDay)) throw new Error(JSON.stringify(plan))
    }),
    { numRuns: caseCount(300), seed: 16 },
  )
  t.pass()
})

t.test('both kernels give the same bits', async (t) => {
  fc.assert(
    fc.property(randomPlan({ ...SHAPE, withEstimates: true }), fc.nat(), (plan, seed) => {
      const options = { runs: 70, seed, taskFinishes: 'all' } as const
      const [here, there] = [tsKernel, chooseKernel()].map((kernel) =>
        JSON.stringify(simulate(buildGraph(columnsFromPlan(plan)), options, kernel)),
      )
      if (here !== there) throw new Error(JSON.stringify(plan))
    }),
    { numRuns: caseCount(100), seed: 17 },
  )
  t.pass()
})

t.test('floors and pins move the finish, caps and standing late do not', async (t) => {
  const finishOf = (held: Partial<PlanTask>) => {
    const tasks = [task('A', 3), task('B', 2, held)]
    const graph = buildGraph(columnsFromPlan(buildPlan(tasks, [link('A FS B')])))
    return dateText(simulate(graph, { runs: 50, seed: 1 }).p80Day)
  }
  const on = (type: PlanTask['constraint_type']) =>
    finishOf({ constraint_type: type ?? null, constraint_date: '2026-01-20' })
  t.same(
    ['SNET', 'FNET', 'MSO', 'MFO'].map((type) => on(type as 'SNET')),
    ['2026-01-21', '2026-01-20', '2026-01-21', '2026-01-20'],
  )
  const plain = finishOf({})
  t.same([on('SNLT'), on('FNLT')], [plain, plain])
  t.same(finishOf({ constraint_type: 'ALAP', deadline: '2026-01-05' }), plain)
})

/** Where a simulation may differ: before the project start, and with a start recorded on a day off. */
function leavesTheAxis(plan: Plan): boolean {
  const rows = schedulePlan(plan).tasks
  return plan.tasks.some((task, index) => {
    if ((rows[index]?.early_start ?? '') < plan.start_date) return true
    if (task.actual_start == null) return false
    const own = task.calendar == null ? undefined : plan.calendars?.[task.calendar]
    return !new SlowCalendar(own ?? plan.calendar ?? {}).works(dayNumber(task.actual_start))
  })
}
