import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { explainTask } from '../../../compute/explain/explain-task.ts'
import { isFloat, QUANTITIES } from '../../../compute/explain/quantity.ts'
import { scheduleFacts } from '../../../compute/explain/schedule-facts.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { LAG_UNIT, LINK_TYPE, LINK_TYPE_NAMES } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan, PlanDependency } from '../../../compute/plan/plan-document.ts'
import { mergeProgram, type ProgramLink } from '../../../compute/program/merge-program.ts'
import { programRows } from '../../../compute/program/program-rows.ts'
import { simulate } from '../../../compute/simulation/simulate.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { datedPlan } from '../explain/dated-plan.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { referenceSchedule } from '../reference/reference-schedule.ts'
import { joinPlans, type SlowProject, slowEarlyDates } from './reference-program.ts'

function merge(plans: Plan[], links: ProgramLink[] = []) {
  return mergeProgram(
    plans.map((plan, at) => ({ key: `p${at}`, columns: columnsFromPlan(plan) })),
    links,
  )
}

/** From the first project's task to the second's, finish to start. */
function cross(predecessor: number, successor: number, lagDays = 0): ProgramLink {
  return {
    predecessorProject: 0,
    predecessor,
    successorProject: 1,
    successor,
    type: LINK_TYPE.FS,
    lagDays,
    lagUnit: LAG_UNIT.working,
  }
}

/** Starts on Monday 5, A 5 to B 3. */
const FIRST = buildPlan([task('A', 5), task('B', 3)], [link('A FS B')])
/** Starts on Monday 19 with a six-day week and the data date on Wednesday 21. */
const SECOND = buildPlan([task('A', 2), task('C', 2, { percent_complete: 100 }), task('D', 6)], [link('A FS D')], {
  start_date: '2026-01-19',
  status_date: '2026-01-21',
  calendar: { working_days: [1, 2, 3, 4, 5, 6] },
})

t.test('projects without links between them keep their own starts, data dates and calendars', async (t) => {
  const program = merge([FIRST, SECOND])
  const result = runCpm(buildGraph(program.columns))
  const early = [...result.earlyStartDay].map(
    (day, at) => `${formatCivilDay(day)}..${formatCivilDay(result.earlyFinishDay[at] as number).slice(8)}`,
  )
  t.strictSame(early, [
    '2026-01-05..09',
    '2026-01-12..14',
    '2026-01-21..22', // the data date holds unfinished work
    '2026-01-19..20', // and not what is done
    '2026-01-23..29', // over the Saturday
  ])
  t.strictSame(program.columns.ids, ['p0/A', 'p0/B', 'p1/A', 'p1/C', 'p1/D'])
  t.strictSame([...program.columns.idRank], [0, 2, 1, 3, 4], 'equal ids by the order of projects')
})

t.test('a link between projects, and why a date is what it is', async (t) => {
  const program = merge([FIRST, SECOND], [cross(1, 2, 8)])
  const result = runCpm(buildGraph(program.columns))
  // B ends on Wednesday 14; from Thursday 15 eight days on the six-day week are Saturday 24.
  t.equal(formatCivilDay(result.earlyStartDay[4] as number), '2026-01-24')
  t.equal(program.columns.linkCount - program.firstCrossLink, 1)
  const facts = scheduleFacts(program.columns, result, program.floors)
  const { contributions } = explainTask(facts, 4, 'early_start')
  t.strictSame(
    contributions.map(
      (each) =>
        `${each === contributions.find((one) => one.slackDays === 0) ? '*' : ''}${each.kind} ${formatCivilDay(each.imposedDay).slice(5)}`,
    ),
    ['predecessor_fs 01-23', '*predecessor_fs 01-24', 'project_start 01-19', 'data_date 01-21'],
  )
})

t.test('what a reader sees of projects that are not theirs', async (t) => {
  const program = merge([FIRST, SECOND], [cross(1, 2)])
  const rows = programRows(program, runCpm(buildGraph(program.columns)), [true, false])
  t.strictSame(
    rows.map((row) => row.isExternal),
    [false, false, true, true, true],
  )
  t.match(rows[0], { project: 0, lateStartDay: Number, totalFloatDays: Number })
  t.match(rows[2], { project: 1, lateStartDay: null, lateFinishDay: null, totalFloatDays: null, earlyStartDay: Number })
})

t.test('what cannot be merged is refused', async (t) => {
  t.throws(() => mergeProgram([], []), PlanRefusal)
  t.throws(() => merge([FIRST, SECOND], [cross(2, 0)]), /refers to a task that does not exist/)
  t.throws(
    () => merge([FIRST, SECOND], [{ ...cross(0, 0), successorProject: 7 }]),
    /refers to a task that does not exist/,
  )
  const back = { ...cross(0, 0), predecessorProject: 1, predecessor: 2, successorProject: 0 }
  t.throws(() => buildGraph(merge([FIRST, SECOND], [cross(0, 2), back]).columns), /"p0\/A"/)
})

t.test('simulation of a program: one project alone, and velocity that teams do not share', async (t) => {
  const estimates = { optimistic_duration: 2, most_likely_duration: 4, pessimistic_duration: 12 }
  const plan = { ...SECOND, tasks: SECOND.tasks.map((each) => ({ ...each, ...estimates })) }
  const options = { runs: 512, seed: 5 }
  const alone = simulate(buildGraph(columnsFromPlan(plan)), options)
  const program = simulate(buildGraph(merge([plan]).columns), options)
  t.strictSame([...program.finishDays], [...alone.finishDays])
  const later = simulate(
    buildGraph(
      merge([{ ...FIRST, tasks: FIRST.tasks.map((each) => ({ ...each, ...estimates })) }, plan], [cross(1, 2, 3)])
        .columns,
    ),
    options,
  )
  t.ok(later.p80Day >= alone.p80Day)
  const fixed = merge([FIRST, SECOND], [cross(1, 2)])
  const flat = simulate(buildGraph(fixed.columns), options)
  t.equal(flat.p50Day, runCpm(buildGraph(fixed.columns)).projectFinishDay)
  const scrum = { delivery_mode: 'scrum' as const, story_points: 20 }
  const team = (velocity: number[]) =>
    buildPlan([task('A', 5, scrum)], [], { velocity_samples: velocity, sprint_length_days: 10 })
  t.strictSame(merge([team([8, 9]), team([8, 9]), FIRST]).velocityLeftOut, [])
  t.strictSame([...merge([FIRST, team([8, 9])]).columns.velocitySamples], [8, 9])
  t.strictSame(merge([team([8, 9]), FIRST, team([5])]).velocityLeftOut, [0, 2])
})

const link2 = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  type: fc.constantFrom('FS' as const, 'SS' as const, 'FF' as const, 'SF' as const),
  lag: fc.integer({ min: -6, max: 9 }),
  elapsed: fc.boolean(),
})

t.test('equals the slow engine with a start and a data date for every project', async (t) => {
  let crossed = 0
  fc.assert(
    fc.property(
      fc.array(datedPlan({ ...FULL_SHAPE, maxTasks: 8 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 }),
      fc.array(link2, { maxLength: 4 }),
      (plans, delays, raw) => {
        const shifted = plans.map((plan, at) => ({ ...plan, start_date: formatCivilDay(20_458 + (delays[at] ?? 0)) }))
        const projects: SlowProject[] = shifted.map((plan, at) => ({ key: `p${at}`, plan }))
        const dependencies: PlanDependency[] = []
        const links: ProgramLink[] = []
        // From one project to the next only, so that no circle arises.
        for (const each of raw) {
          if (plans.length < 2) break
          const at = each.from % (plans.length - 1)
          const [from, to] = [shifted[at] as Plan, shifted[at + 1] as Plan]
          const predecessor = each.from % from.tasks.length
          const successor = each.to % to.tasks.length
          links.push({
            predecessorProject: at,
            predecessor,
            successorProject: at + 1,
            successor,
            type: LINK_TYPE_NAMES.indexOf(each.type),
            lagDays: each.lag,
            lagUnit: each.elapsed ? LAG_UNIT.elapsed : LAG_UNIT.working,
          })
          dependencies.push({
            predecessor: `p${at}/${from.tasks[predecessor]?.id}`,
            successor: `p${at + 1}/${to.tasks[successor]?.id}`,
            dep_type: each.type,
            lag: each.lag,
            lag_unit: each.elapsed ? 'elapsed' : 'working',
          })
        }
        crossed += links.length
        const program = merge(shifted, links)
        const result = runCpm(buildGraph(program.columns))
        const where = () => JSON.stringify({ shifted, dependencies })
        for (const [id, [start, finish]] of slowEarlyDates(projects, dependencies)) {
          const at = program.columns.ids?.indexOf(id) as number
          if (result.earlyStartDay[at] !== start || result.earlyFinishDay[at] !== finish)
            throw new Error(`${id} in ${where()}`)
        }
        checkLate(projects, dependencies, program, result, where)
        const facts = scheduleFacts(program.columns, result, program.floors)
        program.projectOfTask.forEach((_, at) => {
          for (const quantity of QUANTITIES) {
            const { value, binding } = explainTask(facts, at, quantity)
            if ((isFloat(quantity) ? binding.slackDays : binding.imposedDay) !== value) throw new Error(where())
          }
        })
      },
    ),
    { numRuns: caseCount(400), seed: 14 },
  )
  t.ok(crossed > 200, `${crossed} links between projects`)
})

/** Late dates and floats: with the early dates proven, the slow engine takes the floors as planned starts. */
function checkLate(
  projects: SlowProject[],
  dependencies: PlanDependency[],
  program: ReturnType<typeof merge>,
  result: ReturnType<typeof runCpm>,
  where: () => string,
): void {
  const joined = joinPlans(projects, dependencies)
  const start_date = formatCivilDay(program.columns.projectStartDay)
  const tasks = joined.tasks.map((each, at) => ({
    ...each,
    planned_start: floorText(program, at) ?? each.planned_start ?? null,
  }))
  referenceSchedule({ ...joined, start_date, tasks }).tasks.forEach((row, at) => {
    const found = [
      formatCivilDay(result.lateStartDay[at] as number),
      formatCivilDay(result.lateFinishDay[at] as number),
    ]
    const floats = [result.totalFloatDays[at], result.freeFloatDays[at]]
    const isRight = found[0] === row.late_start && found[1] === row.late_finish
    if (!isRight || floats[0] !== row.total_float || floats[1] !== row.free_float)
      throw new Error(`${row.id} in ${where()}`)
  })
}

function floorText({ columns }: ReturnType<typeof merge>, task: number): string | null {
  const day = columns.plannedStartDay[task] as number
  return day < -1_000_000 ? null : formatCivilDay(day)
}

t.test('constraints come along: every project stands as it stands alone', async (t) => {
  const shape = { ...FULL_SHAPE, withConstraints: true, maxTasks: 8 }
  fc.assert(
    fc.property(fc.array(datedPlan(shape), { minLength: 1, maxLength: 3 }), (plans) => {
      const projects = plans.map((plan, at) => ({ key: `p${at}`, columns: columnsFromPlan(plan) }))
      const { columns, firstTask } = mergeProgram(projects, [])
      const merged = runCpm(buildGraph(columns))
      plans.forEach((plan, at) => {
        const alone = runCpm(buildGraph(columnsFromPlan(plan)))
        // What stands as late as possible knows the finish of the program.
        const isLate = plan.tasks.some((task) => task.constraint_type === 'ALAP')
        plan.tasks.forEach((task, index) => {
          const place = (firstTask[at] as number) + index
          const isEqual =
            merged.earlyStartDay[place] === alone.earlyStartDay[index] &&
            merged.earlyFinishDay[place] === alone.earlyFinishDay[index]
          if (!isEqual && !isLate) throw new Error(`${task.id} of ${at} in ${JSON.stringify(plans)}`)
        })
        if (plans.length === 1) t.same(merged.lateStartDay, alone.lateStartDay)
      })
    }),
    { numRuns: caseCount(150), seed: 15 },
  )
})
