// Risks of a simulation: what a block draws for them.

// What scrambles 32 bits, and what seeds of words that follow each other lie apart.
export const MIX_FIRST = 0x85eb_ca6b
export const MIX_SECOND = 0xc2b2_ae35
export const SEED_STEP = 0x9e37_79b9

// Header of draws.
export const DRAW_RISK_COUNT = 0
/** `DRAW_GROUP_BYTES` for every four risks. */
export const DRAW_GROUPS_ADDRESS = 4
/** `SPREAD_BYTES` a risk. */
export const DRAW_SPREADS_ADDRESS = 8
/** A row of delays a risk, in units, as wide as rows of durations. */
export const DRAW_ROWS_ADDRESS = 12
/** Per risk: the runs in which it happens, a bit each. */
export const DRAW_HAPPENS_ADDRESS = 16
/** Room for a word of each of four risks in every run. */
export const DRAW_WORDS_ADDRESS = 20
/** What the seed and the block make of both words of a stream. */
export const DRAW_FIRST_HASH = 24
export const DRAW_SECOND_HASH = 28
export const DRAW_IS_WIDE = 32
/** 64 bits. */
export const DRAW_UNITS_PER_DAY = 40
export const DRAW_HEADER_BYTES = 48

// Four risks, 32 bits each: hashes of both words of their streams, the greatest word with which one happens, and all bits where it can.
export const GROUP_FIRST = 0
export const GROUP_SECOND = 16
export const GROUP_MOST = 32
export const GROUP_CAN = 48
export const DRAW_GROUP_BYTES = 64

// How long a delay is: 64 bits each but for the kind and the address of the knots, of which there is one more than segments.
export const SPREAD_KIND = 0
export const SPREAD_KNOTS_ADDRESS = 4
export const SPREAD_LOW = 8
export const SPREAD_RANGE = 16
/** How far from low to high the likely value lies, and what is left. */
export const SPREAD_MODE = 24
export const SPREAD_REST = 32
export const SPREAD_HIGH = 40
export const SPREAD_BYTES = 48
export const SPREAD_FIXED = 0
export const SPREAD_UNIFORM = 1
export const SPREAD_TRIANGULAR = 2
export const SPREAD_PERT = 3
export const SPREAD_SEGMENTS = 16

// Lanes that take other runs: which run each takes, 32 bits each, and room for a row of 32 bits or for shuffles of vectors.
export const REGROUP_ROOM = 128
export const REGROUP_BYTES = 384

// Header of costs.
/** Rows of 16 bits a node: the longest way from its start to an end. */
export const COST_TAILS_ADDRESS = 0
/** The nodes from the last to the first, with the edges that leave them. */
export const COST_STREAM_ADDRESS = 4
export const COST_NODE_COUNT = 8
/** Byte positions of the rows that can hold the completion, in order. */
export const COST_ENDS_ADDRESS = 12
export const COST_END_COUNT = 16
/** A byte a node, 1 for those whose delays are looked at; all 0 between two blocks. */
export const COST_LOOKED_ADDRESS = 20
/** Per node that is ever looked at the address of `PAST_BYTES`. */
export const COST_PASTS_ADDRESS = 24
/** Room for the addresses of those that are looked at in a block. */
export const COST_LIST_ADDRESS = 28
export const COST_RISK_COUNT = 32
/** `STRUCK_BYTES` a risk. */
export const COST_STRUCK_ADDRESS = 36
/** Per risk: the runs in which it happens, as it was drawn, and the row of its delays. */
export const COST_HAPPENS_ADDRESS = 40
export const COST_DELAYS_ADDRESS = 44
/** Per risk, a bit a run: where its cost is known, and where a pass has to tell. */
export const COST_KNOWN_ADDRESS = 48
export const COST_LEFT_ADDRESS = 52
/** A row of 16 bits a risk: its costs in units, where they are known. */
export const COST_ROWS_ADDRESS = 56
/** Units that no run ends before. */
export const COST_LEAST = 60
export const COST_HEADER_BYTES = 64

// What a risk strikes: which runs have to be told by a pass, how many nodes, and where the byte positions of their rows stand.
export const STRUCK_WAY = 0
export const STRUCK_COUNT = 4
export const STRUCK_NODES_ADDRESS = 8
export const STRUCK_BYTES = 12
/** All in which it happens; those of them in which a node of it is critical; or those whose cost is not known. */
export const STRUCK_ALWAYS = 0
export const STRUCK_CRITICAL = 1
export const STRUCK_KNOWN = 2

// A node that is looked at: the byte position of its row, its row of longest ways past it, and what leads past it: pairs of byte
// positions of rows for plain edges, and behind those the addresses of other edges in the stream.
export const PAST_ROW = 0
export const PAST_WAYS_ADDRESS = 4
export const PAST_EDGES_ADDRESS = 8
export const PAST_PLAIN_COUNT = 12
export const PAST_OTHER_COUNT = 16
export const PAST_BYTES = 20

// Node of the stream of tails, followed by the byte positions of the rows that plain edges lead to, and then by its other edges.
export const TAIL_ROW = 0
/** Units before which it cannot start, and before which it cannot end; -1 for none. */
export const TAIL_BOUND = 4
export const TAIL_FINISH_BOUND = 8
export const TAIL_PLAIN_COUNT = 12
export const TAIL_OTHER_COUNT = 16
export const TAIL_BYTES = 20

// Other edge of the stream of tails: the rows of both ends, what is taken off at either, durations or zeros, and its shift as in
// `EDGE_SHIFT`; 1 where it leaves from the start.
export const OUT_SOURCE = 0
export const OUT_ROW = 4
export const OUT_LESS = 8
export const OUT_OWN = 12
export const OUT_SHIFT = 16
export const OUT_FROM_START = 20
export const OUT_BYTES = 24
