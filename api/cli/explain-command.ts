import { contributionInWords, linkInWords } from '../../compute/explain/contribution-words.ts'
import {
  type ChainStepDocument,
  type ContributionDocument,
  type ExplanationDocument,
  explanationDocument,
} from '../../compute/explain/explanation-document.ts'
import { isFloat, QUANTITIES, type Quantity } from '../../compute/explain/quantity.ts'
import { scheduleFacts } from '../../compute/explain/schedule-facts.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { formatOf, type Layout, layoutFor } from './output/layout.ts'
import { tableText, withoutControls } from './output/table-text.ts'
import { wrapText } from './output/wrap-text.ts'
import { type ComputedFile, computeFile } from './plan-files/compute-file.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { UsageError } from './usage-error.ts'
import { parseOptions } from './words/parse-options.ts'
import { explainWords } from './words/plan-words.ts'

/** `svc explain <file> <task>`: why a date or float of a task is what it is. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, explainWords)
  const [file, wanted, ...more] = positionals
  if (file === undefined || wanted === undefined || more.length > 0)
    throw new UsageError('explain takes a file and a task, by id or by name')
  const quantity = QUANTITIES.find((name) => name === values.quantity) ?? 'early_start'
  const format = formatOf(values)
  try {
    const document = explain(await computeFile(file), wanted, quantity)
    if (format === 'json') process.stdout.write(`${JSON.stringify(document)}\n`)
    else if (format === 'csv') process.stdout.write(await explanationCsv(document))
    else process.stdout.write(explanationText(document, layoutFor(format)))
    return 0
  } catch (error) {
    return printRefusal(error, file, format)
  }
}

function explain({ plan, columns, result }: ComputedFile, wanted: string, quantity: Quantity): ExplanationDocument {
  const task = findTask(plan, wanted)
  const names = {
    idOf: (at: number) => plan.tasks[at]?.id ?? '',
    nameOf: (at: number) => plan.tasks[at]?.name ?? plan.tasks[at]?.id ?? '',
  }
  return explanationDocument(scheduleFacts(columns, result), task, quantity, names)
}

/** By id, else by a name that only one task has. */
function findTask(plan: Plan, wanted: string): number {
  const byId = plan.tasks.findIndex((task) => task.id === wanted)
  if (byId !== -1) return byId
  const named = Array.from(plan.tasks.keys()).filter((at) => plan.tasks[at]?.name === wanted)
  const [only] = named
  if (only !== undefined && named.length === 1) return only
  const detail =
    named.length === 0
      ? `The plan has no task "${wanted}".`
      : `${named.length} tasks are named "${wanted}": ${named.map((at) => plan.tasks[at]?.id).join(', ')}.`
  throw new PlanRefusal('invalid_graph_input', detail)
}

function explanationText(document: ExplanationDocument, layout: Layout): string {
  const { task_id, task_name, quantity, value, is_critical, contributions, chain } = document
  const unit = isFloat(quantity) ? (value === 1 ? ' working day' : ' working days') : ''
  const subject = task_name === task_id ? task_id : `${task_id} ${task_name}`
  const found = `${withoutControls(subject)}: ${spoken(quantity)} ${value}${unit}${is_critical ? ', critical' : ''}`
  const head = `${wrapText(found, layout.width)}\n\n`
  const rows = contributions.map((each) => candidateRow(each, isFloat(quantity)))
  const table = tableText(
    [
      { title: '' },
      { title: 'Candidate', maxWidth: 64 },
      { title: 'Link' },
      { title: 'Imposes' },
      { title: 'Days off', align: 'right', rank: 2 },
      { title: 'Slack', align: 'right', rank: 1 },
    ],
    rows,
    layout,
  )
  const days = 'Days off are calendar days skipped to reach a working day; slack is in working days.'
  const units = `\n${wrapText(days, layout.width)}\n`
  return head + table + (chain.length === 0 ? '' : `\nAll the way back:\n\n${chainTable(chain, layout)}`) + units
}

function candidateRow(each: ContributionDocument, inDays: boolean): string[] {
  const added = each.calendar_days_added === 0 || inDays ? '' : String(Math.abs(each.calendar_days_added))
  return [each.is_binding ? '●' : '', label(each), linkInWords(each), each.imposed_date, added, String(each.slack_days)]
}

function label(each: ContributionDocument): string {
  const { source_task_id: id, source_task_name: name, leaf_task_id: leaf } = each
  const through = id === null || leaf === id ? '' : `, by its part ${leaf}`
  return contributionInWords(each, name === id ? (id ?? '') : `${id} ${name}`) + through
}

/** The candidates; the chain is a second table, and JSON has both. */
async function explanationCsv({ contributions }: ExplanationDocument): Promise<string> {
  const { csvText } = await import('./output/csv-text.ts')
  return csvText(
    ['is_binding', 'kind', 'source_task_id', 'source_task_name', 'imposed_date', 'calendar_days_added', 'slack_days'],
    contributions.map((each) => [
      each.is_binding,
      each.kind,
      each.source_task_id,
      each.source_task_name,
      each.imposed_date,
      each.calendar_days_added,
      each.slack_days,
    ]),
  )
}

function chainTable(chain: readonly ChainStepDocument[], layout: Layout): string {
  const rows = chain.map((step) => {
    const days = Math.abs(step.because.calendar_days_added)
    const name = step.task_name === step.task_id ? step.task_id : `${step.task_id} ${step.task_name}`
    return [
      step.value,
      name,
      spoken(step.quantity),
      label(step.because),
      linkInWords(step.because),
      days === 0 ? '' : String(days),
    ]
  })
  return tableText(
    [
      { title: 'Date' },
      { title: 'Task', maxWidth: 40 },
      { title: 'Is its' },
      { title: 'Because of', maxWidth: 56 },
      { title: 'Link', rank: 1 },
      { title: 'Days off', align: 'right', rank: 2 },
    ],
    rows,
    layout,
  )
}

function spoken(quantity: Quantity): string {
  return quantity.replace('_', ' ')
}
