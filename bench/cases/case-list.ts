import type { BenchCase } from '../bench-case.ts'
import { closeSprint, flowMetrics } from './agile-delivery.ts'
import { besideHeavyWork } from './beside-heavy-work.ts'
import { buildNetwork, idsToIndexes, topologicalOrder } from './build-network.ts'
import { capacityReads } from './capacity-reads.ts'
import { readHistory, searchTasks, syncPull } from './collaboration-reads.ts'
import { cpmConditions } from './cpm-conditions.ts'
import { cpmConstraints } from './cpm-constraints.ts'
import { cpmFeatures, cpmFull, cpmProgram, cpmShapes } from './cpm-features.ts'
import { cpmFullPass } from './cpm-full-pass.ts'
import { editOfTheFirst, editToSchedule } from './edit-to-schedule.ts'
import { editsUnderWay } from './edits-under-way.ts'
import { importFiles } from './import-files.ts'
import { incrementalEdit } from './incremental-edit.ts'
import { jsonAnswer } from './json-answer.ts'
import { memoryOfApi, memoryOfJobs } from './memory-kept.ts'
import { planToResult } from './plan-to-result.ts'
import { pokerReveal } from './poker-reveal.ts'
import { readProject } from './read-project.ts'
import { createTasks, lastPage, pageOf200, taskById } from './requests.ts'
import { scheduleCommand, scheduleLines } from './schedule-command.ts'
import { secondApi } from './second-api.ts'
import { simulateLongPlan, simulateOverRest } from './simulate-over-rest.ts'
import {
  simulateAgainstLimit,
  simulateCriticality,
  simulateEverything,
  simulateFinish,
  simulateGrowth,
  simulateTwoThreads,
} from './simulation.ts'
import { simulationConditions } from './simulation-conditions.ts'
import { socketFanOut } from './socket-fan-out.ts'
import { startFirst, startOnData } from './start-service.ts'
import { statusPoll } from './status-poll.ts'
import { uploadToSchedule } from './upload-to-schedule.ts'
import { workerDispatch } from './worker-dispatch.ts'
import { writersAndListeners } from './writers-and-listeners.ts'
import { createAtOnce, createBatch, renameTask } from './writes.ts'

/** Every case, a family of cases that are alike each, in the order they run. */
export const benchFamilies: readonly (readonly BenchCase[])[] = [
  [cpmFullPass],
  [cpmFull, ...cpmFeatures, ...cpmShapes, cpmProgram],
  [cpmConstraints],
  cpmConditions,
  [incrementalEdit],
  editsUnderWay,
  [topologicalOrder, idsToIndexes, buildNetwork],
  [planToResult],
  [jsonAnswer],
  [workerDispatch],
  [simulateFinish, simulateCriticality, simulateTwoThreads, simulateAgainstLimit, simulateEverything, simulateGrowth],
  simulationConditions,
  importFiles,
  [scheduleCommand, scheduleLines],
  [taskById, pageOf200, lastPage],
  [readProject],
  [statusPoll],
  [renameTask, createTasks, createBatch, createAtOnce],
  [socketFanOut],
  [pokerReveal],
  [closeSprint, flowMetrics],
  [readHistory, syncPull, searchTasks],
  [capacityReads],
  [editToSchedule, editOfTheFirst],
  [writersAndListeners],
  [secondApi],
  [simulateOverRest, simulateLongPlan],
  [besideHeavyWork],
  [uploadToSchedule],
  [memoryOfApi, memoryOfJobs],
  [startOnData, startFirst],
]

export const benchCases: readonly BenchCase[] = benchFamilies.flat()

/** What the suite leaves out on any machine, with the reason. */
export const neverMeasured: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: 'a commercial JS engine and a Rust-WASM engine',
    why: 'neither is installed; design/performance.md quotes theirs',
  },
  { what: 'bulk of 500 rows and 500 edges', why: 'no case yet' },
  {
    what: 'mixed load of 64 connections, 5,000 sockets for 5 minutes, deliveries, soak of 20 minutes',
    why: 'too long for a suite',
  },
  { what: 'flame graphs', why: 'node --cpu-prof on a case shows them' },
]
