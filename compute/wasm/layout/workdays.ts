// The critical path in working-day positions: its passes, edits, packed networks and the order of the path.

// Header of the critical path in working-day positions. Regions hold 32 bits a node, edge or task unless said otherwise.
export const CPM_NODE_COUNT = 0
export const CPM_TASK_COUNT = 4
export const CPM_EDGE_OFFSET_ADDRESS = 8
export const CPM_EDGE_SOURCE_ADDRESS = 12
export const CPM_EDGE_WEIGHT_ADDRESS = 16
/** The link an edge decides about. */
export const CPM_EDGE_LINK_ADDRESS = 20
export const CPM_FLOOR_ADDRESS = 24
/** One more, which binds nothing. */
export const CPM_EARLY_ADDRESS = 28
/** 16 bytes a node, one more for summaries and one that binds nothing: what both passes know of it. */
export const CPM_RECORDS_ADDRESS = 32
export const CPM_NODE_OF_TASK_ADDRESS = 36
/** The day of each position, of calendar after calendar where there are several. */
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
/** A byte a node: whether edges that cross over between calendars lead to it or leave it; 0 where none do, and the rest then too. */
export const CPM_KINDS_ADDRESS = 64
/** Of each node: the address of its row of a calendar. */
export const CPM_ROWS_ADDRESS = 68
/** A byte an edge: type, whether the lag is in elapsed days, and whether it crosses over. */
export const CPM_EDGE_META_ADDRESS = 72
export const CPM_EDGE_LAG_ADDRESS = 76
/** First day of the tables, and how many days they cover. */
export const CPM_FIRST_DAY = 80
export const CPM_SPAN = 84
/** The last day of what has another calendar than the main one, as far as nodes were met. */
export const CPM_OTHER_DAY = 88
/** Of each node: the address of the row of the calendar that links out of it count on, another one for what is recorded on a day off. */
export const CPM_OWN_ROWS_ADDRESS = 92
export const CPM_HEADER_BYTES = 96

// What edges do that cross over.
export const CROSS_IN = 1
export const CROSS_OUT = 2
/** The node has another calendar than the main one. */
export const CROSS_OTHER = 4
/** Beside type and unit of an edge. */
export const EDGE_META_CROSSING = 16

// A calendar that edges cross over to: the address of its ranks, the position of its first day, how many days it has, and the first
// position after the project finish, less that on the main calendar.
export const CROSS_RANKS = 0
export const CROSS_FIRST = 4
export const CROSS_COUNT = 8
export const CROSS_END = 12
export const CROSS_BYTES = 16

// Record of a node. Late starts count from the project finish, so that it need not be known; what is complete has none.
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
/** `PAIR_BYTES` a node: the first two edges into it, and the first two out of it. */
export const EDIT_IN_PAIRS_ADDRESS = 80
export const EDIT_OUT_PAIRS_ADDRESS = 84
/** The last day of the project before. */
export const EDIT_FINISH_DAY = 88
export const EDIT_HEADER_BYTES = 92

// Two edges of a node, each its other end and its weight. An only one stands there twice, and where there is none `NO_SOURCE` or
// `NO_TARGET` nodes past the last one.
export const PAIR_FIRST_NODE = 0
export const PAIR_FIRST_WEIGHT = 4
export const PAIR_SECOND_NODE = 8
export const PAIR_SECOND_WEIGHT = 12
export const PAIR_BYTES = 16
/** Past the last node: what binds no start. */
export const NO_SOURCE = 0
/** Past the last node: the record of summaries comes first. */
export const NO_TARGET = 1

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
export const PACK_FETCHED = 68
export const PACK_HEADER_BYTES = 72

export const STARTS_LATE = 0
export const STARTS_EARLY = 4
export const STARTS_BYTES = 8

// Header of the order of the critical path. Regions hold 32 bits a task or node unless said otherwise.
export const ORDER_TASK_COUNT = 0
export const ORDER_NODE_COUNT = 4
/** The place of each task by id, and the tasks in that order. */
export const ORDER_RANK_ADDRESS = 8
export const ORDER_TASKS_ADDRESS = 12
export const ORDER_STARTS_ADDRESS = 16
/** A byte a task: 1 where it is critical. The order takes it for notes. */
export const ORDER_MARKED_ADDRESS = 20
export const ORDER_SUMMARY_COUNT = 24
export const ORDER_SUMMARIES_ADDRESS = 28
/** Room for what is sorted, twice, a task and one more or `KEYED_BYTES` for a few, and for a counter each value of a digit. */
export const ORDER_LIST_ADDRESS = 32
export const ORDER_ROOM_ADDRESS = 36
export const ORDER_COUNTS_ADDRESS = 40
/** Where the order lies. */
export const ORDER_LISTED_ADDRESS = 44
export const ORDER_MERGED_ADDRESS = 48
/** Edges that may lead to a lesser key: pairs of source and target. */
export const ORDER_SUSPECT_COUNT = 52
export const ORDER_SUSPECTS_ADDRESS = 56
export const ORDER_TASK_OF_NODE_ADDRESS = 60
/** A byte a node. */
export const ORDER_IS_START_ADDRESS = 64
/** Edges by target, and made of those the targets by source. */
export const ORDER_EDGE_OFFSET_ADDRESS = 68
export const ORDER_EDGE_SOURCE_ADDRESS = 72
export const ORDER_OUT_OFFSET_ADDRESS = 76
export const ORDER_OUT_NODE_ADDRESS = 80
/** 1 when edges by source were made. */
export const ORDER_HAS_EDGES = 84
/** The node of the greatest key that each waits for, `WAITS_FOR_NONE` between orders. */
export const ORDER_AWAITED_ADDRESS = 88
export const ORDER_DELAYED_ADDRESS = 92
export const ORDER_SLOTS_ADDRESS = 96
export const ORDER_SLOT_OF_ADDRESS = 100
export const ORDER_OPEN_EDGES_ADDRESS = 104
/** A queue of nodes, empty between orders. */
export const ORDER_QUEUE_ENDS = 108
export const ORDER_QUEUE_BITS_ADDRESS = 116
export const ORDER_QUEUE_GROUPS_ADDRESS = 120
export const ORDER_GROUP_COUNT = 124
/** A byte a task, and a number a task: 0 between orders. */
export const ORDER_FLAGS_ADDRESS = 128
export const ORDER_CURSOR_ADDRESS = 132
/** `SUSPECT_BYTES` a suspect, which lie one after the other as the nodes do not. */
export const ORDER_TOLD_ADDRESS = 136
export const ORDER_HEADER_BYTES = 140
/** The tasks of source and target, and what the source counts as starting later than it does. */
export const SUSPECT_SOURCE = 0
export const SUSPECT_TARGET = 4
export const SUSPECT_LATER = 8
export const SUSPECT_BYTES = 12
/** What `orderPath` says when it has to know the edges. */
export const ORDER_ASKS_EDGES = -1
export const WAITS_FOR_NONE = -1
/** Bits of the greatest digit. */
export const ORDER_DIGIT_BITS = 16
/** So many are sorted by comparing: a key of 64 bits, and what has it. */
export const ORDER_FEW = 1024
export const KEYED_VALUE = 8
export const KEYED_BYTES = 16
