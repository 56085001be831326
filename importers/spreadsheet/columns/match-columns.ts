import { exactField, fieldNamed, partialFields, REPEATABLE_FIELDS, type SheetField } from './header-fields.ts'

export type Confidence = 'exact' | 'fuzzy' | 'override' | 'duplicate' | 'none'

export type ColumnMatch = { index: number; header: string; field: SheetField | null; confidence: Confidence }

/**
 * Decides which column holds what. The caller's own map comes first, then exact spellings from left to right, then
 * headers that contain a spelling, for fields still without a column. A second column of a field that takes one only is
 * reported as a duplicate and dropped.
 */
export function matchColumns(
  headers: readonly string[],
  columnMap: Readonly<Record<string, string>> = {},
): ColumnMatch[] {
  const overrides = readOverrides(columnMap)
  const matches: ColumnMatch[] = headers.map((header, index) => ({
    index,
    header: header.trim(),
    field: null,
    confidence: 'none',
  }))
  const taken = new Set<SheetField>()
  const ignored = new Set<ColumnMatch>()
  const claim = (match: ColumnMatch, field: SheetField, confidence: Confidence) => {
    const isFree = !taken.has(field) || REPEATABLE_FIELDS.has(field)
    match.field = isFree ? field : null
    match.confidence = isFree ? confidence : 'duplicate'
    taken.add(field)
  }
  for (const match of matches) {
    const wanted = overrides.get(match.header.toLowerCase())
    if (wanted === undefined) continue
    if (wanted === null) ignored.add(match)
    else claim(match, wanted, 'override')
  }
  for (const match of matches) {
    if (match.confidence !== 'none' || ignored.has(match)) continue
    const field = exactField(match.header)
    if (field !== null) claim(match, field, 'exact')
  }
  for (const match of matches) {
    if (match.confidence !== 'none' || ignored.has(match)) continue
    // A partial match never competes with a column that is certain.
    const field = partialFields(match.header).find((candidate) => !taken.has(candidate))
    if (field !== undefined) claim(match, field, 'fuzzy')
  }
  return matches
}

/** Header -> field, null to leave the column out. An entry that names no field we know is as if it were not there. */
function readOverrides(columnMap: Readonly<Record<string, string>>): Map<string, SheetField | null> {
  const overrides = new Map<string, SheetField | null>()
  for (const [header, name] of Object.entries(columnMap)) {
    const field = typeof name === 'string' && name.trim() !== '' ? fieldNamed(name) : null
    const isIgnore = typeof name === 'string' && name.trim() === ''
    if (field !== null || isIgnore) overrides.set(header.trim().toLowerCase(), field)
  }
  return overrides
}
