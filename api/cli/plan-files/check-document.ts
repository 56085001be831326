import { checkDates, type DateCheck } from '../../../importers/check/check-dates.ts'
import { fileDates } from '../../../importers/check/file-dates.ts'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import type { ScheduleDates } from '../../../importers/write/schedule-dates.ts'
import { terminalTable } from './terminal-table.ts'

export interface CheckDocument extends DateCheck {
  readonly format: 'svc-date-check/1'
  readonly name: string
}

/** The file's own dates beside the computed ones. A file without dates compares nothing. */
export function checkDocument(plan: ImportedPlan, dates: ScheduleDates): CheckDocument {
  return { format: 'svc-date-check/1', name: plan.name, ...checkDates(fileDates(plan), dates) }
}

/** The same for a terminal: what differs, and why. */
export function checkTable(check: CheckDocument): string {
  const reasons = Object.entries(check.by_reason)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${count}`)
  const head = `${check.name}: ${check.compared} tasks compared, ${check.equal} equal, ${check.differing} differ\n`
  if (check.differing === 0) return head
  const rows = check.tasks.map((task) => [
    task.task,
    task.name,
    task.file_start,
    task.start,
    task.file_finish,
    task.finish,
    task.inherited_from === null ? task.reason : `${task.reason} (from ${task.inherited_from})`,
  ])
  const columns = ['ID', 'Task', 'File start', 'Start', 'File finish', 'Finish', 'Reason'].map((title) => ({ title }))
  const tail = check.omitted > 0 ? `and ${check.omitted} more\n` : ''
  return `${head}Reasons: ${reasons.join(', ')}\n\n${terminalTable(columns, rows)}${tail}`
}
