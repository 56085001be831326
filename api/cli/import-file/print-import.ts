import { checkTable } from '../plan-files/check-document.ts'
import { terminalTable } from '../plan-files/terminal-table.ts'

const MAX_RECEIPT_LINES = 50

interface ReceiptLine {
  severity: string
  code: string
  where: { row?: number; uid?: number; field?: string }
  message: string
}

/** The end of an import for people: counts, warnings, the receipt and what moved. */
// biome-ignore lint/suspicious/noExplicitAny: the document of the service, of this or a later version.
export function importText(body: any): string {
  if (body.status === 'dead') return `not imported (${clean(body.error_code)}): ${clean(body.error_detail)}\n`
  const summary = body.summary ?? {}
  const counts: [string, unknown][] = [
    ['tasks created', summary.tasks_created],
    ['tasks updated', summary.tasks_updated],
    ['links created', summary.dependencies_created],
    ['links updated', summary.dependencies_updated],
    ['project start', summary.project_start_date],
    ['calendar', summary.calendar_name],
  ]
  const facts = counts.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}: ${clean(value)}`],
  )
  const warnings = (summary.warnings ?? []).map((warning: unknown) => `! ${clean(warning)}\n`)
  return `${clean(body.filename)}: ${facts.join(', ')}\n${warnings.join('')}${receiptText(summary.receipt ?? [])}${datesText(body)}`
}

function receiptText(receipt: readonly ReceiptLine[]): string {
  if (receipt.length === 0) return ''
  const rows = receipt
    .slice(0, MAX_RECEIPT_LINES)
    .map(({ severity, code, where, message }) => [
      severity,
      where.row === undefined ? (where.uid === undefined ? '' : `uid ${where.uid}`) : `row ${where.row}`,
      where.field ?? '',
      code,
      message,
    ])
  const columns = [
    { title: 'Severity' },
    { title: 'Where' },
    { title: 'Field' },
    { title: 'Code' },
    { title: 'Message', maxWidth: 100 },
  ]
  const more = receipt.length - rows.length
  return `\n${terminalTable(columns, rows)}${more > 0 ? `and ${more} more; --json prints all\n` : ''}`
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
function datesText(body: any): string {
  const check = body.summary?.date_check
  if (check === undefined) return ''
  if (check.status !== 'done') return `\nDates were not compared: ${clean(check.detail ?? check.status)}\n`
  const tasks = check.tasks.slice(0, MAX_RECEIPT_LINES)
  const omitted = check.omitted + check.tasks.length - tasks.length
  // Ids of the service are long; the file's own numbers say more beside its names.
  const named = tasks.map((task: Record<string, unknown>) => ({
    ...task,
    task: String(task.uid ?? ''),
    inherited_from: null,
  }))
  return `\n${checkTable({ ...check, format: 'svc-date-check/1', name: 'Dates', tasks: named, omitted })}`
}

/** What another machine sends must not steer this terminal. */
export function clean(value: unknown): string {
  return String(value ?? '').replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}
