import type { BenchCase } from '../bench-case.ts'
import { editToSchedule } from './edit-to-schedule.ts'
import { readProject } from './read-project.ts'
import { startFirst, startOnData } from './start-service.ts'

/** Every case, in the order they run. */
export const benchCases: readonly BenchCase[] = [editToSchedule, readProject, startOnData, startFirst]
