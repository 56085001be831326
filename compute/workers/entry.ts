// The worker's side: one exported function a task. None throws; what goes wrong comes back as an outcome.

import { runCpm } from '../cpm/run-cpm.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { Outcome, ScheduleTask } from './protocol.ts'
import { loadGraph } from './resident-graphs.ts'

/** Schedules the columns of a plan. */
export function schedule(task: ScheduleTask): Outcome<ScheduleResult> {
  return attempt(() => runCpm(loadGraph(task.plan)))
}

function attempt<Value>(compute: () => Value): Outcome<Value> {
  try {
    return { isOk: true, value: compute() }
  } catch (error) {
    if (error instanceof PlanRefusal) return { isOk: false, kind: 'refused', refusal: error.toValue() }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { isOk: false, kind: 'bug', message, stack: stack ?? '' }
  }
}
