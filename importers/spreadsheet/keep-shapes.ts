// V8 throws compiled code away with the last object of a shape that it relies on. Between two sheets nothing of the one before may be
// left, so that every sheet would be read by the interpreter: a quarter slower. All that became of a small one stays.

const SHEET = `ID,WBS,Name,Duration,Start,Finish,% Complete,Assignee,Predecessors,Milestone,Labels,Notes,Planned Start,Optimistic,Most Likely,Pessimistic
1,1,Dredge,5,2026-03-02,2026-03-06,100,Ana,,,quay,,,4,5,9
2,2,Pour,3,2026-03-09,2026-03-11,50,Ben[50%],1,,"quay, sea",cold,2026-03-09,2,3,6
3,3,Hand over,,16/03/2026,,,,"2; 1FS+1d",yes,,,,,,
`

const kept: unknown[] = []
let sheets = 0

/**
 * Told of every sheet that is read, and how to read one. Shapes are kept from the second on: a process that reads one and ends would
 * only pay for it.
 */
export function keepShapes(readAll: (bytes: Uint8Array) => unknown): void {
  if (++sheets === 2) kept.push(readAll(new TextEncoder().encode(SHEET)))
}
