/** What a word of a header says of its column. */
export const ROLES = [
  ...([
    'task',
    'name',
    'text',
    'start',
    'finish',
    'delivery',
    'date',
    'length',
    'plan',
    'actual',
    'who',
    'before',
    'after',
  ] as const),
  ...(['percent', 'done', 'state', 'number', 'note', 'milestone', 'phase', 'label', 'effort', 'amount'] as const),
  /** Small words that say nothing of their own. */
  'joint',
] as const

export type Role = (typeof ROLES)[number]
/** The words of a language for each role, between commas. Endings of up to three letters are understood. */
export type WordsOfLanguage = Readonly<Record<Role, string>>
