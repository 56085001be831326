export type Severity = 'error' | 'warning' | 'info'

/** What a rule is about, for whoever lists rules. */
export interface Rule {
  code: string
  severity: Severity
  title: string
  remedy: string
}

/** What breaks a rule, with the rows concerned by index. */
export interface Breach {
  message: string
  tasks: number[]
  links: number[]
}

/** One thing to look at: a breach, and the rule that says how grave it is. */
export interface Finding extends Breach {
  rule: string
  severity: Severity
}
