import { runCpm, runResident } from '../../compute/cpm/run-cpm.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import type { PlanSketch } from '../../fixtures/generate/plan-sketch.ts'
import { columnsFromSketch, taskId } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase, Peer } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { naiveCpm } from '../peers/naive-cpm.ts'
import { typedCpm, typedDates, typedNetwork } from '../peers/typed-cpm.ts'
import { repeatWork } from '../repeat-work.ts'
import { aimOfFullPass, hashDates, hashSchedule, workingDays } from './cpm-answer.ts'

/** Above this the objects of the naive peer say more about memory than about the method. */
const NAIVE_LIMIT = 20_000

/** Both passes, floats, drivers, critical path and roll-ups of a network that stays resident. */
export const cpmFullPass: BenchCase = {
  name: 'cpm-plain',
  group: 'compute',
  summary: 'full critical path, arrays resident: dates, floats, drivers, critical path; 1.75 links a task',
  unit: 'µs',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [1_000, 20_000, 100_000],
  fullSizes: [100, 1_000, 5_000, 20_000, 100_000, 1_000_000],
  aims: aimOfFullPass,
  growthAim: { from: 1_000, to: 100_000, atMost: 1.5 },
  warmUps: 3,
  samples: 40,
  prepare(size) {
    const sketch = sketchWith('plain', size)
    const columns = columnsFromSketch(sketch)
    const graph = buildGraph(columns)
    const result = runCpm(graph)
    const reference = runCpm(buildGraph(columnsFromSketch(sketch)), tsKernel)
    if (hashSchedule(reference) !== hashSchedule(runResident(graph))) throw new Error('the two kernels disagree')
    return {
      sample: repeatWork({
        unit: 'µs',
        once: () => runResident(graph),
        consume: (answer) => answer.projectFinishDay,
        hash: hashCommon,
      }),
      peers: [copiedAnswer(graph, result), typedPeer(sketch), ...(size > NAIVE_LIMIT ? [] : [naivePeer(sketch)])],
      expectedHash: hashCommon(reference),
      datasetHash: hashAnswer(sketch.duration, sketch.from, sketch.to),
      facts: { links: sketch.from.length },
      notMeasured: size > NAIVE_LIMIT ? [`naive JS above ${NAIVE_LIMIT} tasks: it mostly measures the heap`] : [],
    }
  },
}

function hashCommon(result: ScheduleResult): string {
  const { earlyStartDay, lateFinishDay, totalFloatDays, isCritical } = result
  return hashDates(earlyStartDay, lateFinishDay, totalFloatDays, isCritical)
}

/** Ourselves, with the answer copied out of the memory of the kernel, as threads and callers that keep it need it. */
function copiedAnswer(graph: ScheduleGraph, into: ScheduleResult): Peer {
  return {
    name: 'the answer copied',
    isSameAnswer: true,
    sample: repeatWork({
      unit: 'µs',
      once: () => runCpm(graph, undefined, into),
      consume: (answer) => answer.projectFinishDay,
      hash: hashCommon,
    }),
  }
}

function typedPeer(sketch: PlanSketch): Peer {
  const network = typedNetwork(sketch.duration, sketch.from, sketch.to, sketch.lag)
  const dates = typedDates(sketch.taskCount)
  const days = workingDays(sketch, typedCpm(network, dates).finish)
  return {
    name: 'typed arrays in JS',
    isSameAnswer: true,
    sample: repeatWork({
      unit: 'µs',
      once: () => typedCpm(network, dates),
      consume: (answer) => answer.finish,
      hash: ({ earlyStart, lateFinish, totalFloat, isCritical }) =>
        hashDates(
          earlyStart.map((at) => days[at] as number),
          lateFinish.map((at) => days[at - 1] as number),
          totalFloat,
          isCritical,
        ),
    }),
  }
}

function naivePeer(sketch: PlanSketch): Peer {
  const tasks = Array.from(sketch.duration, (duration, task) => ({ id: taskId(task), duration }))
  const links = Array.from(sketch.from, (from, link) => ({
    predecessor: taskId(from),
    successor: taskId(sketch.to[link] as number),
    lag: sketch.lag[link] as number,
  }))
  let days: Int32Array | null = null
  return {
    name: 'naive JS objects',
    isSameAnswer: true,
    sample: repeatWork({
      unit: 'µs',
      once: () => naiveCpm(tasks, links),
      consume: (dates) => dates.size,
      hash: (dates) => {
        const all = [...dates].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
        days ??= workingDays(sketch, Math.max(...all.map(({ earlyFinish }) => earlyFinish)))
        const axis = days
        return hashDates(
          Int32Array.from(all, ({ earlyStart }) => axis[earlyStart] as number),
          Int32Array.from(all, ({ lateFinish }) => axis[lateFinish - 1] as number),
          Int32Array.from(all, ({ totalFloat }) => totalFloat),
          Uint8Array.from(all, ({ isCritical }) => (isCritical ? 1 : 0)),
        )
      },
    }),
  }
}
