// The one memory map of the WebAssembly kernel, imported by TypeScript and by AssemblyScript. Nothing but whole-number
// constants may stand here. A header is a row of 32-bit slots; the names below are byte offsets of slots, and a slot
// whose name ends in ADDRESS holds the address of a region.

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
/** Room for the bounds of as many edges through tables as lead to one node, a row each, and one more. */
export const SIM_BOUNDS_ADDRESS = 128
/** Rows that can hold the completion: pairs of their byte position and that of the row of their calendar. */
export const SIM_END_COUNT = 132
export const SIM_ENDS_ADDRESS = 136
export const SIM_ROW_COUNT = 140
/** Wide lanes: 1 where rows of durations have 16 bits all the same. */
export const SIM_HAS_SHORT_DAYS = 144
/** Rows of dates, which edges through tables count from: places of days, and behind them fractions. */
export const SIM_DATES_ADDRESS = 148
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
/** Places that the rows of dates lie between, `PLACES_BYTES` each. */
export const SIM_PLACES_ADDRESS = 184
export const SIM_HEADER_BYTES = 188

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
// then by its other edges, those that go through a table last, and then by the dates that such edges of others count from.
export const NODE_ROW = 0
/** Start bound. */
export const NODE_BOUND = 4
export const NODE_PLAIN_COUNT = 8
export const NODE_OTHER_COUNT = 12
export const NODE_CONVERTED_COUNT = 16
export const NODE_DATE_COUNT = 20
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

// Of an edge between calendars, or with a lag in elapsed days, the row is one of dates.
/** In place of `EDGE_LESS`: what is added and taken off once the day is an offset of the calendar of this end. */
export const EDGE_TABLE_SHIFT = 4
/** In place of `EDGE_SHIFT`: the address of how the calendar of this end is entered, moved by what the edge adds in days. */
export const EDGE_TABLE = 12
export const EDGE_BYTES = 16
/** So many days are added to offsets, so that bounds a little before the project start stay apart from those at it. */
export const TABLE_BIAS_DAYS = 2

// A date that edges through tables count from: the finish of a node, or its start.
/** Duration: taken off. */
export const DATE_LESS = 0
/** Address of how its calendar is left. */
export const DATE_LEAVE = 4
export const DATE_ROW = 8
/** 1 for a start: of a finish the day before counts. */
export const DATE_IS_START = 12
/** What all runs so far lie between, from block to block: the least and the greatest whole offset; 0 before the first block. */
export const DATE_LOW = 16
export const DATE_HIGH = 18
/** The first break between them, and how many there are. */
export const DATE_BREAK = 20
export const DATE_BREAK_COUNT = 22
export const DATE_BYTES = 24

// A row of dates: weeks of seven places, 16 bits a run; the place in the week, 8 bits, and above it the fraction of a day that the
// whole offset leaves, in units.
export const DATE_FRACTIONS = 64
export const DATE_ROW_BYTES = 128
/** Of every row the places that none of its runs so far lies before or behind, close together: shift from the position of the row. */
export const PLACES_SHIFT = 5
export const PLACES_BYTES = 4

// Calendars in lanes: weeks alike by arithmetic, and breaks: days in a row off that a week works, as for a holiday. Runs of a row lie
// close together, so that few breaks stand between the first and the last of them; where there are more, each run is looked up.

/** Breaks between the runs of a row that are taken in lanes. */
export const MOST_BREAKS = 8
/** Where a calendar is left, 16 bits each: the last offset before a break, and the days of it. */
export const BREAK_BEFORE = 0
export const BREAK_DAYS = 2
/** Where one is entered: the offset on all days of a break, and what is added to that of weeks alike behind it. */
export const BREAK_OFFSET = 0
export const BREAK_BEHIND = 2
/** What is added to weeks alike before a break. */
export const BREAK_SUM = 4
export const BREAK_BYTES = 8
/** Places or offsets of a span, as a shift. */
export const SPAN_SHIFT = 3
export const SPAN_BYTES = 4

// How a calendar is left and how one is entered.
/** Address of places by whole offset, the week times eight and the place in it, 16 bits each; of offsets by place, in units. */
export const RULE_CELLS = 0
/**
 * Address of pairs of 16 bits by span. Left: the breaks before it, and the place it begins with; entered: the breaks over before it, and
 * those begun. And of the breaks.
 */
export const RULE_SPANS = 4
export const RULE_BREAKS = 8
/** Working days of a week. */
export const RULE_WEEK = 12
/** Entered: days added, and places that edges move by. */
export const RULE_ADD = 14
export const RULE_MOVE = 16
/** Left: what is taken off before a division by the week, and its factor in 32768ths. */
export const RULE_CENTRE = 14
export const RULE_TURN = 16
/** Left: what is added before a division by the units of a day, its factor, and what is added to it. */
export const RULE_HALF = 18
export const RULE_PART = 20
export const RULE_WHOLE = 22
/** Left: the greatest whole offset there is, and one more. */
export const RULE_LAST = 24
/** Left: the place of each working day of a week; entered: working days before each place of a week from where edges move to. */
export const RULE_DAYS = 32
/** The upper half of 16 bits. */
export const RULE_MASK = 48
export const RULE_BYTES = 64

// Wide lanes: 32 bits a run, signed, for what 16 bits do not hold. The streams are the same, but a shift is one signed word,
// a node says whether it takes the least of its bounds, and a table is a description of two.

/** Bytes of a row of wide lanes. */
export const WIDE_ROW_BYTES = 128
/** What no finish reaches. */
export const WIDE_UNMARKED = -2_147_483_648
/** 1 for the start of a summary, or the bound that its leaves make: the least of what leads to it, and of `NODE_BOUND`. */
export const WIDE_IS_LEAST = 20
/**
 * Edges that hold nothing back and are only asked for their slack, behind all others: 16 bits, and above them how many of those go
 * through tables, which come last. Beside the start of a summary stand bounds of its completed leaves, which no trace follows.
 */
export const WIDE_ASKED_COUNTS = 24
export const WIDE_NODE_BYTES = 28
/** `NODE_BOUND` where there is none. */
export const WIDE_NO_BOUND = 1_073_741_824

// How an edge between calendars converts: by whole offset the place of the day, by place the offset on the other calendar.
/** Address of the places by whole offset; they are in bytes. */
export const CONVERT_PLACES = 0
/** Address of the offsets by place, in units, moved by the lag in elapsed days. */
export const CONVERT_OFFSETS = 4
/** Units added. */
export const CONVERT_ADD = 8
/** All bits set where offset 0 stays what it is: a finish before anything. */
export const CONVERT_IS_FINISH = 12
export const CONVERT_BYTES = 16

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
/** A byte a node and one more for summaries: how it is treated, as in dates; 0 where all are open. */
export const CPM_STATE_ADDRESS = 56
/** Latest starts that no link sets; 0 where there are none. */
export const CPM_LATEST_START_ADDRESS = 60
export const CPM_HEADER_BYTES = 64

// Record of a node. Late starts count from the project finish, so that it need not be known.
export const RECORD_LATE = 0
/** The latest start that moves no successor from its early start. */
export const RECORD_NEXT = 4
export const RECORD_EARLY = 8
export const RECORD_LENGTH = 12
export const RECORD_BYTES = 16

// Header of a network of working days that is edited, beside the one of its passes. Between edits its queues are empty.
/** What the project finish is as far as nodes were met, and what it was before. */
export const EDIT_FINISH = 0
export const EDIT_OLD_FINISH = 4
/** 1 where a node that ended last may end earlier. */
export const EDIT_MAY_END_EARLIER = 8
/** 1 where a late start lies before the days. */
export const EDIT_IS_BEFORE = 12
export const EDIT_TOUCHED_COUNT = 16
/** The nodes to be met ahead and back: the first and the last group that may hold one, 32 bits each. */
export const EDIT_AHEAD_ENDS = 20
export const EDIT_BACK_ENDS = 28
/** A bit a node, and a bit for every 32 of them: a group is a word of those. */
export const EDIT_AHEAD_BITS_ADDRESS = 36
export const EDIT_AHEAD_GROUPS_ADDRESS = 40
export const EDIT_BACK_BITS_ADDRESS = 44
export const EDIT_BACK_GROUPS_ADDRESS = 48
export const EDIT_GROUP_COUNT = 52
/** Edges by source: where those of each node begin, their targets, and their places by target. */
export const EDIT_OUT_OFFSET_ADDRESS = 56
export const EDIT_OUT_NODE_ADDRESS = 60
export const EDIT_OUT_EDGE_ADDRESS = 64
/** Nodes that an edit reached, and a byte a node for whether it is one. */
export const EDIT_TOUCHED_ADDRESS = 68
export const EDIT_IS_TOUCHED_ADDRESS = 72
export const EDIT_TASK_OF_NODE_ADDRESS = 76
export const EDIT_HEADER_BYTES = 80

// Header of the critical path in dates. Regions hold 32 bits a node, edge or task unless said otherwise.
export const GEN_NODE_COUNT = 0
export const GEN_TASK_COUNT = 4
/** First day of the tables, and how many days they cover. */
export const GEN_FIRST_DAY = 8
export const GEN_SPAN = 12
/** The least of all days of the last run. */
export const GEN_LEAST_DAY = 16
export const GEN_EDGE_OFFSET_ADDRESS = 20
/** Byte positions of nodes; so are `STANDS_FOR`. */
export const GEN_EDGE_SOURCE_ADDRESS = 24
/** A byte an edge: type, and whether the lag is in elapsed days. */
export const GEN_EDGE_META_ADDRESS = 28
export const GEN_EDGE_LAG_ADDRESS = 32
export const GEN_EDGE_LINK_ADDRESS = 36
/** A byte a node. */
export const GEN_STATE_ADDRESS = 40
/** Address of the calendar of a node. */
export const GEN_CALENDAR_ADDRESS = 44
export const GEN_LAYOUT_DAYS_ADDRESS = 48
export const GEN_FLOOR_ADDRESS = 52
export const GEN_PINNED_ADDRESS = 56
export const GEN_RANK_ADDRESS = 60
export const GEN_STANDS_FOR_ADDRESS = 64
export const GEN_EARLY_START_ADDRESS = 68
export const GEN_EARLY_FINISH_ADDRESS = 72
export const GEN_LATE_START_ADDRESS = 76
export const GEN_LATE_FINISH_ADDRESS = 80
export const GEN_TOTAL_ADDRESS = 84
export const GEN_FREE_ADDRESS = 88
/** -1 for summaries. */
export const GEN_NODE_OF_TASK_ADDRESS = 92
export const GEN_COLUMNS_ADDRESS = 96
export const GEN_CRITICAL_ADDRESS = 100
export const GEN_DRIVING_ADDRESS = 104
/** Of plans that hold constraints, else 0: the earliest finish, and the latest start and finish; of a held node its late dates. */
export const GEN_FINISH_FLOOR_ADDRESS = 108
export const GEN_START_CAP_ADDRESS = 112
export const GEN_FINISH_CAP_ADDRESS = 116
/** A byte a node: whether it stands as late as it can, and room for whether the start of a summary stands for it. */
export const GEN_IS_LATE_ADDRESS = 120
export const GEN_SPEAKS_ADDRESS = 124
export const GEN_HEADER_BYTES = 128

// A calendar of the tables: addresses of its ranks and of its day of rank 0, and how many days it has.
export const CALENDAR_RANKS = 0
export const CALENDAR_DAYS = 4
export const CALENDAR_COUNT = 8
export const CALENDAR_BYTES = 16

// Values of `LINK_TYPE`, `MEMBER_EDGE` and `NODE_STATE`, which a test compares.
export const LINK_FS = 0
export const LINK_SS = 1
export const LINK_FF = 2
export const LINK_SF = 3
export const MEMBER_LINK = 4
export const STATE_OPEN = 0
export const STATE_PINNED = 1
export const STATE_DONE = 2
export const STATE_SUMMARY_START = 3
/** Only the kernel's: a node that a constraint holds on a day. */
export const STATE_HELD = 4
/** Placed by hand: its early dates are known, its late ones are those of any node. */
export const STATE_PLACED = 5
export const EDGE_META_TYPE = 7
export const EDGE_META_ELAPSED = 8

// Header of the critical path of a packed network. Regions hold 32 bits a place, edge or task unless said otherwise.
export const PACK_NODE_COUNT = 0
export const PACK_TASK_COUNT = 4
export const PACK_EDGE_COUNT = 8
/** The least early start. */
export const PACK_LEAST_START = 12
/** A byte a place. */
export const PACK_IN_COUNT_ADDRESS = 16
export const PACK_OUT_COUNT_ADDRESS = 20
/** By target, and by source: the distance in the lower half, the weight in the upper one. */
export const PACK_IN_EDGES_ADDRESS = 24
export const PACK_OUT_EDGES_ADDRESS = 28
/** The link each of the edges by source decides about. */
export const PACK_OUT_LINKS_ADDRESS = 32
/** 16 bits a place; so are lengths. */
export const PACK_FLOOR_ADDRESS = 36
export const PACK_LENGTH_ADDRESS = 40
/** The byte position of the row of the task at each place. */
export const PACK_ROW_ADDRESS = 44
/** Late and early start of each place. */
export const PACK_STARTS_ADDRESS = 48
/** The day of each position. */
export const PACK_DAYS_ADDRESS = 52
/** Columns of tasks one after the other, in the order of a result; the fifth is left alone. */
export const PACK_COLUMNS_ADDRESS = 56
/** A byte a task. */
export const PACK_CRITICAL_ADDRESS = 60
/** A byte a link, and one more. */
export const PACK_DRIVING_ADDRESS = 64
export const PACK_HEADER_BYTES = 68

export const STARTS_LATE = 0
export const STARTS_EARLY = 4
export const STARTS_BYTES = 8

// Header of marked tasks that are sorted by their starts. Regions hold 32 bits a task unless said otherwise.
export const ORDER_TASK_COUNT = 0
/** Tasks in the order in which those that start together are left. */
export const ORDER_TASKS_ADDRESS = 4
/** By task: its start, and a byte for whether it is marked. */
export const ORDER_STARTS_ADDRESS = 8
export const ORDER_MARKED_ADDRESS = 12
/** Room for `ORDERED_BYTES` a task and one more, twice, and for a counter each value of a digit. */
export const ORDER_LIST_ADDRESS = 16
export const ORDER_ROOM_ADDRESS = 20
export const ORDER_COUNTS_ADDRESS = 24
/** Where the sorted tasks lie. */
export const ORDER_SORTED_ADDRESS = 28
export const ORDER_HEADER_BYTES = 32
/** Bits of the greatest digit. */
export const ORDER_DIGIT_BITS = 16
/** A task, and its start. */
export const ORDERED_START = 4
export const ORDERED_BYTES = 8

// Header of values picked out of rows of finishes: tasks together, a block of runs after the other, in there a row a task.
export const PICK_TASK_COUNT = 0
export const PICK_BLOCK_COUNT = 4
/** How many runs are less than the value that is picked. */
export const PICK_RANK = 8
export const PICK_ROWS_ADDRESS = 12
/** A row with all bits set where the last block has no run. */
export const PICK_PADDING_ADDRESS = 16
/** Room for the runs of one task. */
export const PICK_RUNS_ADDRESS = 20
/** The value of the rank and the one after it of each task, 32 bits each. */
export const PICK_VALUES_ADDRESS = 24
export const PICK_RUN_COUNT = 28
/** Where in the range of its values a task probably has that of the rank, and how much of the range a run there is; 64 bits each. */
export const PICK_PLACE = 32
export const PICK_WIDTH = 40
export const PICK_HEADER_BYTES = 48

// Header of a network that is laid out. A raw node is a task, or task count and a task for the start of a summary. Regions hold 32
// bits a task, raw node, node or edge unless said otherwise.
export const NET_TASK_COUNT = 0
export const NET_RAW_COUNT = 4
export const NET_EDGE_COUNT = 8
/** The greatest type of an edge that may be there. */
export const NET_MOST_TYPE = 12
/** What was made: how many nodes there are, and the longest path. */
export const NET_NODE_COUNT = 16
export const NET_LONGEST_DAYS = 20
/** Edges as they were given, between raw nodes; types and units a byte each. */
export const NET_FROM_ADDRESS = 24
export const NET_TO_ADDRESS = 28
export const NET_LAG_ADDRESS = 32
export const NET_TYPE_ADDRESS = 36
export const NET_UNIT_ADDRESS = 40
/** The rank of each task among all ids, and a byte for what it is. */
export const NET_RANK_ADDRESS = 44
export const NET_KIND_ADDRESS = 48
/** Duration and three estimates of each task. */
export const NET_DURATION_ADDRESS = 52
export const NET_OPTIMISTIC_ADDRESS = 56
export const NET_LIKELY_ADDRESS = 60
export const NET_PESSIMISTIC_ADDRESS = 64
/** Room for the order: `NET_WAITING_BYTES` a raw node and one more; the rest a word a raw node, or an edge, and one more. */
export const NET_WAITING_ADDRESS = 68
export const NET_OUT_COUNT_ADDRESS = 72
export const NET_FIRST_MORE_ADDRESS = 76
export const NET_NEXT_MORE_ADDRESS = 80
export const NET_QUEUE_ADDRESS = 84
export const NET_LEVEL_ADDRESS = 88
export const NET_LEVEL_START_ADDRESS = 92
export const NET_IN_COUNT_ADDRESS = 96
export const NET_TASK_OF_RANK_ADDRESS = 100
export const NET_CURSOR_ADDRESS = 104
export const NET_REACH_ADDRESS = 108
/** Nodes in their order, and edges by target. These regions lie together, in this order. */
export const NET_TASK_OF_NODE_ADDRESS = 112
export const NET_NODE_OF_RAW_ADDRESS = 116
export const NET_EDGE_OFFSET_ADDRESS = 120
export const NET_EDGE_SOURCE_ADDRESS = 124
export const NET_EDGE_LAG_ADDRESS = 128
export const NET_EDGE_ORIGIN_ADDRESS = 132
export const NET_IS_SUMMARY_START_ADDRESS = 136
export const NET_EDGE_TYPE_ADDRESS = 140
export const NET_EDGE_UNIT_ADDRESS = 144
export const NET_HEADER_BYTES = 148
/** A raw node waits for so many, and up to three wait for it. */
export const NET_WAITING_BYTES = 16

/** What a task is: 0 for a leaf, 1 for a summary, and this for one that some edge leaves the start of. */
export const KIND_STARTED_SUMMARY = 2
/** What laying out answers. */
export const NET_IS_LAID_OUT = 0
export const NET_HAS_CYCLE = 1
export const NET_HAS_BAD_EDGE = 2
/** A path of so many days is not measured any further. */
export const NET_MOST_DAYS = 1_073_741_824

// Header of nodes and edges in positions of working days. Regions hold 32 bits a task, node or edge unless said otherwise.
export const PLACE_NODE_COUNT = 0
/** The position of the first day that is open to all, and the first day of the table. */
export const PLACE_OPEN_POSITION = 4
export const PLACE_FIRST_DAY = 8
/** How many days the table has. */
export const PLACE_DAY_COUNT = 12
/** The position of each day of the table, and one more; the day of each position, and one more. */
export const PLACE_RANKS_ADDRESS = 16
export const PLACE_DAYS_ADDRESS = 20
export const PLACE_TASK_OF_NODE_ADDRESS = 24
export const PLACE_DURATION_ADDRESS = 28
/** 64 bits a task. */
export const PLACE_PERCENT_ADDRESS = 32
export const PLACE_PLANNED_ADDRESS = 36
export const PLACE_STARTED_ADDRESS = 40
export const PLACE_FINISHED_ADDRESS = 44
/** What was made of the nodes, one after the other. */
export const PLACE_FLOOR_ADDRESS = 48
export const PLACE_LENGTH_ADDRESS = 52
export const PLACE_HEADER_BYTES = 56
/** What is said of all nodes, bits of the answer: one began on a day off, one is complete, one is under way. */
export const PLACE_BEGAN_OFF = 1
export const PLACE_IS_DONE = 2
export const PLACE_IS_BEGUN = 4

// Header of what edges add to a start, and of suspects among them. Regions as above.
export const WEIGH_NODE_COUNT = 0
export const WEIGH_OFFSET_ADDRESS = 4
export const WEIGH_SOURCE_ADDRESS = 8
/** A byte an edge. */
export const WEIGH_TYPE_ADDRESS = 12
export const WEIGH_LAG_ADDRESS = 16
export const WEIGH_LENGTH_ADDRESS = 20
export const WEIGH_TASK_OF_NODE_ADDRESS = 24
export const WEIGH_RANK_ADDRESS = 28
/** A byte a node: how it is treated; 0 where all are open. */
export const WEIGH_STATE_ADDRESS = 32
/** What was made: a number an edge, and two nodes a suspect. */
export const WEIGH_WEIGHT_ADDRESS = 36
export const WEIGH_SUSPECTS_ADDRESS = 40
export const WEIGH_HEADER_BYTES = 44

// Header of a survey of columns. Regions hold 32 bits a task or link unless said otherwise.
export const SURVEY_TASK_COUNT = 0
export const SURVEY_LINK_COUNT = 4
export const SURVEY_PARENT_ADDRESS = 8
export const SURVEY_CALENDAR_ADDRESS = 12
export const SURVEY_DURATION_ADDRESS = 16
export const SURVEY_OPTIMISTIC_ADDRESS = 20
export const SURVEY_LIKELY_ADDRESS = 24
export const SURVEY_PESSIMISTIC_ADDRESS = 28
export const SURVEY_PLANNED_ADDRESS = 32
export const SURVEY_STARTED_ADDRESS = 36
export const SURVEY_FINISHED_ADDRESS = 40
/** 64 bits a task. */
export const SURVEY_PERCENT_ADDRESS = 44
export const SURVEY_POINTS_ADDRESS = 48
export const SURVEY_LAG_ADDRESS = 52
/** A byte a link. */
export const SURVEY_UNIT_ADDRESS = 56
/** What was found. */
export const SURVEY_LEAST_PARENT = 60
export const SURVEY_GREATEST_PARENT = 64
export const SURVEY_LEAST_CALENDAR = 68
export const SURVEY_GREATEST_CALENDAR = 72
export const SURVEY_LEAST_DURATION = 76
export const SURVEY_LONGEST_DAYS = 80
export const SURVEY_GREATEST_PLANNED = 84
export const SURVEY_LEAST_RECORDED = 88
export const SURVEY_GREATEST_RECORDED = 92
export const SURVEY_LEAST_LAG = 96
export const SURVEY_GREATEST_LAG = 100
export const SURVEY_HEADER_BYTES = 104
/** Bits of the answer. */
export const SURVEY_HAS_DISORDER = 1
export const SURVEY_HAS_ODD_NUMBER = 2
export const SURVEY_HAS_PROGRESS = 4
export const SURVEY_HAS_ELAPSED_LAG = 8
export const SURVEY_HAS_REVERSAL = 16
