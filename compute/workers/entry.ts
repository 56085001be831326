// The worker's side: one exported function a task. None throws; what goes wrong comes back as an outcome.

import { runCpm } from '../cpm/run-cpm.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { answerBytes, answerQuestion } from '../questions/answer-question.ts'
import { readTexts } from '../questions/row-texts.ts'
import { type DrawPercentiles, drawsToTarget } from '../simulation/delivery/draws-to-target.ts'
import type { SimulationResult } from '../simulation/result/simulation-result.ts'
import { type SinkSizes, sinkSizes } from '../simulation/run/simulation-sinks.ts'
import { simulatePrepared } from '../simulation/simulate.ts'
import { chooseKernel } from '../wasm/choose-kernel.ts'
import { applyNamedEdits } from '../what-if/named-edits.ts'
import { rankingOf } from '../what-if/rank-edited.ts'
import { advanceSchedule } from './live-schedules.ts'
import type {
  DeliveryTask,
  EditTask,
  Outcome,
  QuestionTask,
  RescheduleTask,
  ScheduleTask,
  SharedSimulation,
  SimulationTask,
} from './protocol.ts'
import { loadGraph, loadSimulation, NotResident } from './resident-graphs.ts'
import { shareBlocks } from './share-blocks.ts'

/** Schedules the columns of a plan. */
export function schedule(task: ScheduleTask): Outcome<ScheduleResult> {
  return attempt(() => runCpm(loadGraph(task.plan)))
}

/** Schedules columns that differ by little from earlier ones. */
export function reschedule(task: RescheduleTask): Outcome<ScheduleResult> {
  return attempt(() => advanceSchedule(task))
}

/** Columns with edits made. The texts stay here: they would cost the caller more than the columns. */
export function edit({ plan, texts, edited }: EditTask): Outcome<ScheduleColumns> {
  return attempt(() => {
    const { ids } = readTexts(texts)
    const { edits, isMilestone, numbering } = edited
    const rankOf = rankingOf(ids, numbering, edits)
    return { ...applyNamedEdits({ ...plan.columns, ids }, edits, isMilestone, rankOf), ids: null, calendarKeys: null }
  })
}

/** A question about a plan, answered as the bytes of a JSON document. */
export function answer({ plan, texts, question, floors }: QuestionTask): Outcome<Uint8Array> {
  return attempt(() => answerBytes(answerQuestion(loadGraph(plan), texts, question, floors)))
}

/** A whole simulation on this thread. */
export function simulateWhole(task: SimulationTask): Outcome<SimulationResult> {
  return attempt(() => simulatePrepared(loadSimulation(task), task.options, chooseKernel()))
}

/** Builds what a simulation needs, refuses what has to be refused, and says how much room its results take. */
export function openSimulation(task: SimulationTask): Outcome<SinkSizes> {
  return attempt(() => sinkSizes(loadSimulation(task)))
}

/** Works on an opened simulation together with other threads. */
export function shareSimulation(task: SharedSimulation): Outcome<SimulationResult | null> {
  return attempt(() => shareBlocks(task, () => loadSimulation(task)))
}

/** A simulation of a team's next sprints, or weeks, on its earlier ones. */
export function draw({ samples, target }: DeliveryTask): Outcome<DrawPercentiles> {
  return attempt(() => drawsToTarget(samples, target))
}

function attempt<Value>(compute: () => Value): Outcome<Value> {
  try {
    return { isOk: true, value: compute() }
  } catch (error) {
    if (error instanceof NotResident) return { isOk: false, kind: 'not_resident' }
    if (error instanceof PlanRefusal) return { isOk: false, kind: 'refused', refusal: error.toValue() }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { isOk: false, kind: 'bug', message, stack: stack ?? '' }
  }
}
