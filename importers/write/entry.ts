// What runs inside a writer thread: the bytes are handed over, not copied.

import { move } from 'piscina'
import { type WriteTask, writePlan } from './write-plan.ts'

export default async function runWrite(task: WriteTask): Promise<unknown> {
  return move((await writePlan(task)).buffer)
}
