// Full passes over plans with one thing in them that a generated plan has not, each beside the plain plan.

import { runCpm, runResident } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import {
  CONSTRAINT,
  copyConstraints,
  setConstraint,
  type TaskConstraint,
} from '../../compute/model/constraint-columns.ts'
import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { sketchStrands } from '../../fixtures/generate/sketch-strands.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase, Prepared } from '../bench-case.ts'
import { repeatWork } from '../repeat-work.ts'
import { hashSchedule } from './cpm-answer.ts'

const PLAIN = 'plain plan'

interface Condition {
  readonly name: string
  readonly summary: string
  /** Microseconds at 20,000 tasks. */
  readonly aim: number
  readonly columns: (size: number) => ScheduleColumns
  /** Whether the order of the critical path is asked for as well. */
  readonly asksForPath?: boolean
}

const CONDITIONS: readonly Condition[] = [
  {
    name: 'one-deadline',
    summary: 'one deadline',
    aim: 800,
    columns: (size) => held(size, { type: CONSTRAINT.ASAP, day: NO_DAY, deadlineDay: 3_000 }),
  },
  {
    name: 'one-snet',
    summary: 'one task that starts no earlier than a day',
    aim: 800,
    columns: (size) => held(size, { type: CONSTRAINT.SNET, day: 100, deadlineDay: NO_DAY }),
  },
  {
    name: 'one-pin',
    summary: 'one task that must start on a day',
    aim: 1_500,
    columns: (size) => held(size, { type: CONSTRAINT.MSO, day: 100, deadlineDay: NO_DAY }),
  },
  {
    name: 'one-late',
    summary: 'one task that starts as late as it can',
    aim: 800,
    columns: (size) => held(size, { type: CONSTRAINT.ALAP, day: NO_DAY, deadlineDay: NO_DAY }, size / 4),
  },
  {
    name: 'one-completed',
    summary: 'one completed task',
    aim: 1_500,
    columns(size) {
      const columns = columnsFromSketch(sketchWith('plain', size))
      columns.percentComplete[0] = 100
      return columns
    },
  },
  {
    name: 'strands',
    summary: 'strands of 100 tasks with random links ahead, 70 % of them critical, the order of the path not asked for',
    aim: 500,
    columns: (size) => columnsFromSketch(sketchStrands(size)),
  },
  {
    name: 'strands-path',
    summary: 'strands of 100 tasks with random links ahead, 70 % of them critical, and the order of the path',
    aim: 500,
    columns: (size) => columnsFromSketch(sketchStrands(size)),
    asksForPath: true,
  },
]

export const cpmConditions: readonly BenchCase[] = CONDITIONS.map(({ name, summary, aim, columns, asksForPath }) => ({
  name: `cpm-with-${name}`,
  group: 'compute',
  summary: `full critical path, arrays resident: ${summary}`,
  unit: 'µs',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [20_000],
  fullSizes: [20_000],
  warmUps: 3,
  samples: 30,
  aims: () => [
    { of: 'median', atMost: aim },
    { of: `peer:${PLAIN}`, atMost: 6 },
  ],
  prepare(size) {
    const plan = columns(size)
    return {
      sample: sampleOf(plan, asksForPath ?? false),
      expectedHash: hashSchedule(runCpm(buildGraph(plan), tsKernel)),
      peers: [{ name: PLAIN, sample: sampleOf(columnsFromSketch(sketchWith('plain', size)), asksForPath ?? false) }],
      facts: { links: plan.linkCount },
    }
  },
}))

function sampleOf(columns: ScheduleColumns, asksForPath: boolean): Prepared['sample'] {
  const graph = buildGraph(columns)
  return repeatWork({
    unit: 'µs',
    once: () => runResident(graph),
    consume: (answer) => (asksForPath ? answer.criticalPath.length : answer.projectFinishDay),
    hash: hashSchedule,
  })
}

/** One task, the last unless told otherwise, held to days after the start of the plan. */
function held(size: number, { type, day, deadlineDay }: TaskConstraint, task = size - 1): ScheduleColumns {
  const columns = columnsFromSketch(sketchWith('plain', size))
  const onDay = (after: number) => (after === NO_DAY ? NO_DAY : columns.projectStartDay + after)
  columns.constraints = copyConstraints(columns)
  setConstraint(columns, task, { type, day: onDay(day), deadlineDay: onDay(deadlineDay) })
  return columns
}
