import { runCpm, runResident } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { FEATURES, type Feature, generateColumns, sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { generateProgramColumns } from '../../fixtures/generate/generate-program.ts'
import { sketchPlan } from '../../fixtures/generate/plan-sketch.ts'
import { SHAPES } from '../../fixtures/generate/sketch-links.ts'
import { columnsFromSketch, planFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { referenceSchedule } from '../../test/compute/reference/reference-schedule.ts'
import type { BenchCase, Prepared } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { repeatWork } from '../repeat-work.ts'
import { aimOfFullPass, hashSchedule } from './cpm-answer.ts'

const shared = {
  group: 'compute',
  unit: 'µs',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [20_000],
  fullSizes: [20_000],
  warmUps: 3,
  samples: 30,
} as const satisfies Partial<BenchCase>

/** A resident network with everything on. */
export const cpmFull: BenchCase = {
  ...shared,
  name: 'cpm-everything',
  summary: 'full critical path with three calendars, progress, lags on a tenth of the links, and summaries',
  fullSizes: [100, 1_000, 5_000, 20_000, 100_000, 1_000_000],
  quickSizes: [1_000, 20_000, 100_000],
  aims: aimOfFullPass,
  growthAim: { from: 1_000, to: 100_000, atMost: 1.5 },
  prepare(size) {
    checkAgainstReference('full')
    return prepareCpm(generateColumns('full', size))
  },
}

const WHAT_FEATURES_ARE: Record<string, string> = {
  calendars: 'three calendars',
  progress: 'a third of the work done or begun',
  lags: 'lags on a tenth of the links',
  summaries: 'a twentieth of the tasks as summaries, two levels',
  agile: 'half of the tasks in sprints and on boards',
  unscheduled: 'a backlog, nine tasks of ten without links',
}

/** What each feature costs, beside the same plan without it. */
export const cpmFeatures: readonly BenchCase[] = FEATURES.filter((one) => one in WHAT_FEATURES_ARE).map((feature) => ({
  ...shared,
  fullSizes: [20_000, 100_000],
  name: `cpm-with-${feature}`,
  summary: `full critical path, ${WHAT_FEATURES_ARE[feature]}, beside the plain plan`,
  prepare(size) {
    checkAgainstReference(feature)
    const plain = prepareCpm(generateColumns('plain', size))
    return { ...prepareCpm(generateColumns(feature, size)), peers: [{ name: 'plain plan', sample: plain.sample }] }
  },
}))

/** What the shape of a network costs. */
export const cpmShapes: readonly BenchCase[] = SHAPES.filter((shape) => shape !== 'local').map((shape) => ({
  ...shared,
  name: `cpm-shape-${shape}`,
  summary: `full critical path of a plain plan, links in the shape "${shape}"`,
  prepare: (size) => prepareCpm(columnsFromSketch(sketchPlan({ taskCount: size, shape, oddLinkShare: 0 }))),
}))

const TASKS_PER_PROJECT = 400

export const cpmProgram: BenchCase = {
  ...shared,
  name: 'cpm-program',
  summary: `full critical path over a program, projects of ${TASKS_PER_PROJECT} tasks linked across`,
  fullSizes: [20_000, 100_000],
  prepare(size) {
    const projects = Math.round(size / TASKS_PER_PROJECT)
    return prepareCpm(generateProgramColumns({ projects, tasksPerProject: TASKS_PER_PROJECT }))
  },
}

const REFERENCE_TASKS = 300

/** What is timed here takes the same passes with either kernel; the engine of date loops knows none of them. */
function checkAgainstReference(feature: Feature): void {
  const plan = planFromSketch(sketchWith(feature, REFERENCE_TASKS)) as Plan
  const ours = scheduleDocument(plan, runCpm(buildGraph(generateColumns(feature, REFERENCE_TASKS))))
  if (JSON.stringify(ours) !== JSON.stringify(referenceSchedule(plan)))
    throw new Error(`wrong answer: ${REFERENCE_TASKS} tasks with "${feature}" differ from the reference schedule`)
}

function prepareCpm(columns: ScheduleColumns): Prepared {
  const graph = buildGraph(columns)
  runResident(graph)
  return {
    sample: repeatWork({
      unit: 'µs',
      once: () => runResident(graph),
      consume: (answer) => answer.projectFinishDay,
      hash: hashSchedule,
    }),
    expectedHash: hashSchedule(runCpm(buildGraph(columns), tsKernel)),
    datasetHash: hashAnswer(columns.durationDays, columns.predecessorIndex, columns.successorIndex, columns.lagDays),
    facts: { links: columns.linkCount },
  }
}
