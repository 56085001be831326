import type { Breach, Finding, Rule } from './finding.ts'
import type { LintFacts } from './lint-facts.ts'

/** A rule of our own: one row, which is all that a rule needs. */
export interface CheckedRule extends Rule {
  check(facts: LintFacts): Breach[]
}

export function findBreaches(rules: readonly CheckedRule[], facts: LintFacts): Finding[] {
  return rules.flatMap(({ code, severity, check }) =>
    check(facts).map((breach) => ({ rule: code, severity, ...breach })),
  )
}
