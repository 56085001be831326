// The computing side of a thread, which dies when a test asks for it.
import * as real from '../../compute/workers/entry.ts'
import { dieIfAsked } from '../support/thread-deaths.ts'

function dying<Task, Value>(work: (task: Task) => Value): (task: Task) => Value {
  return (task) => {
    const done = work(task)
    dieIfAsked()
    return done
  }
}

export const schedule = dying(real.schedule)
export const reschedule = dying(real.reschedule)
export const simulateWhole = dying(real.simulateWhole)
export const openSimulation = dying(real.openSimulation)
export const shareSimulation = dying(real.shareSimulation)
