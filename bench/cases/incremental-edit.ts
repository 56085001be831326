import { LiveSchedule } from '../../compute/cpm/incremental/live-schedule.ts'
import { runCpm, runResident } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { mulberry32 } from '../../fixtures/generate/random.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { repeatWork } from '../repeat-work.ts'
import { quantile } from '../statistics.ts'
import { hashSchedule } from './cpm-answer.ts'

const EDITS = 200

interface Edit {
  readonly task: number
  readonly durationDays: number
}

/** One duration changes in a schedule that stays. A sample is the median of many such changes, each timed alone. */
export const incrementalEdit: BenchCase = {
  name: 'incremental-edit',
  group: 'compute',
  summary: `one duration changed in a live schedule; each sample the median of ${EDITS} changes all over the plan`,
  unit: 'µs',
  sizeName: 'tasks',
  quickSizes: [20_000],
  fullSizes: [1_000, 20_000, 100_000],
  aims: (size) =>
    size === 20_000
      ? [
          { of: 'median', atMost: 15 },
          { of: 'part:p95_us', atMost: 40 },
          { of: 'part:worst_to_full', atMost: 1.3 },
        ]
      : [],
  warmUps: 5,
  samples: 30,
  prepare(size) {
    const sketch = sketchWith('plain', size)
    const edits = drawEdits(sketch.duration)
    const live = new LiveSchedule(buildGraph(columnsFromSketch(sketch)))
    const edited = columnsFromSketch(sketch)
    for (const { task, durationDays } of edits) edited.durationDays[task] = durationDays
    const whole = buildGraph(edited)
    const result = runCpm(whole)
    return {
      sample() {
        const timesUs: number[] = []
        let fullPasses = 0
        for (const edit of edits) {
          const startedMs = performance.now()
          const { wasFull } = live.change(edit)
          timesUs.push((performance.now() - startedMs) * 1_000)
          if (wasFull) fullPasses++
        }
        const hash = hashSchedule(live.result())
        for (const { task } of edits) live.change({ task, durationDays: sketch.duration[task] as number })
        timesUs.sort((a, b) => a - b)
        const worst_us = timesUs.at(-1) ?? 0
        const parts = {
          p95_us: quantile(timesUs, 0.95),
          worst_us,
          worst_to_full: worst_us / timeFullPass(whole),
          full_passes: fullPasses,
        }
        return { value: quantile(timesUs, 0.5), hash, parts }
      },
      peers: [
        {
          name: 'full pass',
          isSameAnswer: true,
          sample: repeatWork({
            unit: 'µs',
            once: () => runResident(whole),
            consume: (answer) => answer.projectFinishDay,
            hash: hashSchedule,
          }),
        },
      ],
      expectedHash: hashSchedule(result),
      datasetHash: hashAnswer(sketch.duration, sketch.from, sketch.to),
      facts: { links: sketch.from.length },
    }
  },
}

/** Microseconds, the median of some. */
function timeFullPass(graph: ScheduleGraph): number {
  const timesUs = Array.from({ length: 9 }, () => {
    const startedMs = performance.now()
    runResident(graph)
    return (performance.now() - startedMs) * 1_000
  })
  return quantile(
    timesUs.sort((a, b) => a - b),
    0.5,
  )
}

/** Different tasks, each a day longer or shorter. */
export function drawEdits(duration: Int32Array): Edit[] {
  const next = mulberry32(11)
  const tasks = new Set<number>()
  while (tasks.size < Math.min(EDITS, duration.length)) tasks.add(Math.floor(next() * duration.length))
  return Array.from(tasks, (task) => {
    const days = duration[task] as number
    return { task, durationDays: days > 1 && next() < 0.5 ? days - 1 : days + 1 }
  })
}
