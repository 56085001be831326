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
