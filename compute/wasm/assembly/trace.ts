// The critical runs of a block, from the end backwards: a node is critical where it holds the completion, or where an edge without
// slack leads from it to a critical one. Where edges have no slack is known from the forward pass, a bit a run, so that no date is
// read any more. Same runs as compute/simulation/run/ts/trace-block.ts, which is the readable form.

import {
  SIM_COUNTS_ADDRESS,
  SIM_MARKS_ADDRESS,
  SIM_ROW_COUNT,
  SIM_TIGHT_ADDRESS,
  SIM_TRACE_ADDRESS,
  SIM_TRACE_COUNT,
  TRACE_BYTES,
  TRACE_SOURCE,
  TRACE_TARGET,
} from '../layout/simulation'

/** The marks of a block of which no run is critical yet. */
export function openMarks(header: usize): usize {
  const marks = <usize>load<u32>(header, SIM_MARKS_ADDRESS)
  memory.fill(marks, 0, (<usize>load<u32>(header, SIM_ROW_COUNT)) << 2)
  return marks
}

/**
 * Finds and counts the critical runs of every row, once those that hold the completion are marked. Edges come by their targets, the
 * last first, so that all that leave a row have been followed before those that lead to it; one loop over all of them has no end of a
 * row for the processor to foresee.
 */
export function trace(header: usize): void {
  const marks = <usize>load<u32>(header, SIM_MARKS_ADDRESS)
  const counts = <usize>load<u32>(header, SIM_COUNTS_ADDRESS)
  const edgeCount = <usize>load<u32>(header, SIM_TRACE_COUNT)
  const first = <usize>load<u32>(header, SIM_TRACE_ADDRESS)
  let tight = <usize>load<u32>(header, SIM_TIGHT_ADDRESS) + (edgeCount << 2)
  for (let edge = first + edgeCount * TRACE_BYTES; edge > first; ) {
    edge -= TRACE_BYTES
    tight -= 4
    const target = load<i32>(marks + <usize>load<u32>(edge, TRACE_TARGET))
    const source = marks + <usize>load<u32>(edge, TRACE_SOURCE)
    store<i32>(source, load<i32>(source) | (target & load<i32>(tight)))
  }
  const end = (<usize>load<u32>(header, SIM_ROW_COUNT)) << 2
  for (let row: usize = 0; row < end; row += 4) {
    store<i32>(counts + row, load<i32>(counts + row) + popcnt(load<i32>(marks + row)))
  }
}
