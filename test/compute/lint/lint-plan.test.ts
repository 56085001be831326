import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { findRedundantLinks } from '../../../compute/lint/find-redundant-links.ts'
import { lintDocument } from '../../../compute/lint/lint-document.ts'
import { type PlanRecords, recordsOfPlan } from '../../../compute/lint/lint-facts.ts'
import { ALL_RULES, lintPlan, measureText } from '../../../compute/lint/lint-plan.ts'
import { sarifDocument } from '../../../compute/lint/sarif-document.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { NO_DAY } from '../../../compute/model/schedule-columns.ts'
import type { Plan, PlanTask } from '../../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { datedPlan } from '../explain/dated-plan.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { referenceSchedule } from '../reference/reference-schedule.ts'
import { dayNumber } from '../reference/slow-calendar.ts'

function lint(plan: Plan, records: Partial<PlanRecords> = {}) {
  const columns = columnsFromPlan(plan)
  const graph = buildGraph(columns)
  const result = lintPlan(graph, runCpm(graph), { ...recordsOfPlan(plan), ...records })
  return lintDocument(columns, result, plan.name ?? null)
}

/** One point as `status count/total rows`. */
function point(plan: Plan, number: number, records: Partial<PlanRecords> = {}): string {
  const found = lint(plan, records).assessment[number - 1]
  if (found === undefined) return 'missing'
  if (found.status === 'not_measured') return `not_measured: ${found.note}`
  const rows = [...found.tasks, ...found.links.map((each) => `${each.predecessor}-${each.successor}`)]
  return `${found.status} ${found.count}/${found.total}${rows.length === 0 ? '' : ` ${rows.join(' ')}`}`
}

/** Findings of one rule as their rows and messages. */
function found(plan: Plan, rule: string): string[] {
  return lint(plan)
    .findings.filter((finding) => finding.rule === rule)
    .map((finding) => `${finding.tasks.join(' ')}: ${finding.message}`)
}

const source = (values: PlanTask['source']): Partial<PlanTask> => ({ source: values })
const CHAIN = buildPlan([task('A', 5), task('B', 3), task('C', 2)], [link('A FS B'), link('B FS C')])

t.test('points of the network', async (t) => {
  t.equal(point(CHAIN, 1), 'failed 2/3 A C')
  const many = Array.from({ length: 42 }, (_, index) => task(`T${index}`, 1))
  const chain = many.slice(1).map((each, index) => link(`T${index} FS ${each.id}`))
  t.match(point(buildPlan(many, chain), 1), 'passed 2/42 T0 T41', 'both ends of a long chain are within 5 %')
  const summary = [task('S', 0), task('X', 1, { parent: 'S' }), task('Y', 1, { parent: 'S' }), task('Z', 1)]
  t.equal(point(buildPlan(summary, [link('S SS Z')]), 1), 'failed 3/3 X Y Z')
  t.equal(point(buildPlan(summary, [link('S SS Z')]), 4), 'failed 0/1 S-Z')
  const mixed = buildPlan(CHAIN.tasks, [link('A FS-1 B'), link('A SS+2 B'), link('B FS C')])
  t.equal(point(mixed, 2), 'failed 1/3 A-B')
  t.equal(point(mixed, 3), 'failed 1/3 A-B')
  t.equal(point(mixed, 4), 'failed 2/3 A-B')
  t.equal(point(CHAIN, 2), 'passed 0/2')
  t.equal(point(buildPlan([task('A', 1)]), 2), 'not_measured: no link leads to unfinished work')
})

t.test('points of dates, float and duration', async (t) => {
  const constrained = buildPlan([task('A', 5, source({ constraint_type: 'MSO' })), task('B', 1)])
  t.equal(point(constrained, 5), 'failed 1/2 A')
  t.equal(point(buildPlan([task('A', 5, source({ constraint_type: 'SNET' }))]), 5), 'passed 0/1')
  const float = buildPlan([task('A', 60), task('B', 15), task('C', 16)])
  t.equal(point(float, 6), 'failed 1/3 B', '45 days are over the limit, 44 are on it')
  t.equal(point(buildPlan([task('A', 44), task('B', 45)]), 8), 'failed 1/2 B')
  const due = buildPlan([
    task('A', 5, source({ deadline: '2026-01-08T17:00' })),
    task('B', 5, source({ deadline: '2026-01-09' })),
  ])
  t.equal(point(due, 7), 'failed 1/2 A')
  const latest = source({ constraint_type: 'FNLT', constraint_date: '2026-01-08', deadline: '2026-01-20' })
  t.equal(point(buildPlan([task('A', 5, latest)]), 7), 'failed 1/1 A')
  t.equal(point(CHAIN, 7), 'not_measured: no unfinished task has a deadline or a latest finish')
  const ahead = buildPlan([task('A', 5, { actual_start: '2026-01-08' }), task('B', 1)], [], {
    status_date: '2026-01-07',
  })
  t.equal(point(ahead, 9), 'failed 1/2 A')
  t.equal(point(CHAIN, 9), 'not_measured: the plan has no data date')
})

t.test('points of resources and baseline', async (t) => {
  const assigned = {
    ...CHAIN,
    assignments: [
      { task: 'A', resource: 'r' },
      { task: 'B', resource: null },
    ],
  }
  t.equal(point(assigned, 10), 'failed 2/3 B C')
  t.equal(point(CHAIN, 10), 'not_measured: the plan has no assignments')
  for (const number of [11, 13, 14]) t.equal(point(CHAIN, number), 'not_measured: the plan has no baseline')
  const tasks = [task('A', 5, { actual_finish: '2026-01-12' }), task('B', 3), task('C', 2)]
  const plan = buildPlan(tasks, [link('A FS B'), link('B FS C')], { status_date: '2026-01-14' })
  const baselineFinishDay = Int32Array.from(['2026-01-09', '2026-01-14', '2026-01-16'], dayNumber)
  t.equal(point(plan, 11, { baselineFinishDay }), 'failed 2/2 A B', 'A ended late, B ends on Friday 16')
  t.equal(point(plan, 14, { baselineFinishDay }), 'failed 1/2 B')
  // B 14..16, C 19..20: five days from the data date on; the baseline ends two working days sooner.
  t.match(lint(plan, { baselineFinishDay }).assessment[12], {
    value: 0.6,
    status: 'failed',
    note: '5 days left, float -2',
  })
  const none = Int32Array.of(NO_DAY, NO_DAY, NO_DAY)
  t.equal(point(plan, 11, { baselineFinishDay: none }), 'not_measured: nothing is due by the data date')
  t.equal(point(plan, 13, { baselineFinishDay: none }), 'not_measured: the baseline has no finish')
})

t.test('the critical path test', async (t) => {
  t.equal(point(CHAIN, 12), 'passed 600/600 A')
  const begun = buildPlan([task('A', 5, { percent_complete: 60 }), task('B', 3)], [link('A FS B')])
  t.equal(point(begun, 12), 'passed 600/600 A')
  // A task of no days fills its day: the first of the days it is given must not count as lost.
  t.equal(point(buildPlan([task('A', 0)]), 12), 'passed 600/600 A')
  // Only the start of A is waited for, so its length does not reach the finish until it is the finish itself.
  const broken = buildPlan([task('A', 2), task('B', 9)], [link('A SS B')])
  t.equal(point(broken, 12), 'failed 593/600 A')
  t.equal(point(buildPlan([task('A', 1, { percent_complete: 100 })]), 12), 'not_measured: no task is critical')
})

t.test('rules of tasks', async (t) => {
  const dangling = buildPlan(CHAIN.tasks, [link('A FF B'), link('B SS C')])
  t.strictSame(found(dangling, 'dangling-start'), ['B: Only the finish of the task waits for others.'])
  t.strictSame(found(dangling, 'dangling-finish'), ['B: Others wait for the start of the task only.'])
  t.strictSame([found(CHAIN, 'dangling-start'), found(CHAIN, 'dangling-finish')], [[], []])
  const islands = buildPlan(
    [...CHAIN.tasks, task('D', 1), task('E', 1), task('F', 1)],
    [...(CHAIN.dependencies ?? []), link('D FS E')],
  )
  t.strictSame(found(islands, 'island'), ['D E: 2 tasks are linked to each other and to nothing else.'])
  const milestone = buildPlan([task('M', 3, { is_milestone: true }), task('N', 0, { is_milestone: true })])
  t.strictSame(found(milestone, 'milestone-with-duration'), ['M: A milestone that carries 3 days.'])
  const late = buildPlan(
    [
      task('A', 1, { planned_finish: '2026-01-13' }),
      task('B', 1, { planned_start: '2026-01-13' }),
      task('C', 1, { planned_start: '2026-01-13', percent_complete: 10 }),
      task('D', 1, { planned_finish: '2026-01-13', actual_finish: '2026-01-13' }),
      task('E', 1, { planned_start: '2026-01-14', planned_finish: '2026-01-14' }),
    ],
    [],
    { status_date: '2026-01-14' },
  )
  t.strictSame(found(late, 'past-due'), [
    'A: Planned to finish on 2026-01-13, and not finished.',
    'B: Planned to start on 2026-01-13, and not begun.',
  ])
  const rest = { exceptions: [{ from: '2026-01-05', to: '2026-02-03' }] }
  const idle = buildPlan([task('A', 1), task('B', 1, { calendar: 'off' }), task('C', 1, { calendar: 'gone' })], [], {
    calendars: { off: rest },
  })
  t.strictSame(found(idle, 'calendar-idle'), ['B: Calendar "off" has no working day in the 30 days from 2026-01-05.'])
  t.strictSame(found(idle, 'unknown-calendar'), ['C: The task names a calendar that the plan does not have.'])
  const short = { exceptions: [{ from: '2026-01-05', to: '2026-02-02' }] }
  t.strictSame(found({ ...idle, calendars: { off: short } }, 'calendar-idle'), [])
})

t.test('rules of links', async (t) => {
  const transitive = buildPlan(CHAIN.tasks, [
    link('A FS B'),
    link('B FS+2 C'),
    link('A FS C'),
    link('A FS+1 C'),
    link('A SS C'),
  ])
  t.strictSame(found(transitive, 'redundant-link'), [
    'A C: A longer path between the same tasks already holds the successor.',
  ])
  t.equal(lint(transitive).findings.filter((each) => each.rule === 'redundant-link').length, 1)
  const done = buildPlan(
    [task('A', 5), task('B', 3, { actual_finish: '2026-01-07' }), task('C', 2)],
    [link('A FS B'), link('B FS C'), link('A FS C')],
  )
  t.strictSame(found(done, 'redundant-link'), [], 'a finished task between hands nothing on')
  t.strictSame(found(transitive, 'duplicate-link'), [
    'A C: A second FS link between the same tasks; the tighter one holds.',
  ])
  const lags = buildPlan(CHAIN.tasks, [link('A FS+10 B'), link('A FS+11 C'), link('B FS+15e C')])
  t.strictSame(found(lags, 'long-lag'), ['A C: A lag of 11 working days.', 'B C: A lag of 15 elapsed days.'])
  const summary = buildPlan([task('S', 0), task('X', 1, { parent: 'S' }), task('Y', 1)], [link('S FS Y')])
  t.strictSame(found(summary, 'summary-link'), ['S Y: The predecessor is a summary.'])
})

t.test('progress out of sequence', async (t) => {
  const cases: [string, Partial<PlanTask>, Partial<PlanTask>, RegExp | null][] = [
    ['FS', { percent_complete: 50 }, { percent_complete: 10 }, /is started though the predecessor is not finished/],
    ['FS', { percent_complete: 100 }, { percent_complete: 10 }, null],
    ['SS', { percent_complete: 0 }, { percent_complete: 10 }, /is started though the predecessor is not started/],
    ['SS', { percent_complete: 5 }, { percent_complete: 10 }, null],
    ['FF', { percent_complete: 99 }, { percent_complete: 100 }, /is finished though the predecessor is not finished/],
    ['SF', {}, { percent_complete: 100 }, /is finished though the predecessor is not started/],
    [
      'FS',
      { actual_finish: '2026-01-08' },
      { actual_start: '2026-01-08' },
      /started before the predecessor had finished/,
    ],
    ['FS', { actual_finish: '2026-01-07' }, { actual_start: '2026-01-08' }, null],
    ['FS-1', { actual_finish: '2026-01-08' }, { actual_start: '2026-01-08' }, null],
  ]
  for (const [type, from, to, message] of cases) {
    const messages = found(buildPlan([task('A', 3, from), task('B', 3, to)], [link(`A ${type} B`)]), 'out-of-sequence')
    if (message === null) t.strictSame(messages, [], type)
    else t.match(messages, [message], type)
  }
})

t.test('errors come first, and every rule says what to do', async (t) => {
  const plan = buildPlan([task('A', 5, { calendar: 'gone' }), task('B', 3)])
  const { findings, counts, rules } = lint(plan)
  t.strictSame(
    findings.map((each) => each.rule),
    ['unknown-calendar', 'dcma-01-logic'],
  )
  t.strictSame(counts, { error: 1, warning: 1, info: 0 })
  t.strictSame(
    rules.map((rule) => [rule.code, rule.findings]),
    [
      ['dcma-01-logic', 1],
      ['unknown-calendar', 1],
    ],
  )
  t.equal(new Set(ALL_RULES.map((rule) => rule.code)).size, ALL_RULES.length)
  t.ok(ALL_RULES.every((rule) => rule.remedy.endsWith('.') && rule.title.length > 0))
  t.equal(measureText({ value: 0.25, count: 3, total: 12 }), '3 of 12 (25.0 %)')
  t.equal(measureText({ value: 0.946, count: null, total: null }), '0.95')
})

t.test('SARIF names rules, rows and what was not measured', async (t) => {
  const plan = buildPlan([task('A', 5, { calendar: 'gone' }), task('B', 3)])
  const sarif = JSON.parse(JSON.stringify(sarifDocument(lint(plan), 'plans/a.json', '1.2.3')))
  const [run] = sarif.runs
  t.equal(sarif.version, '2.1.0')
  t.match(run.tool.driver, { name: 'svc lint', version: '1.2.3' })
  t.equal(run.tool.driver.rules[run.results[0].ruleIndex].id, 'unknown-calendar')
  t.match(run.results[0], {
    level: 'error',
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'plans/a.json' } },
        logicalLocations: [{ fullyQualifiedName: 'tasks/A' }],
      },
    ],
  })
  const silent = run.invocations[0].toolExecutionNotifications.map(
    (each: { associatedRule: { id: string } }) => each.associatedRule.id,
  )
  t.ok(silent.includes('dcma-14-bei'))
  t.notOk(silent.includes('dcma-01-logic'))
})

t.test('removing all redundant links at once moves nothing and takes no float', async (t) => {
  let removed = 0
  fc.assert(
    fc.property(
      datedPlan({ ...FULL_SHAPE, lagUnits: ['working', 'elapsed'] }),
      fc.nat({ max: 3 }),
      (plan: Plan, share) => {
        // More plain links than the generator makes, so that there is something to find.
        const links = (plan.dependencies ?? []).map((each, at) =>
          at % 4 < share ? { ...each, dep_type: 'FS' as const, lag: 0 } : each,
        )
        const before = { ...plan, dependencies: links }
        const { links: redundant, isWhole } = findRedundantLinks(buildGraph(columnsFromPlan(before)))
        const after = { ...before, dependencies: links.filter((_, at) => !redundant.includes(at)) }
        removed += redundant.length
        const rows = JSON.stringify(referenceSchedule(after).tasks)
        if (!isWhole || rows !== JSON.stringify(referenceSchedule(before).tasks))
          throw new Error(JSON.stringify({ before, redundant }))
      },
    ),
    { numRuns: caseCount(600), seed: 12 },
  )
  t.ok(removed > 50, `${removed} links were removed`)
})

t.test('a search cut short says so', async (t) => {
  const plan = buildPlan(CHAIN.tasks, [link('A FS B'), link('B FS C'), link('A FS C')])
  t.strictSame(findRedundantLinks(buildGraph(columnsFromPlan(plan)), 0), { links: [], isWhole: false })
  t.strictSame(findRedundantLinks(buildGraph(columnsFromPlan(plan))), { links: [2], isWhole: true })
})

t.test('every plan can be checked', async (t) => {
  fc.assert(
    fc.property(datedPlan(FULL_SHAPE), (plan: Plan) => {
      const document = lint(plan)
      const known = new Set(ALL_RULES.map((rule) => rule.code))
      if (document.assessment.length !== 14 || document.findings.some((each) => !known.has(each.rule)))
        throw new Error(JSON.stringify(plan))
    }),
    { numRuns: caseCount(200), seed: 13 },
  )
  t.pass()
})
