import type { Layout } from '../output/layout.ts'
import { tableText, withoutControls } from '../output/table-text.ts'
import { checkTable } from '../plan-files/check-document.ts'

const MAX_RECEIPT_LINES = 50

interface ReceiptGroup {
  severity: string
  count: number
  title: string
  remedy: string | null
  examples: { row?: number; uid?: number; name: string | null }[]
}

/** The end of an import for people: counts, warnings, the receipt and what moved. */
// biome-ignore lint/suspicious/noExplicitAny: the document of the service, of this or a later version.
export function importText(body: any, layout: Layout): string {
  if (body.status === 'dead') {
    const how = body.error_code === 'already_imported' ? 'With --again they come a second time.\n' : ''
    return `not imported (${clean(body.error_code)}): ${clean(body.error_detail)}\n${how}`
  }
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
  return `${clean(body.filename)}: ${facts.join(', ')}\n${receiptText(summary, layout)}${datesText(body, layout)}${warnings.length === 0 ? '' : `\n${warnings.join('')}`}`
}

/** By kind, with names: what was changed on the way, and what to do about it. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
function receiptText({ receipt_groups, receipt }: any, layout: Layout): string {
  const groups: readonly ReceiptGroup[] = receipt_groups ?? []
  if (groups.length === 0) return ''
  const rows = groups.map(({ severity, count, title, remedy, examples }) => [
    severity,
    String(count),
    title,
    `${examples.map(placeText).filter(Boolean).join(', ')}${count > examples.length ? ', …' : ''}`,
    remedy ?? '',
  ])
  const columns = [
    { title: 'Severity', rank: 3 },
    { title: 'Rows', align: 'right' as const },
    { title: 'What', maxWidth: 72 },
    { title: 'Which', maxWidth: 60, rank: 1 },
    { title: 'What to do', maxWidth: 60, rank: 2 },
  ]
  return `\n${tableText(columns, rows, layout)}${receipt?.length > groups.length ? 'Each row by itself: --json\n' : ''}`
}

function placeText({ row, uid, name }: ReceiptGroup['examples'][number]): string {
  return name ?? (uid === undefined ? (row === undefined ? '' : `row ${row}`) : `uid ${uid}`)
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
function datesText(body: any, layout: Layout): string {
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
  const held = check.without_data_date
    ? '\nNo data date: unstarted work was moved to today. Compared are dates without that; `status_date` of the project sets one.\n'
    : ''
  return `${held}\n${checkTable({ ...check, format: 'svc-date-check/1', name: 'Dates', tasks: named, omitted }, layout)}`
}

/** What another machine sends must not steer this terminal. */
export function clean(value: unknown): string {
  return withoutControls(String(value ?? ''))
}
