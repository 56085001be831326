const MAX_TEXT = 1_000

/** The text of a statement without the values that may be written into it; parameters stand as `$1` anyway. */
export function statementWithoutValues(text: string): string {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replace(/\bE'(?:[^'\\]|''|\\[\s\S])*'/gi, '?')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
}
