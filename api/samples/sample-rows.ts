import type { PlanTask } from '../../compute/model/plan.ts'
import type { InsertTaskRow } from '../tasks/insert-tasks.ts'

interface RowFacts {
  /** Task ids of the file to the ids minted for them. */
  readonly idOf: ReadonlyMap<string, string>
  readonly calendarIdOf: ReadonlyMap<string, string>
  readonly sampleKey: string
  readonly seededAt: Date
}

/** Rows of one project's plan for the batch insert, numbered in the order of the file. */
export function sampleRows(tasks: readonly PlanTask[], facts: RowFacts): InsertTaskRow[] {
  const labelsOf = placeTasks(tasks)
  const parents = new Set(tasks.map((task) => task.parent).filter((parent) => parent != null))
  return tasks.map((task) => {
    const percent = task.percent_complete ?? 0
    return {
      id: idOf(facts.idOf, task.id),
      name: task.name ?? task.id,
      parentId: task.parent == null ? null : idOf(facts.idOf, task.parent),
      wbsOrder: labelsOf.get(task.id) ?? null,
      duration: task.duration,
      isMilestone: task.is_milestone ?? false,
      status: percent >= 100 ? 'COMPLETE' : percent > 0 ? 'IN_PROGRESS' : 'NOT_STARTED',
      percentComplete: percent,
      plannedStart: task.planned_start ?? null,
      actualStart: task.actual_start ?? null,
      actualFinish: task.actual_finish ?? null,
      optimisticDuration: task.optimistic_duration ?? null,
      mostLikelyDuration: task.most_likely_duration ?? null,
      pessimisticDuration: task.pessimistic_duration ?? null,
      calendarId: task.calendar == null ? null : idOf(facts.calendarIdOf, task.calendar),
      structureRole: parents.has(task.id) ? 'container' : task.is_milestone ? 'milestone' : 'work',
      sourceKind: 'seed_import',
      sourceVersion: facts.sampleKey,
      externalId: task.id,
      seededAt: facts.seededAt,
    }
  })
}

/** WBS labels: siblings count from one, in the order of the file; parents stand before their children there. */
function placeTasks(tasks: readonly PlanTask[]): Map<string, number[]> {
  const childCount = new Map<string | null, number>()
  const labelsOf = new Map<string, number[]>()
  for (const task of tasks) {
    const parent = task.parent ?? null
    const label = (childCount.get(parent) ?? 0) + 1
    childCount.set(parent, label)
    labelsOf.set(task.id, [...(parent === null ? [] : (labelsOf.get(parent) ?? [])), label])
  }
  return labelsOf
}

/** The id minted for a name of the file; a name that leads nowhere is a fault of the bundled file. */
export function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the sample names ${name}, which it does not hold`)
  return id
}
