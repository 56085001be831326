import { readFileSync } from 'node:fs'
import type { CaseResult, Mode } from './bench-case.ts'
import type { MachineCard } from './machine-card.ts'

export const RUN_FORMAT = 'svc-bench/1'

/** A result file: every raw sample, and where and when it was taken. */
export interface BenchRun {
  readonly format: typeof RUN_FORMAT
  readonly takenAt: string
  readonly seconds: number
  readonly mode: Mode
  readonly machine: MachineCard
  readonly loadBefore: number
  readonly loadAfter: number
  readonly cases: readonly CaseResult[]
  /** Cases and peers without figures, each with its reason. */
  readonly notMeasured: readonly { readonly what: string; readonly why: string }[]
}

/** Reads a result file; throws with a reason that a person can use. */
export function readRun(file: string): BenchRun {
  let run: BenchRun
  try {
    run = JSON.parse(readFileSync(file, 'utf8')) as BenchRun
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (run?.format !== RUN_FORMAT) throw new Error(`${file} is no result of this bench (${RUN_FORMAT})`)
  return run
}
