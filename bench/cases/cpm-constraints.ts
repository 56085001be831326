import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { CONSTRAINT, setConstraint } from '../../compute/model/constraint-columns.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { generateColumns, sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { planFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { referenceSchedule } from '../../test/compute/reference/reference-schedule.ts'
import { dateText, dayNumber } from '../../test/compute/reference/slow-calendar.ts'
import type { BenchCase, Prepared } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { repeatWork } from '../repeat-work.ts'
import { hashSchedule } from './cpm-answer.ts'

/** Every so many tasks one is held to something. */
const EVERY = 10
const REFERENCE_TASKS = 300
const KINDS = ['SNET', 'FNET', 'SNLT', 'FNLT'] as const

/** What constraints cost a plan: passes in dates. */
export const cpmConstraints: BenchCase = {
  group: 'compute',
  unit: 'µs',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [20_000],
  fullSizes: [20_000, 100_000],
  warmUps: 3,
  samples: 30,
  name: 'cpm-with-constraints',
  summary: 'full critical path, a tenth of the tasks held to a constraint or a deadline, beside the plain plan',
  prepare(size) {
    checkAgainstReference()
    const plain = generateColumns('plain', size)
    const held = generateColumns('plain', size)
    for (let task = 0; task < size; task += EVERY) hold(held, task)
    return {
      sample: sampleOf(held),
      expectedHash: hashSchedule(runCpm(buildGraph(held), tsKernel)),
      datasetHash: hashAnswer(held.durationDays, held.predecessorIndex, held.successorIndex, held.lagDays),
      facts: { links: held.linkCount, held: Math.ceil(size / EVERY) },
      peers: [{ name: 'plain plan', sample: sampleOf(plain) }],
    }
  },
}

function sampleOf(columns: ScheduleColumns): Prepared['sample'] {
  const graph = buildGraph(columns)
  return repeatWork({
    unit: 'µs',
    once: () => runCpm(graph),
    consume: (answer) => answer.projectFinishDay,
    hash: hashSchedule,
  })
}

/** Which kind and which day after the start of the plan a task is held to. */
function heldTo(task: number) {
  return { kind: KINDS[(task / EVERY) % KINDS.length] ?? 'SNET', days: 7 * (task % 31) }
}

function hold(columns: ScheduleColumns, task: number): void {
  if (columns.parentIndex.includes(task)) return
  const { kind, days } = heldTo(task)
  const day = columns.projectStartDay + days
  setConstraint(columns, task, { type: CONSTRAINT[kind], day, deadlineDay: task % 3 === 0 ? day + 30 : NO_DAY })
}

/** The engine of date loops shares no code with these passes. */
function checkAgainstReference(): void {
  const plan = planFromSketch(sketchWith('plain', REFERENCE_TASKS)) as Plan
  const start = dayNumber(plan.start_date)
  const tasks = plan.tasks.map((task, index) => {
    if (index % EVERY !== 0) return task
    const { kind, days } = heldTo(index)
    return { ...task, constraint_type: kind, constraint_date: dateText(start + days) }
  })
  const held = { ...plan, tasks }
  const ours = scheduleDocument(held, runCpm(buildGraph(columnsFromPlan(held))))
  if (JSON.stringify(ours) !== JSON.stringify(referenceSchedule(held)))
    throw new Error(`wrong answer: ${REFERENCE_TASKS} tasks with constraints differ from the reference schedule`)
}
