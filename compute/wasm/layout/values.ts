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
