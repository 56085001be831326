import { runCpm } from '../cpm/run-cpm.ts'
import { comparePlans } from '../diff/compare-plans.ts'
import { type DifferenceDocument, differenceDocument, type NamedPlan } from '../diff/difference-document.ts'
import { calendarKey } from '../explain/schedule-facts.ts'
import { buildGraph } from '../model/build-graph.ts'
import { columnsFromPlan } from '../model/columns-from-plan.ts'
import { type RankOf, rankIds } from '../model/rank-ids.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { scheduledPart } from '../model/scheduled-part.ts'
import type { Plan } from '../plan/plan-document.ts'
import { applyNamedEdits } from '../what-if/named-edits.ts'
import { rankingOf } from '../what-if/rank-edited.ts'
import type { OtherPlan, PlanEdits, Question } from './question.ts'
import { type RowNames, readTexts } from './row-texts.ts'

interface Side {
  columns: ScheduleColumns
  plan: NamedPlan
}

export function answerDifference(
  columns: ScheduleColumns,
  names: RowNames,
  { other, maxSteps }: Extract<Question, { kind: 'difference' }>,
): DifferenceDocument {
  const [before, after] =
    other.kind === 'edits'
      ? sidesOfEdits(columns, names, other)
      : [sideOfOther(other), sideOf(columns, names.nameOf, rankIds)]
  for (const side of [before, after]) worded(side.columns, () => runCpm(buildGraph(side.columns)))
  const shared = nameCalendarsAlike(before.columns, after.columns)
  return differenceDocument(comparePlans(before.columns, shared, { maxSteps }), before.plan, after.plan)
}

/** Two plans that are told apart by ids break their ties by these, which are the numbers of tasks as texts. */
function sideOf(columns: ScheduleColumns, nameOf: ReadonlyMap<string, string>, rankOf: RankOf): Side {
  const ids = columns.ids as string[]
  return {
    columns: { ...columns, idRank: rankOf(ids) },
    plan: { tasks: ids.map((id) => ({ id, name: nameOf.get(id) ?? id })) },
  }
}

/** The plan before and after the edits. */
function sidesOfEdits(columns: ScheduleColumns, { ids, nameOf }: RowNames, edited: PlanEdits): [Side, Side] {
  const { edits, isMilestone, numbering } = edited
  const rankOf = rankingOf(ids, numbering, edits)
  const added = edits.flatMap((edit): [string, string][] =>
    edit.op === 'add_task' ? [[edit.id, edit.name ?? edit.id]] : [],
  )
  const after = applyNamedEdits(columns, edits, isMilestone, rankOf)
  return [sideOf(columns, nameOf, rankOf), sideOf(after, new Map([...nameOf, ...added]), rankOf)]
}

function sideOfOther(other: Exclude<OtherPlan, { kind: 'edits' }>): Side {
  if (other.kind === 'document') return sideOfDocument(other)
  const { ids, nameOf } = readTexts(other.texts)
  return sideOf({ ...other.columns, ids }, nameOf, rankIds)
}

function sideOfDocument({ bytes }: Extract<OtherPlan, { kind: 'document' }>): Side {
  const plan = scheduledPart(parseDocument(bytes))
  return { columns: worded(null, () => columnsFromPlan(plan)), plan }
}

/** A refusal is worded here, by the plan it is about: whoever asked has the ids of one of the two only. */
function worded<Value>(columns: ScheduleColumns | null, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PlanRefusal)) throw error
    const { code, detail, offending, extra } = columns ? error.named(columns.ids, columns.calendarKeys) : error
    throw new PlanRefusal(code, detail, { extra: offending === undefined ? extra : { ...extra, offending } })
  }
}

function parseDocument(bytes: Uint8Array): Plan {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw new PlanRefusal('invalid_graph_input', 'The plan is not valid JSON.')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new PlanRefusal('invalid_graph_input', 'The plan is not a JSON object.')
  return value as Plan
}

/**
 * Calendars of single tasks have a key in a document and a place in stored rows. Those of the same days are given the same
 * key, so that a difference tells of days and not of names.
 */
function nameCalendarsAlike(before: ScheduleColumns, after: ScheduleColumns): ScheduleColumns {
  const keyOf = new Map<string, string>()
  before.calendars.forEach((calendar, index) => {
    if (index > 0) keyOf.set(calendarKey(calendar), before.calendarKeys?.[index] ?? `#${index}`)
  })
  const taken = new Set(keyOf.values())
  const calendarKeys = after.calendars.map((calendar, index) => {
    if (index === 0) return ''
    const own = after.calendarKeys?.[index] ?? `#${index}`
    return keyOf.get(calendarKey(calendar)) ?? (taken.has(own) ? `${own} (after)` : own)
  })
  return { ...after, calendarKeys }
}
