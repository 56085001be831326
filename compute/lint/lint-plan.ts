// The check of a plan: the fourteen points, our own rules, and one list of everything found.

import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { type CheckedRule, findBreaches } from './checked-rule.ts'
import { assessPoints, DCMA_RULES, type DcmaPoint } from './dcma-points.ts'
import type { Finding, Rule, Severity } from './finding.ts'
import { LINK_RULES } from './link-rules.ts'
import { lintFacts, type PlanRecords } from './lint-facts.ts'
import { TASK_RULES } from './task-rules.ts'

export interface LintResult {
  points: DcmaPoint[]
  /** Points that failed and breaches of rules: errors first, then in the order of `ALL_RULES`. */
  findings: Finding[]
}

/** Rules of our own; a new one is a row in one of the two. */
const OWN_RULES: readonly CheckedRule[] = [...TASK_RULES, ...LINK_RULES]
export const ALL_RULES: readonly Rule[] = [...DCMA_RULES, ...OWN_RULES]

const SEVERITY_ORDER: readonly Severity[] = ['error', 'warning', 'info']

/** Checks a computed plan. */
export function lintPlan(graph: ScheduleGraph, result: ScheduleResult, records: PlanRecords): LintResult {
  const facts = lintFacts(graph, result, records)
  const points = assessPoints(facts)
  const findings = [...points.flatMap(pointFinding), ...findBreaches(OWN_RULES, facts)]
  const position = new Map(ALL_RULES.map((rule, at) => [rule.code, at]))
  const rank = ({ rule, severity }: Finding) =>
    SEVERITY_ORDER.indexOf(severity) * ALL_RULES.length + (position.get(rule) as number)
  return { points, findings: findings.sort((left, right) => rank(left) - rank(right)) }
}

function pointFinding(point: DcmaPoint): Finding[] {
  if (point.status !== 'failed') return []
  const { code, severity, tasks, links } = point
  return [{ rule: code, severity, message: `${point.title}: ${measureText(point)}; ${point.threshold}.`, tasks, links }]
}

/** A measure in words: `3 of 12 (25.0 %)`, or the index. */
export function measureText({ value, count, total }: Pick<DcmaPoint, 'value' | 'count' | 'total'>): string {
  if (value === null) return 'not measured'
  if (count === null || total === null) return value.toFixed(2)
  return `${count} of ${total} (${((total === 0 ? 0 : count / total) * 100).toFixed(1)} %)`
}
