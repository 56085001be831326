/** What tells which rows of a sheet head others, where a person knows better than what was found: nothing does, or one of these alone. */
export const OUTLINES = ['auto', 'none', 'indent', 'codes', 'bold', 'background'] as const
export type OutlineWish = (typeof OUTLINES)[number]
