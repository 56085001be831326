/** Deaths that a test asks threads of its own process for, one at a time, through a file. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import { runFolder } from './scratch-folder.ts'

export const DEATHS = ['throw', 'exit', 'heap', 'loop'] as const
export type Death = (typeof DEATHS)[number]

const order = path.join(runFolder(), `svc-death-${process.pid}`)

/** The next job on any thread ends so, once its work is done and before it is handed over. */
export function askForDeath(death: Death): void {
  writeFileSync(order, death)
}

/** Whether nobody has taken the order yet; takes it back. */
export function takeBackDeath(): void {
  rmSync(order, { force: true })
}

export function dieIfAsked(): void {
  const taken = `${order}.${threadId}`
  try {
    renameSync(order, taken)
  } catch {
    return // Nothing is asked for, or another thread was first.
  }
  const death = readFileSync(taken, 'utf8') as Death
  rmSync(taken)
  die(death)
}

function die(death: Death): void {
  if (death === 'throw') throw new Error('asked to throw')
  if (death === 'exit') process.exit(3)
  if (death === 'loop') for (;;);
  const kept: number[][] = []
  for (;;) kept.push(new Array<number>(100_000).fill(kept.length))
}
