import { askBetween } from '../model/milestone-moments.ts'
import { LAG_UNIT, LINK_TYPE, LINK_TYPE_NAMES, NO_DAY } from '../model/schedule-columns.ts'
import { isComplete } from '../model/task-progress.ts'
import type { CheckedRule } from './checked-rule.ts'
import { findRedundantLinks } from './find-redundant-links.ts'
import type { Breach } from './finding.ts'
import type { LintFacts } from './lint-facts.ts'

/** Working days (elapsed ones by the week) of waiting that look like work nobody planned. */
const LONG_LAG_DAYS = 10
const LONG_ELAPSED_LAG_DAYS = 14

export const LINK_RULES: readonly CheckedRule[] = [
  {
    code: 'redundant-link',
    severity: 'info',
    title: 'Redundant link',
    remedy: 'Remove the link: a longer path between the same tasks says as much.',
    check: checkRedundant,
  },
  {
    code: 'duplicate-link',
    severity: 'warning',
    title: 'Duplicate link',
    remedy: 'Keep one of the links of this type between the two tasks.',
    check: checkDuplicates,
  },
  {
    code: 'long-lag',
    severity: 'warning',
    title: 'Lag that hides work',
    remedy: 'Put a task in place of the wait, so that someone owns it.',
    check: (facts) => checkEach(facts, facts.liveLinks, hidesWork),
  },
  {
    code: 'summary-link',
    severity: 'info',
    title: 'Link of a summary',
    remedy: 'Link the tasks themselves: a link of a summary counts for every task below it.',
    check: (facts) => checkEach(facts, facts.liveLinks, isOfSummary),
  },
  {
    code: 'out-of-sequence',
    severity: 'warning',
    title: 'Progress out of sequence',
    remedy: 'Correct the recorded progress, or the link that it contradicts.',
    check: (facts) => checkEach(facts, everyLink(facts), contradiction),
  },
]

function breachOf({ columns }: LintFacts, link: number, message: string): Breach {
  return { message, tasks: [columns.predecessorIndex[link], columns.successorIndex[link]], links: [link] }
}

function everyLink({ columns }: LintFacts): number[] {
  return Array.from({ length: columns.linkCount }, (_, link) => link)
}

function checkEach(
  facts: LintFacts,
  links: readonly number[],
  judge: (facts: LintFacts, link: number) => string | null,
): Breach[] {
  return links.flatMap((link) => {
    const message = judge(facts, link)
    return message === null ? [] : [breachOf(facts, link, message)]
  })
}

function checkRedundant(facts: LintFacts): Breach[] {
  const { links, isWhole } = findRedundantLinks(facts.graph)
  const breaches = links.map((link) =>
    breachOf(facts, link, 'A longer path between the same tasks already holds the successor.'),
  )
  if (isWhole) return breaches
  const message = 'The network is too dense to look at every link; some redundant links may not be listed.'
  return [...breaches, { message, tasks: [], links: [] }]
}

function checkDuplicates(facts: LintFacts): Breach[] {
  const seen = new Set<string>()
  return checkEach(facts, everyLink(facts), ({ columns }, link) => {
    const key = `${columns.predecessorIndex[link]} ${columns.successorIndex[link]} ${columns.linkType[link]}`
    const isRepeated = seen.has(key)
    seen.add(key)
    const type = LINK_TYPE_NAMES[columns.linkType[link]]
    return isRepeated ? `A second ${type} link between the same tasks; the tighter one holds.` : null
  })
}

function hidesWork({ columns }: LintFacts, link: number): string | null {
  const lag = columns.lagDays[link]
  const isElapsed = columns.lagUnit[link] === LAG_UNIT.elapsed
  if (lag <= (isElapsed ? LONG_ELAPSED_LAG_DAYS : LONG_LAG_DAYS)) return null
  return `A lag of ${lag} ${isElapsed ? 'elapsed' : 'working'} days.`
}

function isOfSummary({ columns, graph }: LintFacts, link: number): string | null {
  const { isSummary } = graph.hierarchy
  const ends = [isSummary[columns.predecessorIndex[link]], isSummary[columns.successorIndex[link]]]
  if (ends[0] === 0 && ends[1] === 0) return null
  return ends[0] === 1 ? 'The predecessor is a summary.' : 'The successor is a summary.'
}

/** How the recorded progress contradicts a link between leaves. */
function contradiction({ columns, graph }: LintFacts, link: number): string | null {
  const { isSummary } = graph.hierarchy
  const from = columns.predecessorIndex[link]
  const to = columns.successorIndex[link]
  if (isSummary[from] === 1 || isSummary[to] === 1) return null
  const type = columns.linkType[link]
  const waits = type === LINK_TYPE.FS || type === LINK_TYPE.SS ? 'started' : 'finished'
  const asks = type === LINK_TYPE.FS || type === LINK_TYPE.FF ? 'finished' : 'started'
  const happened = waits === 'started' ? hasStarted(columns, to) : isComplete(columns, to)
  const isAllowed = asks === 'started' ? hasStarted(columns, from) : isComplete(columns, from)
  if (happened && !isAllowed) return `The successor is ${waits} though the predecessor is not ${asks}.`
  const after = waits === 'started' ? columns.actualStartDay[to] : columns.actualFinishDay[to]
  const before = asks === 'started' ? columns.actualStartDay[from] : columns.actualFinishDay[from]
  if (after === NO_DAY || before === NO_DAY || columns.lagDays[link] < 0) return null
  const asked = askBetween(columns, link, from, to)
  // The start of a day is the end of the one before, whichever day of work that was.
  if (asked.lagDays !== columns.lagDays[link]) return null
  // After a recorded finish the next task starts on the next day at the soonest.
  const soonest = asked.type === LINK_TYPE.FS ? before + 1 : before
  return after < soonest ? `The successor ${waits} before the predecessor had ${asks}.` : null
}

function hasStarted(columns: LintFacts['columns'], task: number): boolean {
  return columns.percentComplete[task] > 0 || columns.actualStartDay[task] !== NO_DAY || isComplete(columns, task)
}
