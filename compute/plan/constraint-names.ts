/** The kinds of constraints of desktop planners, and their tasks placed by hand; the place of a name is its code in columns. */
export const CONSTRAINT_NAMES = ['ASAP', 'ALAP', 'SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO', 'MANUAL'] as const
export type ConstraintTypeName = (typeof CONSTRAINT_NAMES)[number]

/** The types of links, in the order of their codes. */
export const LINK_TYPE_NAMES = ['FS', 'SS', 'FF', 'SF'] as const
export type LinkTypeName = (typeof LINK_TYPE_NAMES)[number]
