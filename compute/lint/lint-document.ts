import { LINK_TYPE_NAMES, NO_DAY, type ScheduleColumns } from '../model/schedule-columns.ts'
import { formatCivilDay } from '../plan/civil-day.ts'
import type { PointStatus } from './dcma-points.ts'
import type { Severity } from './finding.ts'
import { ALL_RULES, type LintResult } from './lint-plan.ts'

export interface LinkReference {
  predecessor: string
  successor: string
  dep_type: (typeof LINK_TYPE_NAMES)[number]
}

export interface PointDocument {
  number: number
  rule: string
  title: string
  limit: string
  threshold: string
  status: PointStatus
  value: number | null
  count: number | null
  total: number | null
  note: string | null
  tasks: string[]
  links: LinkReference[]
}

export interface FindingDocument {
  rule: string
  severity: Severity
  message: string
  tasks: string[]
  links: LinkReference[]
}

export interface LintDocument {
  format: 'svc-lint/1'
  name: string | null
  status_date: string | null
  tasks: number
  links: number
  counts: Record<Severity, number>
  assessment: PointDocument[]
  /** The rules that found something. */
  rules: { code: string; severity: Severity; title: string; remedy: string; findings: number }[]
  findings: FindingDocument[]
}

/** A check as a document, rows by their ids. */
export function lintDocument(columns: ScheduleColumns, result: LintResult, name: string | null): LintDocument {
  const idOf = (task: number) => columns.ids?.[task] ?? `#${task}`
  const linkOf = (link: number): LinkReference => ({
    predecessor: idOf(columns.predecessorIndex[link]),
    successor: idOf(columns.successorIndex[link]),
    dep_type: LINK_TYPE_NAMES[columns.linkType[link]],
  })
  const count = (severity: Severity) => result.findings.filter((finding) => finding.severity === severity).length
  const findingsOf = Map.groupBy(result.findings, (finding) => finding.rule)
  return {
    format: 'svc-lint/1',
    name,
    status_date: columns.statusDay === NO_DAY ? null : formatCivilDay(columns.statusDay),
    tasks: columns.taskCount,
    links: columns.linkCount,
    counts: { error: count('error'), warning: count('warning'), info: count('info') },
    assessment: result.points.map(
      ({ number, code, title, limit, threshold, status, value, count, total, note, ...rows }) => ({
        number,
        rule: code,
        title,
        limit,
        threshold,
        status,
        value,
        count,
        total,
        note,
        tasks: rows.tasks.map(idOf),
        links: rows.links.map(linkOf),
      }),
    ),
    rules: ALL_RULES.flatMap((rule) => {
      const findings = findingsOf.get(rule.code)?.length ?? 0
      return findings === 0 ? [] : [{ ...rule, findings }]
    }),
    findings: result.findings.map((finding) => ({
      ...finding,
      tasks: finding.tasks.map(idOf),
      links: finding.links.map(linkOf),
    })),
  }
}
