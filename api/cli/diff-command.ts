import { comparePlans } from '../../compute/diff/compare-plans.ts'
import {
  type CauseDocument,
  type DifferenceDocument,
  differenceDocument,
  type LinkDocument,
  type StepDocument,
  type ValueDocument,
} from '../../compute/diff/difference-document.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { readPlanFile } from './plan-files/compute-file.ts'
import { parseOptions, wholeNumber } from './plan-files/parse-options.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { printable } from './plan-files/printable.ts'
import { terminalTable } from './plan-files/terminal-table.ts'
import { UsageError } from './usage-error.ts'

const DEFAULT_MAX_STEPS = 200
const MAX_ROWS = 30

/** `svc diff <a> <b>`: what was changed between two plans, and what each change moved. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, { 'max-steps': { type: 'string' }, json: { type: 'boolean' } })
  const [from, to, ...more] = positionals
  if (from === undefined || to === undefined || more.length > 0 || (from === '-' && to === '-'))
    throw new UsageError('diff takes two files, of which one may be - for plan JSON on standard input')
  const maxSteps = wholeNumber('max-steps', values['max-steps'], DEFAULT_MAX_STEPS, 1)
  const asJson = values.json ?? !process.stdout.isTTY
  try {
    const [before, after] = [await readPlanFile(from), await readPlanFile(to)]
    const difference = comparePlans(columnsFromPlan(before), columnsFromPlan(after), { maxSteps })
    const document = differenceDocument(difference, before, after)
    process.stdout.write(asJson ? `${JSON.stringify(document)}\n` : differenceText(document))
    return 0
  } catch (error) {
    return printRefusal(error, asJson)
  }
}

function differenceText(document: DifferenceDocument): string {
  const { project_finish: finish, steps, moved } = document
  const head = `Finish ${finish[0]} → ${finish[1]}${finish[0] === finish[1] ? '' : `, ${movement(document.finish_days)}`}\n`
  if (steps.length === 0) return `${head}Nothing was changed.\n`
  const critical = criticalText(document)
  const changes = `\nChanges, made one after the other:\n\n${stepTable(steps)}`
  if (moved.length === 0) return `${head}${critical}${changes}\nNo task moved.\n`
  const rest = moved.length > MAX_ROWS ? `… and ${moved.length - MAX_ROWS} more\n` : ''
  return `${head}${critical}${changes}\nTasks moved:\n\n${movedTable(document)}${rest}`
}

function criticalText({ joined_critical_path: joined, left_critical_path: left }: DifferenceDocument): string {
  const list = (ids: readonly string[]) =>
    `${printable(ids.slice(0, 12).join(', '))}${ids.length > 12 ? ` … (${ids.length})` : ''}`
  return (
    (joined.length > 0 ? `Now critical: ${list(joined)}\n` : '') +
    (left.length > 0 ? `No longer critical: ${list(left)}\n` : '')
  )
}

function stepTable(steps: readonly StepDocument[]): string {
  const rows = steps.flatMap((step, at) =>
    step.causes.slice(0, MAX_ROWS).map((cause, index) => {
      const isFirst = index === 0
      const count = step.causes.length > 1 ? `${step.causes.length} changes, ` : ''
      return [
        isFirst ? String(at + 1) : '',
        causeText(cause),
        isFirst ? `${count}${step.finish_days === 0 ? '0' : signed(step.finish_days)}` : '',
        isFirst ? String(step.moved_count) : '',
      ]
    }),
  )
  return terminalTable(
    [
      { title: '#', align: 'right' },
      { title: 'Change', maxWidth: 84 },
      { title: 'Finish, days', align: 'right' },
      { title: 'Tasks moved', align: 'right' },
    ],
    rows,
  )
}

function movedTable({ moved }: DifferenceDocument): string {
  const rows = moved
    .slice(0, MAX_ROWS)
    .map((task) => [
      task.task,
      task.task_name,
      task.early_finish[0],
      task.early_finish[1],
      signed(task.finish_days),
      signed(task.float_days),
      task.by.map(({ step, finish_days }) => `#${step + 1} ${signed(finish_days)}`).join(', '),
    ])
  return terminalTable(
    [
      { title: 'ID', maxWidth: 12 },
      { title: 'Task', maxWidth: 40 },
      { title: 'Finish before' },
      { title: 'Finish after' },
      { title: 'Days', align: 'right' },
      { title: 'Float', align: 'right' },
      { title: 'Because of', maxWidth: 40 },
    ],
    rows,
  )
}

const KIND_TEXTS: Record<CauseDocument['kind'], string> = {
  project_start: 'project start',
  status_date: 'data date',
  calendar: 'calendar',
  link_removed: 'link removed',
  task_removed: 'task removed',
  task_added: 'task added',
  parent: 'parent',
  task_calendar: 'calendar of the task',
  duration: 'duration',
  planned_start: 'planned start',
  constraint: 'constraint',
  deadline: 'deadline',
  progress: 'progress',
  estimates: 'estimates',
  link_changed: 'link changed',
  link_added: 'link added',
}

function causeText(cause: CauseDocument): string {
  const { kind, task, task_name: name, link, calendar, before, after } = cause
  const subject = task === null ? '' : name === task ? `${task}: ` : `${task} ${name}: `
  if (link !== null)
    return `${KIND_TEXTS[kind]}: ${kind === 'link_changed' ? `${valueText(before)} → ` : ''}${linkText(link)}`
  if (kind === 'task_added' || kind === 'task_removed') return subject + KIND_TEXTS[kind]
  if (kind === 'calendar') {
    const what = before === null ? 'added' : after === null ? 'removed' : 'changed'
    return `${calendar === '' ? 'project calendar' : `calendar "${calendar}"`} ${what}`
  }
  return `${subject}${KIND_TEXTS[kind]} ${changeText(before, after)}`
}

/** Of several fields only those that differ. */
function changeText(before: ValueDocument, after: ValueDocument): string {
  if (isFields(before) && isFields(after)) {
    return Object.keys(after)
      .filter((name) => before[name] !== after[name])
      .map(
        (name) => `${name.replace(/_/g, ' ')} ${valueText(before[name] ?? null)} → ${valueText(after[name] ?? null)}`,
      )
      .join(', ')
  }
  return `${valueText(before)} → ${valueText(after)}`
}

function valueText(value: ValueDocument): string {
  if (value === null) return 'none'
  if (value === '') return 'the project calendar'
  if (typeof value !== 'object') return String(value)
  return 'predecessor' in value ? linkText(value as LinkDocument) : JSON.stringify(value)
}

function isFields(value: ValueDocument): value is Record<string, number | string | null> {
  return typeof value === 'object' && value !== null && !('predecessor' in value)
}

function linkText({ predecessor, successor, dep_type, lag, lag_unit }: LinkDocument): string {
  const lagText = lag === 0 ? '' : `${lag > 0 ? '+' : ''}${lag}${lag_unit === 'elapsed' ? 'e' : ''}`
  return `${predecessor} ${dep_type}${lagText} ${successor}`
}

function signed(days: number): string {
  return days > 0 ? `+${days}` : String(days)
}

function movement(days: number): string {
  const size = Math.abs(days)
  return `${size} day${size === 1 ? '' : 's'} ${days > 0 ? 'later' : 'sooner'}`
}
