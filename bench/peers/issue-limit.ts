// The issue limit of 128-bit vectors, measured in the process of the case: as many vector instructions as a simulation of a
// plain plan executes, in a loop that waits for nothing. Loads, stores and scalar instructions are not counted, so the share
// reached is a lower bound of what the core does.

import { buildGraph } from '../../compute/model/build-graph.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { instantiate, loadModule } from '../../compute/wasm/load-module.ts'
import type { Prepared } from '../bench-case.ts'

export const ISSUE_LIMIT = 'issue limit of vectors'

/** Counted in `compute/wasm/assembly/`, a row of 32 runs each. */
const PER_ROW = {
  /** `drawVariates`: 42 for a row of variates; `lookUp`: 14 for each of its four vectors. */
  sample: 42 + 4 * 14,
  forward: 8,
  forwardEdge: 4,
  trace: 20,
  traceEdge: 8,
} as const
const BLOCK_RUNS = 32
const PER_ROUND = 16
const ADDRESS = 1024

/** What goes into a case: the peer, and the instructions as a fact. Only for plans of finish-to-start links without lag. */
export function issueLimit(columns: ScheduleColumns, runs: number): Pick<Prepared, 'peers' | 'notMeasured' | 'facts'> {
  const { nodeCount, edgeCount } = buildGraph(columns)
  const { sample, forward, trace, forwardEdge, traceEdge } = PER_ROW
  const perBlock = nodeCount * (sample + forward + trace) + edgeCount * (forwardEdge + traceEdge)
  const instructions = perBlock * Math.ceil(runs / BLOCK_RUNS)
  const facts = { work: columns.taskCount * runs, instructions }
  const module = loadModule()
  if (module === null) return { facts, notMeasured: [`${ISSUE_LIMIT}: no WebAssembly with vectors here`] }
  const { exports, buffer } = instantiate(module, 4096)
  new Uint16Array(buffer, ADDRESS, 24).forEach((_, at, lanes) => {
    lanes[at] = 31 * at + 7
  })
  const rounds = Math.round(instructions / PER_ROUND)
  const out = new Int32Array(buffer, ADDRESS + 48, 4)
  const run = () => {
    const startedMs = performance.now()
    exports.probeIssue(ADDRESS, rounds)
    return { value: performance.now() - startedMs, hash: out.join() }
  }
  return { facts, peers: [{ name: ISSUE_LIMIT, sample: run }] }
}
