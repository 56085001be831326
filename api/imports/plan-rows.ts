import type { ImportedPlan, PlanTask } from '../../importers/plan/imported-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import type { InsertTaskRow } from '../tasks/insert-tasks.ts'

/** Width of the column; a longer id of a file is no key for anybody. */
const MAX_EXTERNAL_ID = 255

type Placeable = Pick<PlanTask, 'id' | 'parent'>

/** Tasks in outline order, parents before children, each with the labels of its WBS path. */
export interface PlacedTask<T extends Placeable = PlanTask> {
  readonly task: T
  readonly wbsOrder: number[]
}

/** The last label at the top of the project; 0 while it is empty. */
export async function highestRootLabel(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  const row = await sqlOne<{ label: number }>(
    ctx,
    'select coalesce(max(wbs_order[1]), 0) as label from tasks where project_id = $1 and not is_deleted',
    [projectId],
  )
  return row?.label ?? 0
}

/** Numbers the plan's tree below the labels already used at the top of the project. Order within a level is the file's. */
export function placePlanTasks<T extends Placeable>(
  plan: { readonly tasks: readonly T[] },
  highestLabel: number,
): PlacedTask<T>[] {
  const children = new Map<string | null, T[]>()
  const known = new Set(plan.tasks.map((task) => task.id))
  for (const task of plan.tasks) {
    const parent = task.parent !== null && known.has(task.parent) ? task.parent : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(task)
    else children.set(parent, [task])
  }
  const placed: PlacedTask<T>[] = []
  const pending = (children.get(null) ?? [])
    .map((task, index) => ({ task, wbsOrder: [highestLabel + index + 1] }))
    .reverse()
  while (pending.length > 0) {
    const next = pending.pop() as PlacedTask<T>
    placed.push(next)
    const below = children.get(next.task.id) ?? []
    for (let index = below.length - 1; index >= 0; index--) {
      pending.push({ task: below[index] as T, wbsOrder: [...next.wbsOrder, index + 1] })
    }
  }
  return placed
}

interface RowFacts {
  readonly idOf: ReadonlyMap<string, string>
  readonly calendars: ReadonlyMap<string, string>
  readonly sourceKind: string
  readonly sourceId: string
  readonly seededAt: Date
}

/**
 * Rows for the batch insert. Progress stays only on a task with a date to stand on, or a complete one; what stands in a
 * sheet somebody has written there, and stays as it is.
 */
export function taskRows(plan: ImportedPlan, placed: readonly PlacedTask[], facts: RowFacts): InsertTaskRow[] {
  const parents = new Set(plan.tasks.flatMap((task) => (task.parent === null ? [] : [task.parent])))
  return placed.map(({ task, wbsOrder }) => {
    const isPhase = parents.has(task.id)
    const isMilestone = (task.is_milestone || task.duration === 0) && !isPhase
    const percent = isPhase ? 0 : keptPercent(task, SHEET_FORMATS.has(plan.source?.format ?? ''))
    return {
      id: facts.idOf.get(task.id) as string,
      name: (task.name?.trim() || `Task ${task.id}`).slice(0, 512),
      parentId: wbsOrder.length === 1 ? null : (facts.idOf.get(task.parent as string) ?? null),
      wbsOrder,
      duration: isMilestone ? 0 : task.duration,
      isMilestone,
      plannedStart: task.planned_start,
      percentComplete: percent,
      actualStart: isPhase ? null : task.actual_start,
      actualFinish: isPhase ? null : task.actual_finish,
      optimisticDuration: isPhase ? null : task.optimistic_duration,
      mostLikelyDuration: isPhase ? null : task.most_likely_duration,
      pessimisticDuration: isPhase ? null : task.pessimistic_duration,
      status: isPhase ? 'NOT_STARTED' : (task.status ?? statusOfPercent(percent)),
      notes: task.notes ?? '',
      calendarId: task.calendar === null ? null : (facts.calendars.get(task.calendar) ?? null),
      storyPoints: task.story_points,
      structureRole: isPhase ? 'container' : isMilestone ? 'milestone' : 'work',
      sourceKind: facts.sourceKind,
      sourceId: facts.sourceId,
      externalId: task.id.slice(0, MAX_EXTERNAL_ID),
      seededAt: facts.seededAt,
    }
  })
}

function statusOfPercent(percent: number): 'COMPLETE' | 'IN_PROGRESS' | 'NOT_STARTED' {
  if (percent >= 100) return 'COMPLETE'
  return percent > 0 ? 'IN_PROGRESS' : 'NOT_STARTED'
}

const SHEET_FORMATS: ReadonlySet<string> = new Set(['csv', 'xlsx'])

function keptPercent(task: PlanTask, isOfSheet: boolean): number {
  const percent = Math.min(100, Math.max(0, task.percent_complete))
  const dates = [task.planned_start, task.actual_start, task.actual_finish, task.source?.start ?? null]
  const hasAnchor = dates.some((date) => date !== null)
  return isOfSheet || percent >= 100 || hasAnchor ? percent : 0
}
