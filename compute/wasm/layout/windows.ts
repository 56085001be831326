// Windows: 16 bits a run for plans of any length. Of every window a row of bases says what offset its dates count from, a run a base;
// 0 is no date, and neither is 65,535. Nodes and edges are those of narrow lanes, but for the counts of two kinds of edges.

/** Edges from a window below, behind those that are plain: the byte position of a row, and the address of how far the bases lie apart. */
export const WINDOW_MOVED_COUNT = 16
/** Leaves of the start of a summary, which then has no other edges. */
export const WINDOW_LEAST_COUNT = 20
export const WINDOW_PAIR_BYTES = 8
/** Such a leaf: byte positions of a finish and of a duration, and the address of how far its bases lie behind those of the start. */
export const MEMBER_ROW = 0
export const MEMBER_LESS = 4
export const MEMBER_MOVE = 8
export const MEMBER_BYTES = 12
/** Of an edge other than plain: the address of how far the bases lie apart. */
export const WINDOW_EDGE_MOVE = 16
export const WINDOW_EDGE_BYTES = 20
/** A row of bases, 32 bits a run. */
export const BASE_ROW_BYTES = 128

// A row that is asked for in 32 bits: byte position of the row, that of the wide one, and address of the bases.
export const WIDEN_ROW = 0
export const WIDEN_INTO = 4
export const WIDEN_BASE = 8
export const WIDEN_BYTES = 12

// Estimate of the date a window opens with: a bound in units, and how many pairs of a byte position of a row and the address of
// its bases follow.
export const ESTIMATE_BOUND = 0
export const ESTIMATE_COUNT = 4
export const ESTIMATE_BYTES = 8

// A task too long for a window: its start in one, its finish in another.
export const LONG_START_ROW = 0
export const LONG_START_BASE = 4
/** Byte position of the finish and the duration. */
export const LONG_ROW = 8
export const LONG_BASE = 12
/** How far its duration is shifted, and units already worked. */
export const LONG_SHIFT = 16
export const LONG_WORKED = 20
/** Byte position of its word among the edges without slack: its finish always has its start to thank. */
export const LONG_TIGHT = 24
export const LONG_BYTES = 28

// A window that opens: its bases, how far they lie before the estimate, and counts of what follows: addresses of bases it must not
// lie before, and behind; moves; bounds.
export const OPEN_BASE = 0
export const OPEN_LESS = 4
export const OPEN_LOWER_COUNT = 8
export const OPEN_UPPER_COUNT = 12
export const OPEN_MOVE_COUNT = 16
export const OPEN_BOUND_COUNT = 20
export const OPEN_BYTES = 24
/** How far apart the bases of two windows lie: addresses of those of the lower and the upper one, and of the row. */
export const MOVE_LOWER = 0
export const MOVE_UPPER = 4
export const MOVE_INTO = 8
export const MOVE_BYTES = 12
/** A bound in units, and the byte position of its row. */
export const OPEN_BOUND_BYTES = 8
