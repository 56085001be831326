// Dates between calendars in lanes, as weeks alike and breaks in them.

// A date that edges between calendars count from: the finish of a node, or its start. Behind it stand the bounds that it sets, one for all
// edges that enter the same calendar alike.
/** Duration: taken off. */
export const DATE_LESS = 0
/** Address of how its calendar is left. */
export const DATE_LEAVE = 4
/** 1 for a start: of a finish the day before counts. */
export const DATE_IS_START = 8
export const DATE_BOUND_COUNT = 10
/** What all runs so far lie between, from block to block: the least and the greatest whole offset; 0 and -1 before the first block. */
export const DATE_LOW = 12
export const DATE_HIGH = 14
/** How many breaks are between them, what is added to weeks alike before the first, and to a start; and where they are. */
export const DATE_BREAK_COUNT = 16
export const DATE_SUM = 18
export const DATE_BREAKS = 20
/** The places that none of all runs so far lies before or behind, 16 bits each. */
export const DATE_PLACES = 24
export const DATE_BYTES = 28

// A bound that a date sets on a calendar.
/** Byte position among the rows of bounds. */
export const BOUND_ROW = 0
/** Units added once the day is an offset of that calendar, and above them units then taken off, never below 0; 16 bits each. */
export const BOUND_SHIFT = 4
/** Address of how the calendar is entered, moved by what is added in days. */
export const BOUND_RULE = 8
/** What follows holds for runs that lie between these places; all bits set before the first block. */
export const BOUND_SEEN = 12
/** Address of the first break between them, and how many there are: 16 bits, below 0 where each run is looked at. */
export const BOUND_BREAKS = 16
export const BOUND_BREAK_COUNT = 20
/** Units added, 16 bits; without a break, the days of weeks alike too. */
export const BOUND_UNITS = 22
export const BOUND_BYTES = 24

// A row of dates where runs are looked up one by one, 16 bits a run: weeks of seven places; the place in the week, with all upper bits set
// so that bytes are looked up by it; the fraction of a day that the whole offset leaves, in units.
export const DATE_DAYS = 64
export const DATE_FRACTIONS = 128
export const DATE_ROW_BYTES = 192

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
/** Upper halves of 16 bits: left, what makes a look-up set them; entered, all bits of them. */
export const RULE_MASK = 48
export const RULE_BYTES = 64
