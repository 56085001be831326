import type { Severity } from '../../compute/lint/finding.ts'
import { type FindingDocument, type LintDocument, lintDocument } from '../../compute/lint/lint-document.ts'
import { recordsOfPlan } from '../../compute/lint/lint-facts.ts'
import { lintPlan, measureText } from '../../compute/lint/lint-plan.ts'
import { sarifDocument } from '../../compute/lint/sarif-document.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { computeFile } from './plan-files/compute-file.ts'
import { onlyFile, parseOptions } from './plan-files/parse-options.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { printable } from './plan-files/printable.ts'
import { terminalTable } from './plan-files/terminal-table.ts'
import { UsageError } from './usage-error.ts'

/** Rows of one rule shown in a terminal. */
const MAX_ROWS = 8
const MAX_IDS = 6

/** `svc lint <file>`: checks a plan. Exit code 1 when something as severe as `--fail-on` says was found. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    'fail-on': { type: 'string' },
    json: { type: 'boolean' },
    sarif: { type: 'boolean' },
  })
  const file = onlyFile(positionals, 'lint')
  const failOn = severityOf(values['fail-on'])
  const asJson = values.json ?? !process.stdout.isTTY
  try {
    const { plan, columns, graph, result } = await computeFile(file)
    const document = lintDocument(columns, lintPlan(graph, result, recordsOfPlan(plan)), plan.name ?? null)
    if (values.sarif) process.stdout.write(`${JSON.stringify(sarifDocument(document, file, packageJson.version))}\n`)
    else process.stdout.write(asJson ? `${JSON.stringify(document)}\n` : lintText(document))
    return isOver(document, failOn) ? 1 : 0
  } catch (error) {
    return printRefusal(error, asJson || (values.sarif ?? false))
  }
}

function severityOf(text: string | undefined): Severity | null {
  if (text === undefined) return null
  if (text !== 'error' && text !== 'warning') throw new UsageError(`--fail-on is "${text}", not error or warning`)
  return text
}

function isOver({ counts }: LintDocument, failOn: Severity | null): boolean {
  if (failOn === null) return false
  return counts.error > 0 || (failOn === 'warning' && counts.warning > 0)
}

function lintText(document: LintDocument): string {
  const { name, tasks, links, status_date, counts } = document
  const date = status_date === null ? 'no data date' : `data date ${status_date}`
  const head = `${printable(name ?? 'Plan')}: ${tasks} tasks, ${links} links, ${date}\n`
  const sum = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}, ${counts.info} info\n`
  return `${head}${sum}\n${assessmentTable(document)}\n${findingTables(document)}`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const MARKS = { passed: '✓', failed: '✗', not_measured: '–' } as const

function assessmentTable({ assessment }: LintDocument): string {
  const rows = assessment.map((point) => [
    String(point.number),
    MARKS[point.status],
    point.title,
    point.status === 'not_measured' ? `not measured: ${point.note}` : measureText(point),
    point.limit,
    point.status === 'failed' ? rowsText(point) : '',
  ])
  return terminalTable(
    [
      { title: '#', align: 'right' },
      { title: '' },
      { title: 'DCMA point' },
      { title: 'Measured', maxWidth: 68 },
      { title: 'Limit' },
      { title: 'Rows', maxWidth: 48 },
    ],
    rows,
  )
}

/** What our own rules found; failed points are in the table above already. */
function findingTables({ findings, rules }: LintDocument): string {
  const own = rules.filter((rule) => !rule.code.startsWith('dcma-'))
  if (own.length === 0) return 'No other findings.\n'
  return own
    .map((rule) => {
      const rows = findings.filter((finding) => finding.rule === rule.code)
      const shown = rows.slice(0, MAX_ROWS).map((finding) => `  ${rowsText(finding)}  ${printable(finding.message)}\n`)
      const rest = rows.length > MAX_ROWS ? `  … and ${rows.length - MAX_ROWS} more\n` : ''
      return `${rule.severity}  ${rule.title} (${rule.code}, ${rows.length})\n${shown.join('')}${rest}  → ${rule.remedy}\n`
    })
    .join('\n')
}

function rowsText({ tasks, links }: Pick<FindingDocument, 'tasks' | 'links'>): string {
  const ids = links.length > 0 ? links.map((link) => `${link.predecessor} ${link.dep_type} ${link.successor}`) : tasks
  return printable(ids.slice(0, MAX_IDS).join(', ')) + (ids.length > MAX_IDS ? `, … (${ids.length})` : '')
}
