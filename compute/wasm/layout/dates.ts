// The critical path in dates.

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
