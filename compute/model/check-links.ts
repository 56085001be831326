import { PlanRefusal, refuse } from './refusal.ts'
import { LINK_TYPE, type ScheduleColumns } from './schedule-columns.ts'

/** Refuses links between tasks that do not exist, of a task with itself, and of unknown types. */
export function checkLinks(columns: ScheduleColumns): void {
  if (!areLinksGood(columns)) checkEnds(columns)
}

/** Whether `checkLinks` has nothing to say: one loop without calls, because nearly always it has not. */
export function areLinksGood(columns: ScheduleColumns): boolean {
  const { linkCount, taskCount, predecessorIndex, successorIndex, linkType } = columns
  for (let link = 0; link < linkCount; link++) {
    const predecessor = predecessorIndex[link]
    const successor = successorIndex[link]
    const areKnown = predecessor >= 0 && predecessor < taskCount && successor >= 0 && successor < taskCount
    if (!areKnown || predecessor === successor || linkType[link] > LINK_TYPE.SF) return false
  }
  return true
}

function checkEnds(columns: ScheduleColumns): void {
  const { linkCount, taskCount, predecessorIndex, successorIndex, linkType } = columns
  for (let link = 0; link < linkCount; link++) {
    const predecessor = predecessorIndex[link]
    const successor = successorIndex[link]
    const isKnown = predecessor >= 0 && predecessor < taskCount && successor >= 0 && successor < taskCount
    if (!isKnown) refuse(`Dependency ${link} refers to a task that does not exist.`)
  }
  for (let link = 0; link < linkCount; link++) {
    const task = predecessorIndex[link]
    if (task !== successorIndex[link]) continue
    throw new PlanRefusal('self_reference', `Task {task:${task}} depends on itself.`, { offendingTasks: [task, task] })
  }
  for (let link = 0; link < linkCount; link++) {
    if (linkType[link] > LINK_TYPE.SF) refuse(`Dependency ${link} has the unknown type ${linkType[link]}.`)
  }
}
