import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { allocateConstraints } from '../../compute/model/constraint-columns.ts'
import type { ScheduledTask } from '../../compute/model/documents/schedule-document.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { referenceSchedule } from './reference/reference-schedule.ts'
import { refusalOf, rowOf, schedulePlan } from './schedule-plan.ts'

type Row = [start: string, finish: string, lateStart: string, lateFinish: string, total: number, free: number]

/** Month and day of the dates of a row, then its floats. */
function shortRow(row: ScheduledTask): Row {
  const dates = [row.early_start, row.early_finish, row.late_start, row.late_finish].map((date) => date.slice(5))
  return [...(dates as [string, string, string, string]), row.total_float, row.free_float]
}

/** A (3 days) -> B (2 days) from Monday 5 January 2026, beside a task of 10 days; B or A is held. */
function chain(held: { A?: Partial<PlanTask>; B?: Partial<PlanTask> }, rest: Partial<Plan> = {}) {
  const tasks = [task('A', 3, held.A), task('B', 2, held.B), task('L', 10)]
  const plan = buildPlan(tasks, [link('A FS B')], rest)
  const document = schedulePlan(plan)
  t.same(document, referenceSchedule(plan), 'as the slow engine has it')
  return {
    A: shortRow(rowOf(document, 'A')),
    B: shortRow(rowOf(document, 'B')),
    finish: document.project_finish.slice(5),
    critical: document.critical_path,
    driving: document.driving.map(({ predecessor }) => predecessor),
  }
}

t.test('nothing held: the plain plan', async (t) => {
  t.match(chain({}), {
    A: ['01-05', '01-07', '01-12', '01-14', 5, 0],
    B: ['01-08', '01-09', '01-15', '01-16', 5, 5],
    finish: '01-16',
    critical: ['L'],
    driving: ['A'],
  })
})

t.test('floors: a start or a finish no earlier than a day, moved forward to a working day', async (t) => {
  const snet = chain({ B: { constraint_type: 'SNET', constraint_date: '2026-01-10' } })
  t.match(snet, { B: ['01-12', '01-13', '01-15', '01-16', 3, 3], A: ['01-05', '01-07', '01-12', '01-14', 5, 2] })
  t.same(snet.driving, [])
  const fnet = chain({ B: { constraint_type: 'FNET', constraint_date: '2026-01-10' } })
  t.match(fnet.B, ['01-09', '01-12', '01-15', '01-16', 4, 4])
})

t.test('pins: both dates, early and late, before whatever links say', async (t) => {
  const mso = chain({ B: { constraint_type: 'MSO', constraint_date: '2026-01-06' } })
  t.match(mso, { B: ['01-06', '01-07', '01-06', '01-07', 0, 0], A: ['01-05', '01-07', '01-01', '01-05', -2, 0] })
  t.same([mso.driving, mso.critical], [[], ['A', 'L', 'B']], 'nothing drives a pin, and float below zero is critical')
  const mfo = chain({ B: { constraint_type: 'MFO', constraint_date: '2026-01-14' } })
  t.match(mfo, { B: ['01-13', '01-14', '01-13', '01-14', 0, 0], A: ['01-05', '01-07', '01-08', '01-12', 3, 3] })
  const saturday = { constraint_date: '2026-01-10' }
  t.match(chain({ B: { constraint_type: 'MSO', ...saturday } }).B, ['01-12', '01-13'], 'a start moves on')
  t.match(chain({ B: { constraint_type: 'MFO', ...saturday } }).B, ['01-08', '01-09'], 'a finish moves back')
})

t.test('what is placed by hand stands like a pin and has the float of any task', async (t) => {
  const placed = chain({ B: { constraint_type: 'MANUAL', constraint_date: '2026-01-06' } })
  t.match(placed, { B: ['01-06', '01-07', '01-15', '01-16', 7, 7], A: ['01-05', '01-07', '01-12', '01-14', 5, 0] })
  t.same([placed.driving, placed.critical], [[], ['L']], 'nothing drives it, and nobody before it is late')
})

t.test('a pin stands before the project start and the data date', async (t) => {
  const early = chain({ A: { constraint_type: 'MSO', constraint_date: '2025-12-29' } }, { status_date: '2026-01-07' })
  t.match(early.A, ['12-29', '12-31'])
})

t.test('caps: late dates only, with float below zero where they cannot be met', async (t) => {
  const caps: [Partial<PlanTask>, Row][] = [
    [{ constraint_type: 'SNLT', constraint_date: '2026-01-12' }, ['01-08', '01-09', '01-12', '01-13', 2, 2]],
    [{ constraint_type: 'SNLT', constraint_date: '2026-01-07' }, ['01-08', '01-09', '01-07', '01-08', -1, 0]],
    [{ constraint_type: 'FNLT', constraint_date: '2026-01-11' }, ['01-08', '01-09', '01-08', '01-09', 0, 0]],
    [{ deadline: '2026-01-14' }, ['01-08', '01-09', '01-13', '01-14', 3, 3]],
    [{ deadline: '2026-01-06' }, ['01-08', '01-09', '01-05', '01-06', -3, 0]],
  ]
  for (const [held, row] of caps) t.same(chain({ B: held }).B, row, JSON.stringify(held))
  t.same(
    chain({ B: { deadline: '2026-01-06' } }).A,
    ['01-05', '01-07', '12-31', '01-02', -3, 0],
    'it goes up the links',
  )
})

t.test('as late as possible takes up the free float and moves nothing else', async (t) => {
  const late = chain({ A: { constraint_type: 'ALAP' }, B: { constraint_type: 'SNET', constraint_date: '2026-01-14' } })
  t.match(late, { A: ['01-09', '01-13', '01-12', '01-14', 1, 0], B: ['01-14', '01-15', '01-15', '01-16', 1, 1] })
  const both = chain({ A: { constraint_type: 'ALAP' }, B: { constraint_type: 'ALAP' } })
  t.match(both, { A: ['01-12', '01-14'], B: ['01-15', '01-16'], finish: '01-16' }, 'the last goes first')
  t.match(chain({ A: { constraint_type: 'ALAP' } }).A, ['01-05', '01-07'], 'a task that drives has no float to take up')
})

t.test('what has begun has its start behind it; what is done is held to nothing', async (t) => {
  const begun = { percent_complete: 50, actual_start: '2026-01-05' }
  for (const kind of ['MSO', 'SNLT'] as const) {
    const held = { constraint_type: kind, constraint_date: '2026-01-02', ...begun }
    t.same(chain({ A: held }).A, chain({ A: begun }).A, kind)
  }
  t.same(chain({ A: { constraint_type: 'ALAP', ...begun } }).A, chain({ A: begun }).A)
  t.same(chain({ A: { deadline: '2026-01-05', ...begun } }).A[4], -1, 'its finish is still ahead')
  const pinned = { constraint_type: 'MFO' as const, constraint_date: '2026-01-06', actual_start: '2026-01-07' }
  t.same(chain({ A: pinned }).A, ['01-07', '01-09', '01-02', '01-06', -3, 0], 'a recorded start comes before a pin')
  const done = { percent_complete: 100, actual_start: '2026-01-05', actual_finish: '2026-01-08' }
  const held = { constraint_type: 'MSO' as const, constraint_date: '2026-01-02', deadline: '2026-01-02', ...done }
  t.same(chain({ A: held }).A, chain({ A: done }).A)
})

t.test('a recorded start on a day off makes nobody late', async (t) => {
  const tasks = [
    task('A', 5, { percent_complete: 40, actual_start: '2026-01-10', deadline: '2026-03-01' }),
    task('B', 2, {}),
  ]
  const plan = buildPlan(tasks, [link('A FS B')])
  t.equal(rowOf(schedulePlan(plan), 'A').total_float, 0)
})

t.test('a summary holds everything inside it', async (t) => {
  const inside = (held: Partial<PlanTask>) => {
    const tasks = [task('S', 0, held), task('A', 3, { parent: 'S' }), task('B', 1, { parent: 'S' }), task('L', 10)]
    const plan = buildPlan(tasks)
    const document = schedulePlan(plan)
    t.same(document, referenceSchedule(plan))
    return ['S', 'A', 'B'].map((id) => shortRow(rowOf(document, id)))
  }
  const floor = inside({ constraint_type: 'SNET', constraint_date: '2026-01-07' })
  t.match(floor, [['01-07'], ['01-07', '01-09'], ['01-07', '01-07']])
  const cap = inside({ constraint_type: 'FNLT', constraint_date: '2026-01-06', deadline: '2026-01-20' })
  t.same(
    cap.map((row) => row[4]),
    [-1, -1, 1],
  )
})

t.test('a planned start and the floor are one thing under two names', async (t) => {
  fc.assert(
    fc.property(randomPlan(FULL_SHAPE), (plan) => {
      const named = plan.tasks.map(({ planned_start: day, ...rest }): PlanTask => {
        // A planned start of a summary has no effect, a floor has.
        const isSummary = plan.tasks.some((other) => other.parent === rest.id)
        return day == null || isSummary ? rest : { ...rest, constraint_type: 'SNET', constraint_date: day }
      })
      t.same(schedulePlan({ ...plan, tasks: named }), schedulePlan(plan))
    }),
    { numRuns: caseCount(100), seed: 3 },
  )
})

t.test('constraints that say nothing give what the plain passes give', async (t) => {
  fc.assert(
    fc.property(randomPlan(FULL_SHAPE), (plan) => {
      const columns = columnsFromPlan(plan)
      columns.constraints = allocateConstraints(columns.taskCount)
      const held = scheduleDocument(plan, runCpm(buildGraph(columns)))
      if (JSON.stringify(held) !== JSON.stringify(schedulePlan(plan))) throw new Error(JSON.stringify(plan))
    }),
    { numRuns: caseCount(500), seed: 4 },
  )
  t.pass()
})

const held: PlanShape = { ...FULL_SHAPE, withConstraints: true }

t.test('caps and standing late move no other task, and neither does the order of the plan', async (t) => {
  const soft = ['ALAP', 'SNLT', 'FNLT', 'ASAP']
  fc.assert(
    fc.property(randomPlan(held), (plan) => {
      const free = plan.tasks.map(({ constraint_type: kind, constraint_date: day, deadline: _, ...rest }): PlanTask => {
        const isHard = kind != null && !soft.includes(kind)
        return isHard ? { ...rest, constraint_type: kind, constraint_date: day ?? null } : rest
      })
      const with_ = schedulePlan(plan)
      const without = schedulePlan({ ...plan, tasks: free })
      if (with_.project_finish !== without.project_finish) throw new Error(JSON.stringify(plan))
      const reversed = schedulePlan({ ...plan, tasks: [...plan.tasks].reverse() })
      t.same([...reversed.tasks].reverse(), with_.tasks)
    }),
    { numRuns: caseCount(150), seed: 5 },
  )
})

t.test('what no constraint can be is refused with the task and the bound', async (t) => {
  const of = (held: Record<string, unknown>) => refusalOf(buildPlan([task('A', 1, held as Partial<PlanTask>)]))
  t.match(of({ constraint_type: 'ASAPP' }), { code: 'invalid_graph_input', detail: /constraint_type of task "A"/ })
  t.match(of({ constraint_type: 'toString' }).detail, /constraint_type of task "A"/)
  t.match(of({ constraint_type: 'MSO', constraint_date: '20260105' }).detail, /constraint_date of task "A"/)
  t.match(of({ deadline: 5 }).detail, /deadline of task "A"/)
  t.match(of({ constraint_type: 'FNLT' }), { detail: /"A" has the constraint FNLT without a/, offending: ['A'] })
  t.match(of({ constraint_date: '2026-01-05' }), { detail: /which ASAP does not take/, offending: ['A'] })
  t.match(of({ constraint_type: 'ALAP', constraint_date: '2026-01-05' }).detail, /which ALAP does not take/)
  t.match(of({ constraint_type: 'MSO', constraint_date: '5000-01-01' }), {
    detail: /366000 is the most/,
    offending: ['A'],
  })
  t.match(of({ deadline: '0900-01-01' }), { detail: /deadline \d+ days from the project start; 366000/ })
  for (const kind of ['ALAP', 'SNLT', 'FNET', 'MSO', 'MFO'] as const) {
    const day = kind === 'ALAP' ? {} : { constraint_date: '2026-01-05' }
    const summary = task('S', 0, { constraint_type: kind, ...day })
    const refusal = refusalOf(buildPlan([summary, task('A', 1, { parent: 'S' })]))
    t.match(refusal, { code: 'invalid_graph_input', detail: /SNET or FNLT only/, offending: ['S'] }, kind)
  }
})

t.test('days far from the rest of the plan widen the tables', async (t) => {
  const plan = buildPlan(
    [
      task('A', 3, { constraint_type: 'MSO', constraint_date: '2001-05-05' }),
      task('B', 2, { constraint_type: 'MFO', constraint_date: '2040-05-05' }),
      task('C', 900, { deadline: '2026-01-05' }),
      task('D', 900, {}),
    ],
    [link('D FS C')],
  )
  t.same(schedulePlan(plan), referenceSchedule(plan))
})
