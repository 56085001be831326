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
import { type ComputedFile, computeFile } from './plan-files/compute-file.ts'
import { parseOptions } from './plan-files/parse-options.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { printable } from './plan-files/printable.ts'
import { terminalTable } from './plan-files/terminal-table.ts'
import { UsageError } from './usage-error.ts'

/** `svc explain <file> <task>`: why a date or float of a task is what it is. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, { quantity: { type: 'string' }, json: { type: 'boolean' } })
  const [file, wanted, ...more] = positionals
  if (file === undefined || wanted === undefined || more.length > 0)
    throw new UsageError('explain takes a file and a task, by id or by name')
  const quantity = quantityOf(values.quantity ?? 'early_start')
  const asJson = values.json ?? !process.stdout.isTTY
  try {
    const document = explain(await computeFile(file), wanted, quantity)
    process.stdout.write(asJson ? `${JSON.stringify(document)}\n` : explanationText(document))
    return 0
  } catch (error) {
    return printRefusal(error, asJson)
  }
}

function quantityOf(text: string): Quantity {
  const quantity = QUANTITIES.find((name) => name === text)
  if (quantity === undefined) throw new UsageError(`--quantity is "${text}", not one of ${QUANTITIES.join(', ')}`)
  return quantity
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

/** What a candidate says, with `#` for the task it comes from. */
const LABELS: Record<ContributionDocument['kind'], string> = {
  project_start: 'the project start',
  data_date: 'the data date',
  actual_start: 'the recorded start',
  actual_finish: 'the recorded finish',
  constraint_alap: 'as late as possible',
  constraint_snet: 'start no earlier than',
  constraint_snlt: 'start no later than',
  constraint_fnet: 'finish no earlier than',
  constraint_fnlt: 'finish no later than',
  constraint_mso: 'must start on',
  constraint_mfo: 'must finish on',
  deadline: 'deadline',
  planned_start_snet: 'its planned start',
  project_finish: 'the project finish',
  duration_from_early_start: 'its duration from its early start',
  duration_from_late_start: 'its duration from its late start',
  duration_from_late_finish: 'its duration back from its late finish',
  full_duration_backoff: 'its whole duration back from its finish',
  early_start: 'its early start',
  early_finish: 'its early finish',
  late_start: 'its late start',
  total_float: 'its total float',
  predecessor_fs: 'after # finishes',
  predecessor_ss: 'with the start of #',
  predecessor_ff: 'not before # finishes',
  predecessor_sf: 'not before # starts',
  successor_fs: 'before # starts',
  successor_ss: 'not after # starts',
  successor_ff: 'not after # finishes',
  successor_sf: 'not after # finishes',
  successor_free_slack: 'without moving #',
  early_finish_pullback: 'pulled along by #',
  phase_rollup: 'its part #',
}

function explanationText(document: ExplanationDocument): string {
  const { task_id, task_name, quantity, value, is_critical, contributions, chain } = document
  const unit = isFloat(quantity) ? (value === 1 ? ' day' : ' days') : ''
  const subject = task_name === task_id ? task_id : `${task_id} ${task_name}`
  const head = `${printable(subject)}: ${spoken(quantity)} ${value}${unit}${is_critical ? ', critical' : ''}\n\n`
  const rows = contributions.map((each) => candidateRow(each, isFloat(quantity)))
  const table = terminalTable(
    [
      { title: '' },
      { title: 'Candidate', maxWidth: 64 },
      { title: 'Link' },
      { title: 'Imposes' },
      { title: 'Days off', align: 'right' },
      { title: 'Slack', align: 'right' },
    ],
    rows,
  )
  return head + table + (chain.length === 0 ? '' : `\nAll the way back:\n\n${chainTable(chain)}`)
}

function candidateRow(each: ContributionDocument, inDays: boolean): string[] {
  const added = each.calendar_days_added === 0 || inDays ? '' : String(Math.abs(each.calendar_days_added))
  return [each.is_binding ? '●' : '', label(each), linkText(each), each.imposed_date, added, String(each.slack_days)]
}

function label(each: ContributionDocument): string {
  const { source_task_id: id, source_task_name: name, leaf_task_id: leaf } = each
  if (id === null) return LABELS[each.kind].replace(' #', '')
  const through = leaf === id ? '' : `, by its part ${leaf}`
  return LABELS[each.kind].replace('#', () => (name === id ? id : `${id} ${name}`)) + through
}

function linkText({ dep_type, lag_days, lag_unit }: ContributionDocument): string {
  if (dep_type === null || lag_days === null) return ''
  if (lag_days === 0) return dep_type
  return `${dep_type}${lag_days > 0 ? '+' : ''}${lag_days}${lag_unit === 'elapsed' ? ' elapsed' : ''}`
}

function chainTable(chain: readonly ChainStepDocument[]): string {
  const rows = chain.map((step) => {
    const days = Math.abs(step.because.calendar_days_added)
    const name = step.task_name === step.task_id ? step.task_id : `${step.task_id} ${step.task_name}`
    return [
      step.value,
      name,
      spoken(step.quantity),
      label(step.because),
      linkText(step.because),
      days === 0 ? '' : String(days),
    ]
  })
  return terminalTable(
    [
      { title: 'Date' },
      { title: 'Task', maxWidth: 40 },
      { title: 'Is its' },
      { title: 'Because of', maxWidth: 56 },
      { title: 'Link' },
      { title: 'Days off', align: 'right' },
    ],
    rows,
  )
}

function spoken(quantity: Quantity): string {
  return quantity.replace('_', ' ')
}
