import type { Severity } from '../../compute/lint/finding.ts'
import { type FindingDocument, type LintDocument, lintDocument } from '../../compute/lint/lint-document.ts'
import { recordsOfPlan } from '../../compute/lint/lint-facts.ts'
import { lintPlan, measureText } from '../../compute/lint/lint-plan.ts'
import { sarifDocument } from '../../compute/lint/sarif-document.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { formatOf, type Layout, layoutFor } from './output/layout.ts'
import { tableText, withoutControls } from './output/table-text.ts'
import { wrapText } from './output/wrap-text.ts'
import { computeFile } from './plan-files/compute-file.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { onlyFile, parseOptions } from './words/parse-options.ts'
import { lintWords } from './words/plan-words.ts'

/** Rows of one rule shown in a terminal. */
const MAX_ROWS = 8
const MAX_IDS = 6

/** `svc lint <file>`: checks a plan. Exit code 1 when something as severe as `--fail-on` says was found. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, lintWords)
  const file = onlyFile(positionals, 'lint')
  const failOn = (values['fail-on'] ?? null) as Severity | null
  const format = values.sarif ? 'json' : formatOf(values)
  try {
    const { plan, columns, graph, result } = await computeFile(file)
    const document = lintDocument(columns, lintPlan(graph, result, recordsOfPlan(plan)), plan.name ?? null)
    if (values.sarif) process.stdout.write(`${JSON.stringify(sarifDocument(document, file, packageJson.version))}\n`)
    else if (format === 'json') process.stdout.write(`${JSON.stringify(document)}\n`)
    else if (format === 'csv') process.stdout.write(await findingsCsv(document))
    else process.stdout.write(lintText(document, layoutFor(format)))
    return isOver(document, failOn) ? 1 : 0
  } catch (error) {
    return printRefusal(error, file, format)
  }
}

function isOver({ counts }: LintDocument, failOn: Severity | null): boolean {
  if (failOn === null) return false
  return counts.error > 0 || (failOn === 'warning' && counts.warning > 0)
}

function lintText(document: LintDocument, layout: Layout): string {
  const { name, tasks, links, status_date, counts } = document
  const date = status_date === null ? 'no data date' : `data date ${status_date}`
  const head = `${withoutControls(name ?? 'Plan')}: ${tasks} tasks, ${links} links, ${date}\n`
  const sum = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}, ${counts.info} info\n`
  return `${head}${sum}\n${assessmentTable(document, layout)}\n${findingTables(document, layout)}`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const MARKS = { passed: '✓', failed: '✗', not_measured: '–' } as const

function assessmentTable({ assessment }: LintDocument, layout: Layout): string {
  const rows = assessment.map((point) => [
    String(point.number),
    MARKS[point.status],
    point.title,
    point.status === 'not_measured' ? `not measured: ${point.note}` : measureText(point),
    point.limit,
    point.status === 'failed' ? rowsText(point) : '',
  ])
  return tableText(
    [
      { title: '#', align: 'right', rank: 3 },
      { title: '' },
      { title: 'DCMA point', maxWidth: 40 },
      { title: 'Measured', maxWidth: 68 },
      { title: 'Limit', rank: 1 },
      { title: 'Rows', maxWidth: 48, rank: 2 },
    ],
    rows,
    layout,
  )
}

/** What our own rules found; failed points are in the table above already. */
function findingTables({ findings, rules }: LintDocument, { width }: Layout): string {
  const own = rules.filter((rule) => !rule.code.startsWith('dcma-'))
  if (own.length === 0) return 'No other findings.\n'
  return own
    .map((rule) => {
      const rows = findings.filter((finding) => finding.rule === rule.code)
      const shown = rows
        .slice(0, MAX_ROWS)
        .map((finding) => `${wrapText(`${rowsText(finding)}  ${withoutControls(finding.message)}`, width, '  ')}\n`)
      const rest = rows.length > MAX_ROWS ? `  … and ${rows.length - MAX_ROWS} more\n` : ''
      return `${rule.severity}  ${rule.title} (${rule.code}, ${rows.length})\n${shown.join('')}${rest}${wrapText(`→ ${rule.remedy}`, width, '  ')}\n`
    })
    .join('\n')
}

async function findingsCsv({ findings }: LintDocument): Promise<string> {
  const { csvText } = await import('./output/csv-text.ts')
  return csvText(
    ['rule', 'severity', 'message', 'tasks', 'links'],
    findings.map((finding) => [
      finding.rule,
      finding.severity,
      finding.message,
      finding.tasks.join(' '),
      finding.links.map((link) => `${link.predecessor} ${link.dep_type} ${link.successor}`).join(', '),
    ]),
  )
}

function rowsText({ tasks, links }: Pick<FindingDocument, 'tasks' | 'links'>): string {
  const ids = links.length > 0 ? links.map((link) => `${link.predecessor} ${link.dep_type} ${link.successor}`) : tasks
  return withoutControls(ids.slice(0, MAX_IDS).join(', ')) + (ids.length > MAX_IDS ? `, … (${ids.length})` : '')
}
