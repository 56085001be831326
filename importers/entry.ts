// What runs inside an importer thread. A failure crosses the thread boundary as a plain value: error classes do not
// survive the crossing.

import { importLimits } from './plan/import-limits.ts'
import { ImportRefusal, type PlainRefusal } from './plan/import-refusal.ts'
import { packPlan } from './plan/packed-plan.ts'
import { isLargerThan } from './plan/plan-size.ts'
import { type ReadOptions, type ReadResult, readWithPreview } from './read-plan.ts'
import { readSeed, type SeedOptions, type SeedReading } from './seed/read-seed.ts'

export type PlanTask = { bytes: Uint8Array; fileName: string; options: ReadOptions; wants: 'plan' | 'preview' }
/** `seed` takes the document over, `seed_check` only what is said of it. */
export type SeedTask = { bytes: Uint8Array; options: SeedOptions; wants: 'seed' | 'seed_check' }
/** The plan for who reads it later, packed: the caller, who only wants to know whether the file can be read, unpacks nothing. */
export type PackTask = Omit<PlanTask, 'wants'> & { wants: 'packed_plan' }
export type ImportTask = PlanTask | PackTask | SeedTask

export type PlainBug = { kind: 'bug'; message: string; stack: string }

export type EntryResult<R = ReadResult | SeedReading | Uint8Array> =
  | { ok: true; result: R; parseMs: number }
  | { ok: false; failure: PlainRefusal | PlainBug }

/** Reads one file. A preview leaves the plan behind, which spares the caller the cost of taking it over. */
export default function runImport(task: ImportTask): EntryResult {
  const startedAt = performance.now()
  try {
    const result = isSeedTask(task) ? runSeed(task) : runPlan(task)
    return { ok: true, result, parseMs: performance.now() - startedAt }
  } catch (error) {
    if (error instanceof ImportRefusal) return { ok: false, failure: error.toPlain() }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { ok: false, failure: { kind: 'bug', message, stack: stack ?? '' } }
  }
}

function isSeedTask(task: ImportTask): task is SeedTask {
  return task.wants === 'seed' || task.wants === 'seed_check'
}

function runPlan(task: PlanTask | PackTask): ReadResult | Uint8Array {
  const { plan, preview } = readWithPreview(task.bytes, task.fileName, task.options)
  const { outputBytes } = importLimits(task.options.limits)
  if (isLargerThan(plan, outputBytes))
    throw new ImportRefusal(
      'too_large',
      `the plan in the file takes more than ${outputBytes / 2 ** 20} MB once it is read`,
    )
  if (task.wants === 'packed_plan') return packPlan(plan)
  if (task.wants === 'plan') return { plan, preview }
  return { plan: { ...plan, tasks: [], dependencies: [], assignments: [] }, preview }
}

function runSeed(task: SeedTask): SeedReading {
  const reading = readSeed(task.bytes, task.options)
  return task.wants === 'seed' ? reading : { ...reading, seed: null }
}
