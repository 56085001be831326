export type Severity = 'error' | 'warning' | 'info'

/** One thing to look at, with the rows concerned by index. */
export interface Finding {
  rule: string
  severity: Severity
  message: string
  tasks: number[]
  links: number[]
}

export interface Rule {
  code: string
  severity: Severity
  title: string
  remedy: string
}
