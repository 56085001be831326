import { LiveSchedule } from '../../compute/cpm/incremental/live-schedule.ts'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { CONSTRAINT, setConstraint } from '../../compute/model/constraint-columns.ts'
import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { sketchStrands } from '../../fixtures/generate/sketch-strands.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase } from '../bench-case.ts'
import { quantile } from '../statistics.ts'
import { hashSchedule } from './cpm-answer.ts'
import { drawEdits } from './incremental-edit.ts'

const P95_US = 150

const STATES: Record<string, { summary: string; columns: (size: number) => ScheduleColumns }> = {
  completed: {
    summary: 'one task completed',
    columns: (size) => changed(size, (columns) => columns.percentComplete.fill(100, 0, 1)),
  },
  calendar: {
    summary: 'one task on another calendar',
    columns(size) {
      const sketch = sketchWith('plain', size)
      sketch.calendars.push({ key: 'six days', workingDays: [1, 2, 3, 4, 5, 6], daysOff: [] })
      sketch.calendar[Math.floor(size / 2)] = 1
      return columnsFromSketch(sketch)
    },
  },
  deadline: {
    summary: 'one deadline',
    columns: (size) =>
      changed(size, (columns) => {
        setConstraint(columns, size - 1, {
          type: CONSTRAINT.ASAP,
          day: NO_DAY,
          deadlineDay: columns.projectStartDay + 3_000,
        })
      }),
  },
  late: {
    summary: 'one task that starts as late as it can',
    columns: (size) =>
      changed(size, (columns) => {
        setConstraint(columns, size / 4, { type: CONSTRAINT.ALAP, day: NO_DAY, deadlineDay: NO_DAY })
      }),
  },
  strands: {
    summary: 'strands of 100 tasks, most of them critical, one completed',
    columns(size) {
      const columns = columnsFromSketch(sketchStrands(size))
      columns.percentComplete[0] = 100
      return columns
    },
  },
}

/** One duration changes in a live schedule of a plan that is more than plain. */
export const editsUnderWay: readonly BenchCase[] = Object.entries(STATES).map(([name, { summary, columns }]) => ({
  name: `incremental-edit-${name}`,
  group: 'compute',
  summary: `one duration changed in a live schedule, ${summary}; the median of changes all over the plan`,
  unit: 'µs',
  sizeName: 'tasks',
  quickSizes: [20_000],
  fullSizes: [20_000],
  aims: () => [{ of: 'part:p95_us', atMost: P95_US }],
  warmUps: 2,
  samples: 10,
  prepare(size) {
    const before = columns(size)
    const edits = drawEdits(before.durationDays)
    const live = new LiveSchedule(buildGraph(columns(size)))
    const edited = columns(size)
    for (const { task, durationDays } of edits) edited.durationDays[task] = durationDays
    return {
      sample() {
        const timesUs: number[] = []
        let full_passes = 0
        for (const edit of edits) {
          const startedMs = performance.now()
          const { wasFull } = live.change(edit)
          timesUs.push((performance.now() - startedMs) * 1_000)
          if (wasFull) full_passes++
        }
        const hash = hashSchedule(live.result())
        for (const { task } of edits) live.change({ task, durationDays: before.durationDays[task] as number })
        timesUs.sort((left, right) => left - right)
        const parts = { p95_us: quantile(timesUs, 0.95), worst_us: timesUs.at(-1) ?? 0, full_passes }
        return { value: quantile(timesUs, 0.5), hash, parts }
      },
      expectedHash: hashSchedule(runCpm(buildGraph(edited))),
      facts: { links: before.linkCount },
    }
  },
}))

function changed(size: number, change: (columns: ScheduleColumns) => void): ScheduleColumns {
  const columns = columnsFromSketch(sketchWith('plain', size))
  change(columns)
  return columns
}
