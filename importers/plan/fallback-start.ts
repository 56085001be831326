/**
 * The start of a plan whose file holds no date and whose caller names none either. A fixed Monday, because importers
 * read no clock: the same file gives the same plan on every day.
 */
export const FALLBACK_START_DATE = '2000-01-03'
