/** More than one blank in a row, or one that is no space; hardly a text has any. */
const UNUSUAL_BLANKS = /\s\s|[^\S ]/
/** A dot parts names of signs, and stands inside of those that are spelled: `山田・高橋`, `ジョン・スミス`. */
const SEPARATORS = /[,;/|\n，；、،؛]|&&|(?<=\p{Script=Han})・(?=\p{Script=Han})/u
/** `[Ana, Ben]` or `['Ana', 'Ben']`, as exports of programs write lists. */
const BRACKETED = /^\[([^[\]]*)\]\s*$/

/** The distinct entries of a list cell, split at commas, semicolons, slashes, bars, `&&` and line breaks; blanks are none. */
export function splitList(written: string): string[] {
  const cell = bareList(written)
  if (cell === '') return []
  if (!SEPARATORS.test(cell)) return cell.trim() === '' ? [] : [oneLine(cell)]
  const seen = new Set<string>()
  const entries: string[] = []
  for (const part of cell.split(SEPARATORS)) {
    const entry = oneLine(part)
    const key = entry.toLowerCase()
    if (entry === '' || seen.has(key)) continue
    seen.add(key)
    entries.push(entry)
  }
  return entries
}

function bareList(cell: string): string {
  const inner = cell.startsWith('[') ? BRACKETED.exec(cell)?.[1] : undefined
  return inner === undefined ? cell : inner.replace(/(^|,)\s*(["'])([^,]*)\2\s*(?=,|$)/g, '$1$3')
}

function oneLine(text: string): string {
  const trimmed = text.trim()
  return UNUSUAL_BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
}
