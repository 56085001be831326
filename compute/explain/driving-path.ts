import type { Contribution } from './contribution.ts'
import type { ScheduleFacts } from './schedule-facts.ts'
import { traceValue } from './trace-value.ts'

/** Tasks in the order of the work, each with the link that leads to it from the one before. */
export interface DrivingPath {
  tasks: number[]
  /** Per task the link from the task before it; -1 for the first. */
  links: number[]
  /** What holds the first task where it is. */
  floor: Contribution
}

/** The chain of tasks whose dates carry the finish of a task: moving any of them moves it. */
export function drivingPath(facts: ScheduleFacts, task: number): DrivingPath {
  const steps = traceValue(facts, task, 'early_finish')
  const tasks: number[] = []
  const links: number[] = []
  for (const step of steps) {
    if (facts.hierarchy.isSummary[step.task] === 1) continue
    if (tasks.at(-1) !== step.task) {
      tasks.push(step.task)
      links.push(-1)
    }
    if (step.binding.link !== -1) links[links.length - 1] = step.binding.link
  }
  return { tasks: tasks.reverse(), links: links.reverse(), floor: (steps.at(-1) as { binding: Contribution }).binding }
}
