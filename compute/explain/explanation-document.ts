import { LAG_UNIT, LINK_TYPE_NAMES } from '../model/schedule-columns.ts'
import { formatCivilDay } from '../plan/civil-day.ts'
import type { Contribution } from './contribution.ts'
import { type Explanation, explainTask } from './explain-task.ts'
import { isFloat, PASS_OF, type Quantity } from './quantity.ts'
import type { ScheduleFacts } from './schedule-facts.ts'
import { type TraceStep, traceValue } from './trace-value.ts'

export interface ContributionDocument {
  kind: Contribution['kind']
  /** The other end of the link as the plan states it: the summary where the link ends at one. */
  source_task_id: string | null
  source_task_name: string | null
  /** The leaf whose date speaks through the link. */
  leaf_task_id: string | null
  dep_type: (typeof LINK_TYPE_NAMES)[number] | null
  lag_days: number | null
  lag_unit: 'working' | 'elapsed' | null
  imposed_date: string
  calendar_days_added: number
  slack_days: number
  is_binding: boolean
}

export interface ChainStepDocument {
  task_id: string
  task_name: string
  quantity: Quantity
  value: string
  because: ContributionDocument
}

export interface ExplanationDocument {
  format: 'svc-explanation/1'
  task_id: string
  task_name: string
  quantity: Quantity
  value: string | number
  pass: 'forward' | 'backward' | 'float'
  is_critical: boolean
  binding: ContributionDocument
  contributions: ContributionDocument[]
  /** From the value back to what it hangs on; empty for floats. */
  chain: ChainStepDocument[]
}

/** What tasks are called; indexes are those of the columns. */
export interface TaskNames {
  idOf(task: number): string
  nameOf(task: number): string
}

export function explanationDocument(
  facts: ScheduleFacts,
  task: number,
  quantity: Quantity,
  names: TaskNames,
): ExplanationDocument {
  const explanation: Explanation = explainTask(facts, task, quantity)
  const { binding } = explanation
  return {
    format: 'svc-explanation/1',
    task_id: names.idOf(task),
    task_name: names.nameOf(task),
    quantity,
    value: isFloat(quantity) ? explanation.value : formatCivilDay(explanation.value),
    pass: PASS_OF[quantity],
    is_critical: facts.result.isCritical[task] === 1,
    binding: presentContribution(facts, names, task, binding, true),
    contributions: explanation.contributions.map((each) =>
      presentContribution(facts, names, task, each, each === binding),
    ),
    chain: isFloat(quantity) ? [] : traceValue(facts, task, quantity).map((step) => presentStep(facts, names, step)),
  }
}

function presentStep(facts: ScheduleFacts, names: TaskNames, { task, quantity, day, binding }: TraceStep) {
  return {
    task_id: names.idOf(task),
    task_name: names.nameOf(task),
    quantity,
    value: formatCivilDay(day),
    because: presentContribution(facts, names, task, binding, true),
  }
}

function presentContribution(
  { columns }: ScheduleFacts,
  names: TaskNames,
  task: number,
  each: Contribution,
  isBinding: boolean,
): ContributionDocument {
  const { link, source } = each
  const end = link === -1 ? source : farEnd(columns, link, task)
  return {
    kind: each.kind,
    source_task_id: end === -1 ? null : names.idOf(end),
    source_task_name: end === -1 ? null : names.nameOf(end),
    leaf_task_id: source === -1 ? null : names.idOf(source),
    dep_type: link === -1 ? null : LINK_TYPE_NAMES[columns.linkType[link]],
    lag_days: link === -1 ? null : columns.lagDays[link],
    lag_unit: link === -1 ? null : columns.lagUnit[link] === LAG_UNIT.elapsed ? 'elapsed' : 'working',
    imposed_date: formatCivilDay(each.imposedDay),
    calendar_days_added: each.imposedDay - each.rawDay,
    slack_days: each.slackDays,
    is_binding: isBinding,
  }
}

/** The end of a link that is not the task nor a summary around it; a summary's link to its own leaf has the summary. */
function farEnd(columns: ScheduleFacts['columns'], link: number, task: number): number {
  const predecessor = columns.predecessorIndex[link]
  const successor = columns.successorIndex[link]
  for (let at = task; at !== -1; at = columns.parentIndex[at]) {
    if (at === successor) return predecessor
    if (at === predecessor) return successor
  }
  return predecessor
}
