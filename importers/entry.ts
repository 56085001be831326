// What runs inside an importer thread. A failure crosses the thread boundary as a plain value: error classes do not
// survive the crossing.

import { ImportRefusal, type PlainRefusal } from './plan/import-refusal.ts'
import { type ReadOptions, type ReadResult, readWithPreview } from './read-plan.ts'

export type ImportTask = { bytes: Uint8Array; fileName: string; options: ReadOptions; wants: 'plan' | 'preview' }

export type PlainBug = { kind: 'bug'; message: string; stack: string }

export type EntryResult =
  | { ok: true; result: ReadResult; parseMs: number }
  | { ok: false; failure: PlainRefusal | PlainBug }

/** Reads one file. A preview leaves the plan behind, which spares the caller the cost of taking it over. */
export default function runImport(task: ImportTask): EntryResult {
  const startedAt = performance.now()
  try {
    const result = readWithPreview(task.bytes, task.fileName, task.options)
    const plan = task.wants === 'plan' ? result.plan : { ...result.plan, tasks: [], dependencies: [], assignments: [] }
    return { ok: true, result: { plan, preview: result.preview }, parseMs: performance.now() - startedAt }
  } catch (error) {
    if (error instanceof ImportRefusal) return { ok: false, failure: error.toPlain() }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { ok: false, failure: { kind: 'bug', message, stack: stack ?? '' } }
  }
}
