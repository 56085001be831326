import type { BenchRun } from '../bench-run.ts'
export function reportPage(run: BenchRun): string {
  return run.format
}
