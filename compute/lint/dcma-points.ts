// The fourteen points of the DCMA assessment. Shares are of unfinished tasks, or of links into unfinished tasks, unless a
// point says otherwise. A point whose data the plan lacks is not measured, which is neither passed nor failed.

import { LINK_TYPE, NO_DAY } from '../model/schedule-columns.ts'
import { measureBaseline } from './dcma-baseline.ts'
import { testCriticalPath } from './dcma-critical-path.ts'
import type { Rule } from './finding.ts'
import type { LintFacts } from './lint-facts.ts'
import { type Measure, notMeasured } from './measure.ts'
import { edgeEnds } from './network-ends.ts'

export type PointStatus = 'passed' | 'failed' | 'not_measured'

export interface DcmaPoint extends Rule {
  number: number
  /** What passes, in short. */
  limit: string
  /** What passes, in words. */
  threshold: string
  status: PointStatus
  /** The measure the threshold is about: a share 0 to 1, a count or an index; null when not measured. */
  value: number | null
  /** How many of how many; null where the measure is no count. */
  count: number | null
  total: number | null
  tasks: number[]
  links: number[]
  /** Why a point could not be measured, or what was assumed. */
  note: string | null
}

/** Working days beyond which float and duration are high: two months. */
const HIGH_DAYS = 44

interface PointDefinition extends Rule {
  limit: string
  threshold: string
  passes(value: number): boolean
  measure(facts: LintFacts): Measure
}

const atMost = (limit: number) => (value: number) => value <= limit
const atLeast = (limit: number) => (value: number) => value >= limit

const POINTS: readonly PointDefinition[] = [
  {
    code: 'dcma-01-logic',
    severity: 'warning',
    title: 'Missing logic',
    remedy: 'Link the tasks to what they wait for and to what waits for them.',
    limit: '≤ 5 %',
    threshold: 'at most 5 % of unfinished tasks lack a predecessor or a successor',
    passes: atMost(0.05),
    measure: (facts) => {
      const { into, outOf } = edgeEnds(facts.graph)
      return shareOfTasks(facts, (task) => into[task] === 0 || outOf[task] === 0)
    },
  },
  {
    code: 'dcma-02-leads',
    severity: 'warning',
    title: 'Leads',
    remedy: 'Replace a negative lag by a task that ends where the successor starts.',
    limit: '0',
    threshold: 'no link has a negative lag',
    passes: atMost(0),
    measure: (facts) => shareOfLinks(facts, (link) => facts.columns.lagDays[link] < 0),
  },
  {
    code: 'dcma-03-lags',
    severity: 'warning',
    title: 'Lags',
    remedy: 'Make the waiting visible as a task.',
    limit: '≤ 5 %',
    threshold: 'at most 5 % of links have a positive lag',
    passes: atMost(0.05),
    measure: (facts) => shareOfLinks(facts, (link) => facts.columns.lagDays[link] > 0),
  },
  {
    code: 'dcma-04-relationship-types',
    severity: 'warning',
    title: 'Relationship types',
    remedy: 'Prefer finish-to-start links; split a task where only part of it is waited for.',
    limit: '≥ 90 %',
    threshold: 'at least 90 % of links are finish-to-start',
    passes: atLeast(0.9),
    measure: (facts) => {
      const others = shareOfLinks(facts, (link) => facts.columns.linkType[link] !== LINK_TYPE.FS)
      if (others.value === null || others.count === null || others.total === null) return others
      return { ...others, value: 1 - others.value, count: others.total - others.count }
    },
  },
  {
    code: 'dcma-05-hard-constraints',
    severity: 'warning',
    title: 'Hard constraints',
    remedy: 'Let logic set the date, or use a deadline.',
    limit: '≤ 5 %',
    threshold: 'at most 5 % of unfinished tasks must start or finish on or by a date',
    passes: atMost(0.05),
    measure: (facts) => shareOfTasks(facts, (task) => facts.records.isHardConstrained[task] === 1),
  },
  {
    code: 'dcma-06-high-float',
    severity: 'warning',
    title: 'High float',
    remedy: 'Look for missing successors.',
    limit: '≤ 5 %',
    threshold: `at most 5 % of unfinished tasks have more than ${HIGH_DAYS} days of total float`,
    passes: atMost(0.05),
    measure: (facts) => shareOfTasks(facts, (task) => facts.result.totalFloatDays[task] > HIGH_DAYS),
  },
  {
    code: 'dcma-07-negative-float',
    severity: 'error',
    title: 'Negative float',
    remedy: 'Recover the time or move the date that cannot be met.',
    limit: '0',
    threshold: 'no unfinished task lacks float or ends after its deadline',
    passes: atMost(0),
    measure: measureDeadlines,
  },
  {
    code: 'dcma-08-high-duration',
    severity: 'warning',
    title: 'High duration',
    remedy: 'Break long work into parts that can be seen to be done.',
    limit: '≤ 5 %',
    threshold: `at most 5 % of unfinished tasks last more than ${HIGH_DAYS} days`,
    passes: atMost(0.05),
    measure: (facts) => shareOfTasks(facts, (task) => facts.columns.durationDays[task] > HIGH_DAYS),
  },
  {
    code: 'dcma-09-invalid-dates',
    severity: 'error',
    title: 'Invalid dates',
    remedy: 'Record what has happened only; move the data date forward.',
    limit: '0',
    threshold: 'no recorded date lies after the data date',
    passes: atMost(0),
    measure: measureInvalidDates,
  },
  {
    code: 'dcma-10-resources',
    severity: 'warning',
    title: 'Resources',
    remedy: 'Assign someone or something to every task that takes time.',
    limit: '0',
    threshold: 'every unfinished task of a day or more has a resource',
    passes: atMost(0),
    measure: measureResources,
  },
  {
    code: 'dcma-11-missed-tasks',
    severity: 'warning',
    title: 'Missed tasks',
    remedy: 'Replan what is late; see what the late tasks have in common.',
    limit: '≤ 5 %',
    threshold: 'at most 5 % of the tasks due by the data date ended, or will end, after their baseline',
    passes: atMost(0.05),
    measure: (facts) => measureBaseline(facts, 'missed'),
  },
  {
    code: 'dcma-12-critical-path-test',
    severity: 'error',
    title: 'Critical path test',
    remedy: 'Find where the path from the critical work to the finish is broken.',
    limit: '600 days',
    threshold: 'the finish moves by the 600 days that a critical task is given',
    passes: atLeast(0.99),
    measure: testCriticalPath,
  },
  {
    code: 'dcma-13-cpli',
    severity: 'warning',
    title: 'Critical path length index',
    remedy: 'Shorten the critical path, or agree a later finish.',
    limit: '≥ 0.95',
    threshold: 'at least 0.95',
    passes: atLeast(0.95),
    measure: (facts) => measureBaseline(facts, 'cpli'),
  },
  {
    code: 'dcma-14-bei',
    severity: 'warning',
    title: 'Baseline execution index',
    remedy: 'Finish what the baseline says is due before starting anew.',
    limit: '≥ 0.95',
    threshold: 'at least 0.95',
    passes: atLeast(0.95),
    measure: (facts) => measureBaseline(facts, 'bei'),
  },
]

/** Measures and judges all fourteen points, in their order. */
export function assessPoints(facts: LintFacts): DcmaPoint[] {
  return POINTS.map(({ passes, measure, ...point }, index) => {
    const { value, count, total, tasks = [], links = [], note = null } = measure(facts)
    const status = value === null ? 'not_measured' : passes(value) ? 'passed' : 'failed'
    return { ...point, number: index + 1, status, value, count, total, tasks, links, note }
  })
}

export const DCMA_RULES: readonly Rule[] = POINTS.map(({ code, severity, title, remedy }) => ({
  code,
  severity,
  title,
  remedy,
}))

function shareOfTasks(facts: LintFacts, isConcerned: (task: number) => boolean): Measure {
  const { openTasks } = facts
  if (openTasks.length === 0) return notMeasured('no task is unfinished')
  const tasks = openTasks.filter(isConcerned)
  return { value: tasks.length / openTasks.length, count: tasks.length, total: openTasks.length, tasks }
}

function shareOfLinks(facts: LintFacts, isConcerned: (link: number) => boolean): Measure {
  const { liveLinks } = facts
  if (liveLinks.length === 0) return notMeasured('no link leads to unfinished work')
  const links = liveLinks.filter(isConcerned)
  return { value: links.length / liveLinks.length, count: links.length, total: liveLinks.length, links }
}

/** Float is never below zero without a date to meet. Where constraints are computed with, it shows all along the links. */
function measureDeadlines({ openTasks, records, result, columns }: LintFacts): Measure {
  const dated = openTasks.filter((task) => columns.constraints !== null || records.deadlineDay[task] !== NO_DAY)
  if (dated.length === 0) return notMeasured('no unfinished task has a deadline or a latest finish')
  const tasks = dated.filter((task) => {
    const isPast = records.deadlineDay[task] !== NO_DAY && result.earlyFinishDay[task] > records.deadlineDay[task]
    return isPast || result.totalFloatDays[task] < 0
  })
  return { value: tasks.length, count: tasks.length, total: dated.length, tasks }
}

/** What is forecast never lies before the data date, because unfinished work is laid out from there. */
function measureInvalidDates({ leaves, columns }: LintFacts): Measure {
  const { statusDay, actualStartDay, actualFinishDay } = columns
  if (statusDay === NO_DAY) return notMeasured('the plan has no data date')
  const tasks = leaves.filter((task) => actualStartDay[task] > statusDay || actualFinishDay[task] > statusDay)
  return { value: tasks.length, count: tasks.length, total: leaves.length, tasks }
}

function measureResources({ openTasks, records, columns }: LintFacts): Measure {
  const { assignmentCount } = records
  if (assignmentCount === null) return notMeasured('the plan has no assignments')
  const working = openTasks.filter((task) => columns.durationDays[task] > 0)
  if (working.length === 0) return notMeasured('no unfinished task takes time')
  const tasks = working.filter((task) => assignmentCount[task] === 0)
  return { value: tasks.length / working.length, count: tasks.length, total: working.length, tasks }
}
