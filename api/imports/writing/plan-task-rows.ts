import type { ImportedPlan, PlanTask } from '../../../importers/plan/imported-plan.ts'
import type { PlacedTask } from '../../tasks/structure/number-tree.ts'
import type { SourceKind } from '../../tasks/task-values.ts'
import type { InsertTaskRow } from '../../tasks/writing/insert-tasks.ts'

/** Width of the column; a longer id of a file is no key for anybody. */
const MAX_EXTERNAL_ID = 255

interface RowFacts {
  readonly idOf: ReadonlyMap<string, string>
  readonly calendars: ReadonlyMap<string, string>
  readonly sourceKind: SourceKind
  readonly sourceId: string
  readonly seededAt: string
}

/**
 * Rows for the batch insert. Progress stays only on a task with a date to stand on, or a complete one; what stands in a
 * sheet somebody has written there, and stays as it is.
 */
export function planTaskRows(
  plan: ImportedPlan,
  placed: readonly PlacedTask<PlanTask>[],
  facts: RowFacts,
): InsertTaskRow[] {
  const parents = new Set(plan.tasks.flatMap((task) => (task.parent === null ? [] : [task.parent])))
  return placed.map(({ task, wbsOrder }) => {
    const isPhase = parents.has(task.id)
    const isMilestone = (task.is_milestone || task.duration === 0) && !isPhase
    const percent = isPhase ? 0 : keptPercent(task, SHEET_FORMATS.has(plan.source?.format ?? ''))
    return {
      id: facts.idOf.get(task.id) as string,
      name: (task.name?.trim() || `Task ${task.id}`).slice(0, 512),
      parent_id: wbsOrder.length === 1 ? null : (facts.idOf.get(task.parent as string) ?? null),
      wbs_order: wbsOrder,
      duration: isMilestone ? 0 : task.duration,
      is_milestone: isMilestone,
      planned_start: task.planned_start,
      percent_complete: percent,
      actual_start: isPhase ? null : task.actual_start,
      actual_finish: isPhase ? null : task.actual_finish,
      optimistic_duration: isPhase ? null : task.optimistic_duration,
      most_likely_duration: isPhase ? null : task.most_likely_duration,
      pessimistic_duration: isPhase ? null : task.pessimistic_duration,
      status: isPhase ? 'NOT_STARTED' : (task.status ?? statusOfPercent(percent)),
      notes: task.notes ?? '',
      calendar_id: task.calendar === null ? null : (facts.calendars.get(task.calendar) ?? null),
      story_points: task.story_points,
      structure_role: isPhase ? 'container' : isMilestone ? 'milestone' : 'work',
      source_kind: facts.sourceKind,
      source_id: facts.sourceId,
      external_id: task.id.slice(0, MAX_EXTERNAL_ID),
      seeded_at: facts.seededAt,
    }
  })
}

function statusOfPercent(percent: number): 'COMPLETE' | 'IN_PROGRESS' | 'NOT_STARTED' {
  if (percent >= 100) return 'COMPLETE'
  return percent > 0 ? 'IN_PROGRESS' : 'NOT_STARTED'
}

const SHEET_FORMATS: ReadonlySet<string> = new Set(['csv', 'xlsx', 'xls', 'ods'])

function keptPercent(task: PlanTask, isOfSheet: boolean): number {
  const percent = Math.min(100, Math.max(0, task.percent_complete))
  const dates = [task.planned_start, task.actual_start, task.actual_finish, task.source?.start ?? null]
  const hasAnchor = dates.some((date) => date !== null)
  return isOfSheet || percent >= 100 || hasAnchor ? percent : 0
}
