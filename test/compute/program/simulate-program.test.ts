import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { simulationDocument } from '../../../compute/model/documents/simulation-document.ts'
import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { LAG_UNIT, LINK_TYPE, type ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import type { ProgramLink } from '../../../compute/program/merge-program.ts'
import { type ProgramDocument, readProgram } from '../../../compute/program/program-document.ts'
import { simulateProgram } from '../../../compute/program/simulate-program.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import { simulate } from '../../../compute/simulation/simulate.ts'
import { tsKernel } from '../../../compute/wasm/choose-kernel.ts'
import { createComputePool } from '../../../compute/workers/pool.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { caseCount, FULL_SHAPE, randomPlan } from '../reference/random-plan.ts'

const here = (columns: ScheduleColumns, options: SimulationOptions) => simulate(buildGraph(columns), options)
const slowly = (columns: ScheduleColumns, options: SimulationOptions) =>
  simulate(buildGraph(columns), options, tsKernel)

function projectsOf(plans: Plan[]) {
  return plans.map((plan, at) => ({ key: `p${at}`, columns: columnsFromPlan(plan) }))
}

function cross(predecessor: number, successor: number): ProgramLink {
  const ends = { predecessorProject: 0, predecessor, successorProject: 1, successor }
  return { ...ends, type: LINK_TYPE.FS, lagDays: 0, lagUnit: LAG_UNIT.working }
}

const spread = (low: number, likely: number, high: number) => ({
  optimistic_duration: low,
  most_likely_duration: likely,
  pessimistic_duration: high,
})

t.test(
  'a program in which nothing varies gives every project its own finish, with its calendar, start and data date',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomPlan({ ...FULL_SHAPE, maxTasks: 8 }), { minLength: 1, maxLength: 3 }),
        async (plans) => {
          const projects = projectsOf(plans)
          const { program, result } = await simulateProgram(projects, [], { runs: 3 }, here)
          // A start recorded on a day off is moved forward: then a simulation may end later than the critical path.
          fc.pre(result.projects.every((row) => row === null || row.p50Day >= row.cpmFinishDay))
          const cpm = runCpm(buildGraph(program.columns))
          result.projects.forEach((row, at) => {
            let finish = Number.NEGATIVE_INFINITY
            for (let task = program.firstTask[at] ?? 0; task < (program.firstTask[at + 1] ?? 0); task++) {
              if (cpm.isScheduled[task] === 1) finish = Math.max(finish, cpm.earlyFinishDay[task] ?? 0)
            }
            const alone = simulate(buildGraph(projects[at]?.columns as ScheduleColumns), { runs: 3 })
            const found = [row?.cpmFinishDay, row?.p50Day, row?.p80Day, row?.p95Day, row?.finishes[0]?.day]
            const wanted = [finish, alone.p50Day, alone.p80Day, alone.p95Day, alone.finishDays[0]]
            if (found.join() !== wanted.join())
              throw new Error(`${at}: ${found} for ${wanted}: ${JSON.stringify(plans)}`)
          })
          const last = Math.max(...result.projects.map((row) => row?.p95Day ?? 0))
          if (result.p95Day !== last) throw new Error(`the program ends ${result.p95Day}, its last project ${last}`)
        },
      ),
      { numRuns: caseCount(100), seed: 41 },
    )
    t.pass()
  },
)

t.test('both kernels and any number of threads agree about projects', async (t) => {
  const first = buildPlan([task('A', 5, spread(3, 5, 20)), task('B', 3, spread(1, 3, 9))], [link('A FS B')])
  const second = buildPlan([task('C', 9, spread(4, 9, 15)), task('D', 2)], [link('C FF+1 D')], {
    start_date: '2026-01-19',
  })
  const projects = projectsOf([first, second])
  const options = { runs: 2500, seed: 4 }
  const fast = await simulateProgram(projects, [cross(1, 0)], options, here)
  t.strictSame((await simulateProgram(projects, [cross(1, 0)], options, slowly)).result, fast.result)
  const pool = createComputePool({ threads: 2, maxQueue: 2, deadlineMs: 20_000 })
  const pooled = await simulateProgram(projects, [cross(1, 0)], options, (columns, given) =>
    pool.simulate(columns, given),
  )
  t.strictSame(pooled.result, fast.result)
  await pool.close()
  const [one, two] = fast.result.projects
  t.ok((one?.p80Day ?? 0) < (two?.p80Day ?? 0))
  t.equal(two?.endsLast, 1, 'it waits for the other')
  t.equal(two?.p80Day, fast.result.p80Day)
  t.equal(
    one?.finishes.reduce((sum, { count }) => sum + count, 0),
    2500,
  )
  const alone = simulate(buildGraph(projects[1]?.columns as ScheduleColumns), options)
  t.ok((two?.p50Day ?? 0) > alone.p50Day, 'the other project delays it')
})

t.test('every project samples the velocity of its own team', async (t) => {
  const scrum = (samples: number[]) =>
    buildPlan([task('S', 1, { delivery_mode: 'scrum', story_points: 30 })], [], {
      velocity_samples: samples,
      sprint_length_days: 5,
    })
  const { program, result } = await simulateProgram(
    projectsOf([scrum([30]), scrum([10]), scrum([])]),
    [],
    { runs: 40 },
    here,
  )
  t.strictSame(program.velocityLeftOut, [0, 1])
  const finishes = result.projects.map((row) => formatCivilDay(row?.p50Day ?? 0))
  t.strictSame(finishes, ['2026-01-09', '2026-01-23', '2026-01-05'], 'one sprint, three sprints, and a day without any')
})

const PROGRAM: ProgramDocument = {
  format: 'svc-program/1',
  projects: [
    { key: 'a', plan: buildPlan([task('A', 5), task('B', 3)], [link('A FS B')]) },
    { key: 'b', plan: buildPlan([task('A', 2)], [], { start_date: '2026-01-19' }) },
  ],
  links: [{ predecessor_project: 'a', predecessor: 'B', successor_project: 'b', successor: 'A', lag: 5 }],
}

t.test('a program document is read, and its results are written by project', async (t) => {
  const { projects, links } = readProgram(PROGRAM)
  const { program, result } = await simulateProgram(projects, links, { runs: 2 }, here)
  const plan = { tasks: (program.columns.ids ?? []).map((id) => ({ id, parent: null })) }
  const document = simulationDocument(plan, result, ['a', 'b', 'none'])
  t.match(document, {
    p50: '2026-01-23',
    cpm_finish: '2026-01-23',
    standard_error: null,
    projects: [
      { key: 'a', p80: '2026-01-14', ends_last: 0, finishes: [['2026-01-14', 2]] },
      { key: 'b', p80: '2026-01-23', cpm_finish: '2026-01-23', ends_last: 1 },
      { key: 'none', empty: true },
    ],
  })
  t.strictSame(
    document.tasks.map(({ id }) => id),
    ['a/A', 'a/B', 'b/A'],
  )
  t.ok(parseCivilDay(document.p95))
})

t.test('what is wrong with a program document is refused by name', async (t) => {
  const refused = (document: object): string => {
    try {
      readProgram(document as ProgramDocument)
      return 'read'
    } catch (error) {
      return error instanceof PlanRefusal ? error.detail : String(error)
    }
  }
  const [a, b] = PROGRAM.projects
  const [one] = PROGRAM.links ?? []
  t.equal(refused(PROGRAM), 'read')
  t.match(refused({ ...PROGRAM, projects: {} }), /projects is not a list/)
  t.match(refused({ ...PROGRAM, links: {} }), /links is not a list/)
  t.match(refused({ ...PROGRAM, projects: [null] }), /projects\[0\] has no key/)
  t.match(refused({ ...PROGRAM, projects: [a, a] }), /"a" is given twice/)
  t.match(refused({ ...PROGRAM, projects: [a, { ...b, plan: { tasks: [] } }] }), /Project "b": format/)
  t.match(refused({ ...PROGRAM, links: [{ ...one, successor: 'Z' }] }), /links\[0\] names "b\/Z"/)
  t.match(refused({ ...PROGRAM, links: [{ ...one, dep_type: 'XX' }] }), /type, lag or unit/)
  t.match(refused({ ...PROGRAM, links: [{ ...one, lag: 1.5 }] }), /type, lag or unit/)
  t.match(refused({ ...PROGRAM, links: [null] }), /links\[0\]/)
})

t.test('groups that do not divide the tasks are refused', async (t) => {
  const columns = columnsFromPlan(buildPlan([task('A', 1), task('B', 1)]))
  for (const firstTask of [
    [0, 1],
    [1, 2],
    [0, 2, 1, 2],
  ]) {
    const projects = {
      firstTask,
      startDays: firstTask.slice(1).map(() => 0),
      velocities: firstTask.slice(1).map(() => null),
    }
    t.throws(() => here(columns, { runs: 1, projects }), /divide its tasks/)
  }
  t.throws(
    () => here(columns, { runs: 1, projects: { firstTask: [0, 2], startDays: [], velocities: [] } }),
    /needs a start/,
  )
})
