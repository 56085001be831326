import type { Run, Unit } from './bench-case.ts'

/** A sample shorter than this says more about the clock than about the work. */
const LEAST_SAMPLE_MS = 3
const MOST_ITERATIONS = 1 << 20

let consumed = 0

export interface Work<Answer> {
  readonly unit: Unit
  once(): Answer
  /** A number out of the answer, so that no run can be optimised away. */
  consume(answer: Answer): number
  hash(answer: Answer): string
}

/** Samples of work in this thread: as many iterations as one sample needs, counted once; the last answer is hashed. */
export function repeatWork<Answer>(work: Work<Answer>): () => Run {
  const scale = work.unit === 'µs' ? 1_000 : 1
  let iterations = 0
  return () => {
    iterations ||= calibrate(work)
    const startedMs = performance.now()
    let answer = work.once()
    consumed += work.consume(answer)
    for (let done = 1; done < iterations; done++) {
      answer = work.once()
      consumed += work.consume(answer)
    }
    const elapsedMs = performance.now() - startedMs
    return { value: (elapsedMs * scale) / iterations, hash: work.hash(answer) }
  }
}

function calibrate<Answer>(work: Work<Answer>): number {
  for (let iterations = 1; ; iterations *= 2) {
    const startedMs = performance.now()
    for (let done = 0; done < iterations; done++) consumed += work.consume(work.once())
    if (performance.now() - startedMs >= LEAST_SAMPLE_MS || iterations >= MOST_ITERATIONS) return iterations
  }
}

/** What all runs came to. Printed by nobody; that it can be asked for keeps the runs alive. */
export function consumedSoFar(): number {
  return consumed
}
