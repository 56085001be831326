import { checkDates, type DateCheck } from '../../../importers/check/check-dates.ts'
import { fileDates } from '../../../importers/check/file-dates.ts'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import type { ScheduleDates } from '../../../importers/write/schedule-dates.ts'
import type { Layout } from '../output/layout.ts'
import { tableText } from '../output/table-text.ts'

export interface CheckDocument extends DateCheck {
  readonly format: 'svc-date-check/1'
  readonly name: string
}

/** The file's own dates beside the computed ones. A file without dates compares nothing. */
export function checkDocument(plan: ImportedPlan, dates: ScheduleDates): CheckDocument {
  return { format: 'svc-date-check/1', name: plan.name, ...checkDates(fileDates(plan), dates) }
}

/** The same for a terminal: what differs, and why. */
export function checkTable(check: CheckDocument, layout: Layout): string {
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
  const columns = [
    { title: 'ID', maxWidth: 12 },
    { title: 'Task', maxWidth: 48 },
    { title: 'File start', rank: 2 },
    { title: 'Start', rank: 1 },
    { title: 'File finish' },
    { title: 'Finish' },
    { title: 'Reason', maxWidth: 48 },
  ]
  const tail = check.omitted > 0 ? `and ${check.omitted} more\n` : ''
  return `${head}Reasons: ${reasons.join(', ')}\n\n${tableText(columns, rows, layout)}${tail}`
}

/** What differs, for a spreadsheet. */
export async function checkCsv(check: CheckDocument): Promise<string> {
  const { csvText } = await import('../output/csv-text.ts')
  return csvText(
    ['id', 'name', 'file_start', 'start', 'file_finish', 'finish', 'reason', 'inherited_from'],
    check.tasks.map((task) => [
      task.task,
      task.name,
      task.file_start,
      task.start,
      task.file_finish,
      task.finish,
      task.reason,
      task.inherited_from,
    ]),
  )
}
