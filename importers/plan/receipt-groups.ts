// A receipt told by kinds: a hundred rows of one kind are one line with a number, some names and what to do about it.

import type { ImportedPlan, ReceiptEntry, Severity } from './imported-plan.ts'

export interface ReceiptGroup {
  readonly code: string
  readonly severity: Severity
  readonly count: number
  /** What happened, in words; the message of the first entry where a kind has none. */
  readonly title: string
  /** What to do about it; null where there is nothing to do. */
  readonly remedy: string | null
  /** The first few tasks or rows it happened to. */
  readonly examples: readonly {
    readonly row?: number
    readonly uid?: number
    readonly name: string | null
    readonly message: string
  }[]
}

const MOST_EXAMPLES = 5

/** Kinds that come in numbers. Whatever is not listed is told by its first message. */
const KINDS: Readonly<Record<string, readonly [title: string, remedy: string | null]>> = {
  actual_dropped: [
    'Recorded dates that contradict the progress were dropped',
    'Correct progress or dates in the file, or here.',
  ],
  anchor_defaulted: [
    'Tasks without a date or a predecessor begin with the project',
    'Give them a start or a predecessor.',
  ],
  bad_date: ['Dates that could not be read were left out', 'Write them as YYYY-MM-DD, or choose `date_order`.'],
  contradictory_actuals: ['Recorded work that contradicts itself was corrected', 'Look at these tasks here.'],
  cost_not_imported: ['Costs were not imported: money is not kept here', null],
  cross_project_link: [
    'Links from tasks of other projects were left out',
    'Import the other project too and link the two.',
  ],
  duration_rounded: ['Durations were rounded to whole days', null],
  elapsed_duration: ['Elapsed durations became working days', 'Check tasks that run over nights and weekends.'],
  external_task: [
    'Stand-ins for tasks of other projects are held to their dates',
    'Replace them by links between projects.',
  ],
  foreign_link: ['Links to tasks that the file does not hold were left out', null],
  lag_rounded: ['Lags were rounded to whole days', null],
  link_to_own_summary: ['Links between a phase and its own tasks were left out', null],
  manual_task: [
    'Tasks placed by hand are held to their start',
    'Give them predecessors, and clear their planned start.',
  ],
  milestone_date_moved: ['Milestones at the end of a day stand at the start of the next', null],
  partial_estimates: [
    'Estimates that are not complete were left out',
    'Give all three: optimistic, most likely, pessimistic.',
  ],
  percent_lag: ['Lags in percent became days', null],
  priority_not_imported: ['Priorities were not imported', null],
  recurrence_clipped: ['Recurring days off were written out for some years only', null],
  self_dependency: ['Links of a task to itself were left out', null],
  start_to_finish_lag: ['Start-to-finish links have a day less of lag, which keeps their dates', null],
  subproject: ['Linked projects were not followed', 'Import each file for itself.'],
  task_condensed: ['Work done in fewer days than it takes lasts these here', null],
  task_split: ['Work done in pieces lasts from its first piece to its last', 'Split the task, and link its parts.'],
  unknown_predecessor: ['Predecessors that the file does not hold were left out', 'Check the references in the file.'],
}

/** By kind, errors first, then the most frequent; kinds of one number stay in the order of the receipt. */
export function groupReceipt(receipt: readonly ReceiptEntry[], tasks: ImportedPlan['tasks']): ReceiptGroup[] {
  const nameOf = namesByPlace(tasks)
  const kinds = Map.groupBy(receipt, ({ code, severity }) => `${severity} ${code}`)
  return [...kinds.values()]
    .map((entries) => groupOf(entries, nameOf))
    .sort(
      (left, right) =>
        Number(right.severity === 'error') - Number(left.severity === 'error') || right.count - left.count,
    )
}

function groupOf(
  entries: readonly ReceiptEntry[],
  nameOf: (where: ReceiptEntry['where']) => string | null,
): ReceiptGroup {
  const { code, severity, message } = entries[0] as ReceiptEntry
  const [title, remedy] = KINDS[code] ?? [message, null]
  const examples = entries.slice(0, MOST_EXAMPLES).map(({ where, message: said }) => ({
    ...(where.row === undefined ? {} : { row: where.row }),
    ...(where.uid === undefined ? {} : { uid: where.uid }),
    name: nameOf(where),
    message: said,
  }))
  return { code, severity, count: entries.length, title, remedy, examples }
}

function namesByPlace(tasks: ImportedPlan['tasks']): (where: ReceiptEntry['where']) => string | null {
  const byUid = new Map<number, string>()
  const byRow = new Map<number, string>()
  for (const { name, source } of tasks) {
    if (source?.uid != null) byUid.set(source.uid, name ?? '')
    if (source?.row != null) byRow.set(source.row, name ?? '')
  }
  return ({ uid, row }) =>
    (uid === undefined ? undefined : byUid.get(uid)) ?? (row === undefined ? undefined : byRow.get(row)) ?? null
}
