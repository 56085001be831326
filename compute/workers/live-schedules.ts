import { LiveSchedule } from '../cpm/incremental/live-schedule.ts'
import type { ScheduleEdit } from '../cpm/incremental/schedule-edit.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { buildGraph } from '../model/build-graph.ts'
import { copyConstraints } from '../model/constraint-columns.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { RescheduleTask } from './protocol.ts'

/** Memory a thread spends on schedules that may change by little. */
const LIVE_BYTES = 256 * 2 ** 20
/** Bytes of graph, columns, queues and kernel memory, about. */
const BYTES = { task: 450, link: 120 }

const lives = new BoundedCache<number, LiveSchedule>(LIVE_BYTES)

/**
 * Schedules columns by the edits that lead to them from earlier ones, where this thread has the schedule of those, and
 * from the start where it has not. The result is the same bit for bit.
 */
export function advanceSchedule({ plan, previousKey, edits }: RescheduleTask): ScheduleResult {
  const live = takeAdvanced(previousKey, edits) ?? openLive(plan.columns, plan.limits)
  const { taskCount, linkCount } = plan.columns
  lives.set(plan.key, live, BYTES.task * taskCount + BYTES.link * linkCount)
  return live.result()
}

/** Null when there is none, or when an edit is refused on the way: only the whole plan can tell the true reason. */
function takeAdvanced(previousKey: number, edits: readonly ScheduleEdit[]): LiveSchedule | null {
  const live = lives.get(previousKey)
  lives.delete(previousKey)
  if (live === undefined) return null
  try {
    for (const edit of edits) live.change(edit)
    return live
  } catch (error) {
    if (error instanceof PlanRefusal) return null
    throw error
  }
}

/** Columns that edits write are its own: the caller's stay as they are. */
function openLive(columns: ScheduleColumns, limits: RescheduleTask['plan']['limits']): LiveSchedule {
  const own: ScheduleColumns = {
    ...columns,
    durationDays: columns.durationDays.slice(),
    plannedStartDay: columns.plannedStartDay.slice(),
    percentComplete: columns.percentComplete.slice(),
    linkType: columns.linkType.slice(),
    lagDays: columns.lagDays.slice(),
    constraints: copyConstraints(columns),
  }
  return new LiveSchedule(buildGraph(own, limits))
}
