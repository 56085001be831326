// The one memory map of the WebAssembly kernel, imported by TypeScript and by AssemblyScript. Nothing but whole-number
// constants may stand here. A header is a row of 32-bit slots; the names below are byte offsets of slots, and a slot
// whose name ends in ADDRESS holds the address of a region.

/** Runs of a block, and of the half that fits the cache and is computed at a time. */
export const BLOCK_LANES = 64
export const HALF_LANES = 32
/** Bytes of a row of samples (a block) and of starts or marks (a half), in 16-bit lanes. */
export const DAYS_ROW_BYTES = 128
export const HALF_ROW_BYTES = 64

// Simulation header.
export const SIM_TABLE_COUNT = 0
/** Row of each table, 32 bits each. */
export const SIM_TABLE_ROWS_ADDRESS = 4
/** 64 bytes a table: low and high bytes of 16 bases, low and high bytes of 16 steps. */
export const SIM_TABLES_ADDRESS = 8
/** 128 bytes: state of the two random streams of the block. */
export const SIM_STATE_ADDRESS = 12
export const SIM_ADJUST_COUNT = 16
/** Pairs of row and units already worked. */
export const SIM_ADJUST_ADDRESS = 20
export const SIM_NODE_COUNT = 24
export const SIM_NODES_ADDRESS = 28
export const SIM_EDGES_ADDRESS = 32
export const SIM_DAYS_ADDRESS = 36
export const SIM_STARTS_ADDRESS = 40
export const SIM_MARKS_ADDRESS = 44
/** One half row: the completion of each run. */
export const SIM_COMPLETION_ADDRESS = 48
/** Per row: critical runs counted so far, 32 bits. */
export const SIM_COUNTS_ADDRESS = 52
/** One half row: all bits set in the lanes that hold a run. */
export const SIM_LANES_ADDRESS = 56
/** Units of one day, the least a task takes. */
export const SIM_UNITS_PER_DAY = 60
/** Latest finish of the completed tasks, in units. */
export const SIM_LEAST_COMPLETION = 64
export const SIM_ROW_COUNT = 68
export const SIM_HEADER_BYTES = 72

// Node of a simulation.
export const NODE_ROW = 0
export const NODE_START_BOUND = 4
export const NODE_FINISH_BOUND = 8
/** Edges finish-to-start without lag: one 32-bit row each. */
export const NODE_PLAIN_COUNT = 12
/** Other edges, 16 bytes each. */
export const NODE_OTHER_COUNT = 16
/** Byte position of the first edge among the edges. */
export const NODE_EDGES = 20
/** 1 where anything bounds the finish. */
export const NODE_HAS_FINISH_BOUND = 24
export const NODE_BYTES = 28

// Edge other than plain.
export const EDGE_ROW = 0
/** Bit 0: from the finish. Bit 1: to the finish. */
export const EDGE_KIND = 4
/** Units added, then units taken off, never below 0. */
export const EDGE_UP = 8
export const EDGE_DOWN = 12
export const EDGE_BYTES = 16
export const EDGE_FROM_FINISH = 1
export const EDGE_TO_FINISH = 2

// Header of the critical path in working-day positions. Regions hold 32 bits a node, edge or task unless said otherwise.
export const CPM_NODE_COUNT = 0
export const CPM_TASK_COUNT = 4
export const CPM_EDGE_OFFSET_ADDRESS = 8
export const CPM_EDGE_SOURCE_ADDRESS = 12
export const CPM_EDGE_WEIGHT_ADDRESS = 16
/** The link an edge decides about. */
export const CPM_EDGE_LINK_ADDRESS = 20
export const CPM_FLOOR_ADDRESS = 24
export const CPM_EARLY_ADDRESS = 28
/** 16 bytes a node and one more for summaries: what both passes know of it. */
export const CPM_RECORDS_ADDRESS = 32
export const CPM_NODE_OF_TASK_ADDRESS = 36
/** The day of each position. */
export const CPM_DAYS_ADDRESS = 40
/** Seven columns of tasks one after the other. */
export const CPM_COLUMNS_ADDRESS = 44
/** A byte a task. */
export const CPM_CRITICAL_ADDRESS = 48
/** A byte a link, and one more. */
export const CPM_DRIVING_ADDRESS = 52
export const CPM_HEADER_BYTES = 56

// Record of a node. Late starts count from the project finish, so that it need not be known.
export const RECORD_LATE = 0
/** The latest start that moves no successor from its early start. */
export const RECORD_NEXT = 4
export const RECORD_EARLY = 8
export const RECORD_LENGTH = 12
export const RECORD_BYTES = 16
