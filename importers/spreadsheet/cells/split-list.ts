/** The distinct entries of a list cell, split at commas, semicolons, slashes and line breaks; blanks are none. */
export function splitList(cell: string): string[] {
  if (cell === '') return []
  const seen = new Set<string>()
  const entries: string[] = []
  for (const part of cell.split(/[,;/\n]/)) {
    const entry = part.trim().replace(/\s+/g, ' ')
    const key = entry.toLowerCase()
    if (entry === '' || seen.has(key)) continue
    seen.add(key)
    entries.push(entry)
  }
  return entries
}
