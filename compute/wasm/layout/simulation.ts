// Simulations: their header, nodes and edges in lanes of 16 bits, random numbers, and finishes that are picked.

/** Runs of a block. */
export const BLOCK_LANES = 32
/** Bytes of a row, one block of runs in 16-bit lanes: a line of the cache. */
export const ROW_BYTES = 64

// Simulation header.
export const SIM_TABLE_COUNT = 0
/** Byte position of the row of each table, 32 bits each. */
export const SIM_TABLE_ROWS_ADDRESS = 4
/** 64 bytes a table: low and high bytes of 16 bases, low and high bytes of 16 steps. */
export const SIM_TABLES_ADDRESS = 8
/** State of the random stream of the block, its counter, and constants. */
export const SIM_STATE_ADDRESS = 12
export const SIM_ADJUST_COUNT = 16
/** Pairs of a byte position of a row and units already worked. */
export const SIM_ADJUST_ADDRESS = 20
export const SIM_DELAY_COUNT = 24
/** Nodes with the edges that lead to them, in order; the forward pass is told where in them it begins. */
export const SIM_FORWARD_ADDRESS = 28
/** `TRACE_BYTES` for every edge of the forward stream, in its order. */
export const SIM_TRACE_ADDRESS = 32
/** Rows of durations. */
export const SIM_DAYS_ADDRESS = 36
/** Rows of finishes. */
export const SIM_FINISHES_ADDRESS = 40
/**
 * Before the trace, a row a calendar: its finishes that hold the completion, and `UNMARKED` where none does or there is no run.
 */
export const SIM_COMPLETION_ADDRESS = 44
/** Per row: critical runs counted so far, 32 bits. */
export const SIM_COUNTS_ADDRESS = 48
/** Units of one day, the least a task takes. */
export const SIM_UNITS_PER_DAY = 52
/** Variates on their way from the generator to the tables: a row for each of some tables. */
export const SIM_VARIATES_ADDRESS = 60
/** A row of centred ranks of the completions of the block, signed, and a row with all bits set where there is a run. */
export const SIM_RANKS_ADDRESS = 64
/** A row a table, then a row a stair: two partial sums of products with ranks and two of squares, 64 bits each, and four of grades, 32 bits. */
export const SIM_SUMS_ADDRESS = 68
/** What drivers do to samples, and rows to be written anew because of them. */
export const SIM_SHARE_COUNT = 72
export const SIM_SHARE_ADDRESS = 76
/** Pairs of a byte position of a row and the address of a row of delays. */
export const SIM_DELAYS_ADDRESS = 80
/** Nodes that end together: units of the latest completed task, number of rows, and their byte positions. */
export const SIM_GROUP_COUNT = 84
export const SIM_GROUPS_ADDRESS = 88
/** A row a group: its latest finishes. */
export const SIM_GROUP_ROWS_ADDRESS = 92
/** How far a unit of days is shifted to be units. */
export const SIM_UNIT_SHIFT = 96
/** Wide lanes: samples on their way to their rows, and how far those of each table are shifted, 32 bits each. */
export const SIM_SAMPLES_ADDRESS = 100
export const SIM_SHIFTS_ADDRESS = 104
export const SIM_TRACE_COUNT = 108
/** Tasks with a velocity: `STAIR_BYTES` each. */
export const SIM_STAIR_COUNT = 112
export const SIM_STAIRS_ADDRESS = 116
/** Per row: the runs of the last trace in which it is critical, a bit each. */
export const SIM_MARKS_ADDRESS = 120
/** Per edge of the forward stream: the runs in which it has no slack, a bit each. */
export const SIM_TIGHT_ADDRESS = 124
/** Room for the bounds of as many edges through tables as lead to one node, a row each, or for a row of dates, and one more. */
export const SIM_BOUNDS_ADDRESS = 128
/** Rows that can hold the completion: pairs of their byte position and that of the row of their calendar. */
export const SIM_END_COUNT = 132
export const SIM_ENDS_ADDRESS = 136
export const SIM_ROW_COUNT = 140
/** Wide lanes: 1 where rows of durations have 16 bits all the same. */
export const SIM_HAS_SHORT_DAYS = 144
/** Rows of bounds that dates set on other calendars, which edges through tables read. */
export const SIM_SET_BOUNDS_ADDRESS = 148
/** Windows: rows of finishes in them. */
export const SIM_WINDOW_FINISHES_ADDRESS = 152
/** Not 0 where a date left its window since this was last 0. */
export const SIM_IS_LOST = 156
/** Room for a row of dates in 32 bits. */
export const SIM_ESTIMATE_ADDRESS = 160
/** Rows in windows that are asked for in 32 bits too: `WIDEN_BYTES` each. */
export const SIM_WIDEN_COUNT = 164
export const SIM_WIDEN_ADDRESS = 168
/** Durations in 32 bits; and those that are shifted: byte position of the row, how far, and units already worked, 32 bits each. */
export const SIM_WIDE_DAYS_ADDRESS = 172
export const SIM_LONG_COUNT = 176
export const SIM_LONGS_ADDRESS = 180
/** Which tables are looked up, 32 bits each, in order, and one more with all bits set: those of completed tasks are drawn for nothing. */
export const SIM_LIVE_TABLES_ADDRESS = 184
export const SIM_HEADER_BYTES = 192

// Edge of the trace: byte positions of the words of its ends, in marks and counts.
export const TRACE_SOURCE = 0
export const TRACE_TARGET = 4
export const TRACE_BYTES = 8

// A task with a velocity.
export const STAIR_ROW = 0
/** Units of the sprints that every run takes, and of one sprint more. */
export const STAIR_UNITS = 4
export const STAIR_STEP_UNITS = 8
/** The grade of a run that takes no more. */
export const STAIR_GRADE = 12
/** Where its steps are and where they end: 16 bits for the variate from which on a run takes it, 16 for what the grade gains. */
export const STAIR_STEPS_ADDRESS = 16
export const STAIR_STEPS_END = 20
export const STAIR_BYTES = 24
export const STEP_BYTES = 4

// One step of sharing, followed by the byte positions of the rows that take it.
export const SHARE_KIND = 0
/** A value for `SHARE_SET`; else the address of a row, for `SHARE_SHIFT` of what is added and then what is taken off. */
export const SHARE_SOURCE = 4
/** Units that the rows are raised to. */
export const SHARE_LEAST = 8
export const SHARE_ROW_COUNT = 12
export const SHARE_BYTES = 16
export const SHARE_SET = 0
export const SHARE_SCALE = 1
export const SHARE_SHIFT = 2
/** Narrow lanes: scales rows below 32,768. */
export const SHARE_SCALE_SMALL = 3
/** Bits behind the point of a factor. */
export const FACTOR_BITS = 12

// State of the random stream: eight vectors and two of the counter; what the counter gains a round; and what turns a grade.
export const STATE_INCREMENTS = 160
export const STATE_CONSTANTS = 192
export const STATE_BYTES = 208

export const SUMS_BYTES = 48
/** Rows of variates drawn at a time. */
export const VARIATE_ROWS = 128
/** Rounds of the generator thrown away after seeding. */
export const WARM_UP_ROUNDS = 8
/** What no finish reaches. */
export const UNMARKED = 65_535

// Node of the forward stream, followed by its plain edges (finish-to-start without lag), one 32-bit byte position of a row each,
// then by its other edges, those that go through a table last, and then by its dates that set bounds on other calendars.
export const NODE_ROW = 0
/** Start bound. */
export const NODE_BOUND = 4
export const NODE_PLAIN_COUNT = 8
export const NODE_OTHER_COUNT = 12
export const NODE_CONVERTED_COUNT = 16
/** In 16 bits, both: of those that go through a table how many bind the start, which come first, and how many the finish. */
export const NODE_FINISH_COUNT = 18
/** Of those dates, with the bounds that they set. */
export const NODE_DATE_BYTES = 20
export const NODE_BYTES = 24

// Edge other than plain. The rows named twice by `LESS` and `OWN` are durations, or the row of zeros behind the last one: so
// every edge takes the same steps, whatever its type. A finish bound counts as a start bound, less the own duration.
/** Finish of the other end. */
export const EDGE_ROW = 0
/** Duration of the other end: taken off. */
export const EDGE_LESS = 4
/** Duration of the node itself: taken off. */
export const EDGE_OWN = 8
/** Units added, and above them units then taken off, never below 0; 16 bits each. */
export const EDGE_SHIFT = 12

export const EDGE_BYTES = 16
/** Wide lanes: of an edge between calendars, or with a lag in elapsed days, in place of `EDGE_SHIFT` the address of how it is taken. */
export const EDGE_TABLE = 12
// Such an edge in 16 bits: the row of a bound that a date has set, and where it binds the finish, that of what is taken off it.
export const FINISH_EDGE_OWN = 4
export const FINISH_EDGE_BYTES = 8
/** So many days are added to offsets, so that bounds a little before the project start stay apart from those at it. */
export const TABLE_BIAS_DAYS = 2

// Header of days picked out of rows of finishes: tasks together, a block of runs after the other, in there a row a task.
export const PICK_TASK_COUNT = 0
export const PICK_BLOCK_COUNT = 4
/** How many runs are less than the value that is picked. */
export const PICK_RANK = 8
export const PICK_ROWS_ADDRESS = 12
/** A row with all bits set where the last block has no run, but those of a sign. */
export const PICK_PADDING_ADDRESS = 16
/** Bytes from the row of a task in one block to that in the next. */
export const PICK_STRIDE = 20
/** `PICK_VALUE_BYTES` a task: the whole offset, or `PICK_NO_DAY` and the units of the rank and of the one after it. */
export const PICK_VALUES_ADDRESS = 24
export const PICK_VALUE_BYTES = 12
export const PICK_NO_DAY = -1
export const PICK_UNITS_PER_DAY = 28
/** How many deviations above the mean a task probably has it, and how many of them a run there is wide; 64 bits each. */
export const PICK_DEVIATIONS = 32
export const PICK_WIDTH = 40
/** Where rows that were only asked for leave a trace, so that no compiler leaves them out. */
export const PICK_MET = 48
export const PICK_HEADER_BYTES = 56
