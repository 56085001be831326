import type { ScheduleResult } from '../../../compute/cpm/schedule-result.ts'
import type { DifferenceDocument, LinkDocument } from '../../../compute/diff/difference-document.ts'
import { explainTask } from '../../../compute/explain/explain-task.ts'
import { scheduleFacts } from '../../../compute/explain/schedule-facts.ts'
import { LAG_UNIT, LINK_TYPE_NAMES } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { answerCompute } from '../compute-refusal.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { askPlan, loadStanding, toldColumns } from '../questions/ask-plan.ts'
import { numbered } from '../questions/compare-schedules.ts'
import { calledByIds } from './called-by-ids.ts'
import type { Because, Comparison, Explanation } from './prediction.schema.ts'

/** Changes beyond these are made kind by kind. */
const MAX_STEPS = 50
const MAX_TASKS = 500

export type Side = Awaited<ReturnType<typeof loadSide>>

/**
 * The project as the transaction at hand sees it. Nothing of it is kept in memory: what a write has done may yet be taken
 * back, and what was read ahead of it carries its cursor already.
 */
export function loadSide(ctx: Ctx<unknown>, projectId: string) {
  const aside = { ...ctx, afterCommit: [] }
  return loadStanding(aside, projectId).then((loaded) => numbered(aside, projectId, loaded))
}

/** What lies between two sides: causes first, then what they moved, and what holds each moved task where it is. */
export async function compareSides(ctx: Ctx<ProjectScope>, before: Side, after: Side): Promise<Explanation> {
  const isEmpty = (side: Side) => side.loaded.input.rowOfTask.length === 0
  if (isEmpty(after)) return { difference: null, added: [] }
  const { columns } = after.loaded.input
  const result = await answerCompute(ctx, ctx.services.compute.schedule(columns, { signal: ctx.signal }))
  const because = reasonsFor(after.loaded, result)
  const added = addedTasks(before.loaded, after.loaded, result, because)
  if (isEmpty(before)) return { difference: null, added }
  const other = { ...(await toldColumns(ctx, before.loaded.input.columns)), ids: null }
  const answer = await askPlan(ctx, after.loaded, after.texts, {
    kind: 'difference',
    other: { kind: 'columns', columns: other, texts: before.texts },
    maxSteps: MAX_STEPS,
  })
  const document = calledByIds(JSON.parse(answer.toString()), idsByNumber(before, after))
  return { difference: withDrivers(document, after.loaded, because), added }
}

type ReasonOf = (task: number) => Because

/** Why each task of a computed schedule starts where it does: by a link, or by what else holds it. */
function reasonsFor(loaded: LoadedSchedule, result: ScheduleResult): ReasonOf {
  const { columns, floors } = loaded.input
  const facts = scheduleFacts(columns, result, floors)
  return (task) => {
    const { kind, link, source } = explainTask(facts, task, 'early_start').binding
    return {
      kind,
      task: source === -1 ? null : idOf(loaded, source),
      link: link === -1 ? null : linkOf(loaded, link),
    }
  }
}

function linkOf(loaded: LoadedSchedule, link: number): LinkDocument {
  const { columns } = loaded.input
  return {
    predecessor: idOf(loaded, columns.predecessorIndex[link] as number),
    successor: idOf(loaded, columns.successorIndex[link] as number),
    dep_type: LINK_TYPE_NAMES[columns.linkType[link] as number] as LinkDocument['dep_type'],
    lag: columns.lagDays[link] as number,
    lag_unit: columns.lagUnit[link] === LAG_UNIT.elapsed ? 'elapsed' : 'working',
  }
}

function idOf({ input }: LoadedSchedule, task: number): string {
  return input.rowIndex.textAt(input.rowOfTask[task] as number)
}

function taskOf({ input }: LoadedSchedule, id: string): number {
  const row = input.rowIndex.findText(id)
  return row === -1 ? -1 : (input.taskOfRow[row] as number)
}

function addedTasks(before: LoadedSchedule, after: LoadedSchedule, result: ScheduleResult, because: ReasonOf) {
  const added: NonNullable<Explanation['added']> = []
  for (let task = 0; task < after.input.rowOfTask.length && added.length < MAX_TASKS; task++) {
    const id = idOf(after, task)
    if (taskOf(before, id) !== -1) continue
    added.push({
      task: id,
      early_start: formatCivilDay(result.earlyStartDay[task] as number),
      early_finish: formatCivilDay(result.earlyFinishDay[task] as number),
      total_float: result.totalFloatDays[task] as number,
      is_critical: result.isCritical[task] === 1,
      because: because(task),
    })
  }
  return added
}

/** Numbers tell the tasks of a project apart for as long as it lives, so those of both sides agree. */
function idsByNumber(...sides: readonly Side[]): ReadonlyMap<string, string> {
  const numbers = sides.flatMap((side) => Object.entries(JSON.parse(side.texts.otherIds) as Record<string, number>))
  return new Map(numbers.map(([id, number]) => [String(number), id]))
}

function withDrivers(document: DifferenceDocument, after: LoadedSchedule, because: ReasonOf): Comparison {
  const byDistance = [...document.moved].sort((a, b) => Math.abs(b.finish_days) - Math.abs(a.finish_days))
  return {
    ...document,
    order: [...document.order],
    moved_count: document.moved.length,
    moved: byDistance.slice(0, MAX_TASKS).map((row) => ({ ...row, because: because(taskOf(after, row.task)) })),
  }
}
