const TRUE_WORDS = new Set(['y', 'yes', 'true', 't', '1', 'x', 'on'])

/** Whether a cell says yes. */
export function parseFlag(text: string): boolean {
  return text !== '' && TRUE_WORDS.has(text.trim().toLowerCase())
}
