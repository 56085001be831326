// Columns on their way to a network: their survey, how it is laid out, and its nodes and edges in positions.

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
