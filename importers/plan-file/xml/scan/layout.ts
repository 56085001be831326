// The one memory map of the tag scanner, imported by TypeScript and by AssemblyScript. Nothing but whole-number
// constants may stand here; names that end in ADDRESS are places in the scanner's memory.

/** What one call tells the other side, 32 bits each. */
export const STATUS_ADDRESS = 64
/** End of the finished records of the root's children. */
export const STATUS_RECORDS_END = 0
export const STATUS_IS_FINISHED = 4
/** Whether any byte so far was none of ASCII. */
export const STATUS_HAS_HIGH_BYTES = 8
/** Begin of the first record after that of the root. */
export const STATUS_RECORDS_BEGIN = 12

/** A slot that no name matches: it comes before the first name, and after one that nothing has followed yet. */
export const NO_NAME_ADDRESS = 128

/** Four vectors that the search for tags compares with. */
export const CONSTANTS_ADDRESS = 320

/** Starts and lengths of the attribute names of one tag. */
export const ATTRIBUTES_ADDRESS = 512
export const MOST_ATTRIBUTES = 16

// Names met so far, by hash. A name is told by its first and last eight bytes; of one shorter than that, by the bytes that
// the mask lets through. The bytes between them settle it where there are any.
export const NAMES_ADDRESS = 1024
export const NAME_FIRST = 0
export const NAME_LAST = 8
export const NAME_MASK = 16
/** 0 in a free slot. */
export const NAME_LENGTH = 24
/** Where the last eight bytes begin. */
export const NAME_LAST_AT = 28
/** Number among the wanted names, 0 = none. */
export const NAME_WANTED = 32
/** Where the whole name is kept. */
export const NAME_BYTES = 36
/** The slot of the name that came after this one the last time. */
export const NAME_NEXT = 40
export const NAME_SLOT_BYTES = 64
export const NAME_SLOTS = 1024
export const NAME_TEXTS_ADDRESS = 66560
export const MOST_NAMES = 512
export const MOST_NAME_LENGTH = 64

/** What an element of a wanted name means, by the number of the element around it; 32 bits each. */
export const ACTIONS_ADDRESS = 99328
export const MOST_WANTED = 128
export const MOST_STATES = 32
export const ACTION_SKIP = 0
export const ACTION_LEAF = 1
export const ACTION_CONTAINER = 2
export const ACTION_RECORD = 3
export const ACTION_KIND = 3
/** Number of the leaf or the state stands above the kind. */
export const ACTION_SHIFT = 2
/** How many leaves the record of each state has, 32 bits each. */
export const LEAF_COUNTS_ADDRESS = 115712

/** Takes the places of skipped leaves. */
export const NO_LEAVES_ADDRESS = 256

export const STATE_SKIPPED = 0
export const STATE_DOCUMENT = 1

// Open elements: slot of the name, state, address of the record that takes the leaves.
export const STACK_ADDRESS = 115840
export const OPEN_NAME = 0
export const OPEN_STATE = 4
export const OPEN_RECORD = 8
export const OPEN_BYTES = 16
export const MOST_DEPTH = 200
export const MOST_ELEMENTS = 5_000_000

/** Bytes looked at in one go; they and their marks stay in the cache of a core. */
export const WINDOW_ADDRESS = 122880
export const WINDOW_BYTES = 131_072
/** Readable bytes after the window. */
export const WINDOW_PADDING = 128
/** Places of `<` in the window, 32 bits each, two more that stand for its end, and some that are written and not meant. */
export const MARKS_ADDRESS = 254_080

/** Places that only a comment or literal text may hold, 32 bits each: no entity though it looks like one, and `]]`. */
export const SUSPICIONS_ADDRESS = 780_000
export const MOST_SUSPICIONS = 1_024

// Records, each followed by the records inside it: state, bytes with all inside, then first byte and end of each leaf as
// places in the file; 0 where there is none.
export const RECORDS_ADDRESS = 786_432
export const RECORD_STATE = 0
export const RECORD_SIZE = 4
export const RECORD_LEAVES = 8
export const LEAF_BYTES = 8
export const MEMORY_PAGES = 80
export const MEMORY_BYTES = 5_242_880

/** The answer where the file is not plainly well-formed: the careful reader has to judge it. */
export const DOUBT = -1
