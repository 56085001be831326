const SEPARATORS = /[,;/\n]/

/** The distinct entries of a list cell, split at commas, semicolons, slashes and line breaks; blanks are none. */
export function splitList(cell: string): string[] {
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

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
