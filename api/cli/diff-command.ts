import { causeInWords } from '../../compute/diff/cause-words.ts'
import { comparePlans } from '../../compute/diff/compare-plans.ts'
import {
  type DifferenceDocument,
  differenceDocument,
  type StepDocument,
} from '../../compute/diff/difference-document.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { formatOf, type Layout, layoutFor } from './output/layout.ts'
import { tableText, withoutControls } from './output/table-text.ts'
import { readPlanFile } from './plan-files/compute-file.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { UsageError } from './usage-error.ts'
import { parseOptions, wholeNumber } from './words/parse-options.ts'
import { diffWords } from './words/plan-words.ts'

const DEFAULT_MAX_STEPS = 200
const MAX_ROWS = 30

/** `svc diff <a> <b>`: what was changed between two plans, and what each change moved. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, diffWords)
  const [from, to, ...more] = positionals
  if (from === undefined || to === undefined || more.length > 0 || (from === '-' && to === '-'))
    throw new UsageError('diff takes two files, of which one may be - for plan JSON on standard input')
  const maxSteps = wholeNumber('max-steps', values['max-steps'], DEFAULT_MAX_STEPS, 1)
  const format = formatOf(values)
  let reading = from
  try {
    const before = await readPlanFile(from)
    reading = to
    const after = await readPlanFile(to)
    const difference = comparePlans(columnsFromPlan(before), columnsFromPlan(after), { maxSteps })
    const document = differenceDocument(difference, before, after)
    if (format === 'json') process.stdout.write(`${JSON.stringify(document)}\n`)
    else if (format === 'csv') process.stdout.write(await movedCsv(document))
    else process.stdout.write(differenceText(document, layoutFor(format)))
    return 0
  } catch (error) {
    return printRefusal(error, reading, format)
  }
}

function differenceText(document: DifferenceDocument, layout: Layout): string {
  const { project_finish: finish, steps, moved } = document
  const head = `Finish ${finish[0]} → ${finish[1]}${finish[0] === finish[1] ? '' : `, ${movement(document.finish_days)}`}\n`
  if (steps.length === 0) return `${head}Nothing was changed.\n`
  const critical = criticalText(document)
  const changes = `\nChanges, made one after the other:\n\n${stepTable(steps, layout)}`
  if (moved.length === 0) return `${head}${critical}${changes}\nNo task moved.\n`
  const rest = moved.length > MAX_ROWS ? `… and ${moved.length - MAX_ROWS} more\n` : ''
  return `${head}${critical}${changes}\nTasks moved:\n\n${movedTable(document, layout)}${rest}\nMovements are calendar days; float is in working days.\n`
}

function criticalText({ joined_critical_path: joined, left_critical_path: left }: DifferenceDocument): string {
  const list = (ids: readonly string[]) =>
    `${withoutControls(ids.slice(0, 12).join(', '))}${ids.length > 12 ? ` … (${ids.length})` : ''}`
  return (
    (joined.length > 0 ? `Now critical: ${list(joined)}\n` : '') +
    (left.length > 0 ? `No longer critical: ${list(left)}\n` : '')
  )
}

function stepTable(steps: readonly StepDocument[], layout: Layout): string {
  const rows = steps.flatMap((step, at) =>
    step.causes.slice(0, MAX_ROWS).map((cause, index) => {
      const isFirst = index === 0
      const count = step.causes.length > 1 ? `${step.causes.length} changes, ` : ''
      return [
        isFirst ? String(at + 1) : '',
        causeInWords(cause),
        isFirst ? `${count}${step.finish_days === 0 ? '0' : signed(step.finish_days)}` : '',
        isFirst ? String(step.moved_count) : '',
      ]
    }),
  )
  return tableText(
    [
      { title: '#', align: 'right' },
      { title: 'Change', maxWidth: 84 },
      { title: 'Finish, days', align: 'right' },
      { title: 'Tasks moved', align: 'right', rank: 1 },
    ],
    rows,
    layout,
  )
}

function movedTable({ moved }: DifferenceDocument, layout: Layout): string {
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
  return tableText(
    [
      { title: 'ID', maxWidth: 12 },
      { title: 'Task', maxWidth: 40 },
      { title: 'Finish before', rank: 3 },
      { title: 'Finish after' },
      { title: 'Days', align: 'right' },
      { title: 'Float', align: 'right', rank: 1 },
      { title: 'Because of', maxWidth: 40, rank: 2 },
    ],
    rows,
    layout,
  )
}

async function movedCsv({ moved }: DifferenceDocument): Promise<string> {
  const { csvText } = await import('./output/csv-text.ts')
  const names = [
    'id',
    'name',
    'start_before',
    'start_after',
    'finish_before',
    'finish_after',
    'finish_days',
    'float_days',
  ]
  return csvText(
    names,
    moved.map((task) => [
      task.task,
      task.task_name,
      ...task.early_start,
      ...task.early_finish,
      task.finish_days,
      task.float_days,
    ]),
  )
}

function signed(days: number): string {
  return days > 0 ? `+${days}` : String(days)
}

function movement(days: number): string {
  const size = Math.abs(days)
  return `${size} calendar day${size === 1 ? '' : 's'} ${days > 0 ? 'later' : 'sooner'}`
}
