/** Blocks and spans of code: what stands in them names nobody. An unclosed block runs to the end. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
/** A name behind an @ that neither a word nor a backslash stands before. */
const MENTION = /(?<![\w\\])@([A-Za-z0-9_.-]+)/g

/** The names that a text mentions, each once, in their order. A full stop behind a name ends the sentence. */
export function parseMentions(text: string): string[] {
  const names = [...text.replace(CODE, ' ').matchAll(MENTION)].map((match) => (match[1] as string).replace(/\.+$/, ''))
  return [...new Set(names)].filter((name) => name !== '')
}
