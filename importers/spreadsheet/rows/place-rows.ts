import { type Diagnostics, quoted } from '../../plan/diagnostics.ts'
import { placeOutline } from '../../plan/place-outline.ts'
import { comparable, numbersProject } from '../cells/comparable-id.ts'
import { numberOfOwnPackage, packageNumber } from '../cells/package-codes.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import { normaliseHeader } from '../columns/header-fields.ts'
import type { OutlineWish } from '../outlines.ts'
import { withLostZeros } from './lost-zeros.ts'
import type { ParsedRow } from './read-row.ts'
import type { Resolver } from './row-references.ts'
import { headsByNumber, placeUncoded } from './uncoded-rows.ts'

const MAX_DEPTH = 100
const DEPTH_HEADERS = new Set(
  'level outline outlinelevel indent indentlevel indentation depth hierarchylevel tasklevel wbslevel itemlevel ancestor'.split(
    ' ',
  ),
)
const DEPTH = /^\d{1,4}$/
const CODE = /^[\p{L}\p{N}_-]{1,50}(\.[\p{L}\p{N}_-]{1,50})*\.?$/u

const PHASES =
  /^(?:stages?|phases?|phasen|fase|fases|fasi|faza|fáze|faas|fas|fasė|fāze|etap|etapa|étape|skede|vaihe|aşama|szakasz|этап|фаза|етап|フェーズ|阶段|階段|단계|giai đoạn|tahap|posms)(?:\s?(?:nr\.?|no\.?|#|n°|nº))?$/iu

export type Outline = { parents: Int32Array; warning: string | null }

/**
 * The tree of the rows: from dotted codes if any row has one, else from a column of depths, else from the indentation of
 * the names. Parents are indexes into the rows, -1 for none.
 */
export function placeRows(rows: readonly ParsedRow[], resolve: Resolver, context: PlaceContext): Outline {
  if (context.outline === 'none') return { parents: new Int32Array(rows.length).fill(-1), warning: null }
  const outline = placeByColumns(rows, resolve, context)
  const parts = rows.some(({ partOf }) => partOf !== undefined)
  return parts ? { ...outline, parents: placeParts(rows, outline.parents) } : outline
}

type PlaceContext = { columns: ColumnSet; diagnostics: Diagnostics; outline: OutlineWish }

/** Parts of an item are its children, and what their own cells say of an outline is not asked. */
function placeParts(rows: readonly ParsedRow[], parents: Int32Array): Int32Array {
  // Steps that stand beside their item are of the same line.
  const items = new Map(rows.flatMap(({ line, partOf }, index) => (partOf === line ? [] : [[line, index]])))
  for (const [index, { partOf }] of rows.entries()) {
    const item = partOf === undefined ? undefined : items.get(partOf)
    if (item !== undefined && !leadsTo(parents, item, index)) parents[index] = item
  }
  return parents
}

function placeByColumns(
  rows: readonly ParsedRow[],
  resolve: Resolver,
  { columns, diagnostics, outline }: PlaceContext,
): Outline {
  if (outline === 'codes') return placeByCodes(rows, columns, diagnostics)
  if (outline !== 'auto') {
    const depths = rows.map(({ depth }) => depth)
    return { parents: placeOutline(cutDepths(rows, depths, columns, diagnostics)), warning: null }
  }
  if (rows.some((row) => row.parent !== ''))
    return { parents: parentsNamed(rows, resolve, columns, diagnostics), warning: null }
  const again = rows.some((row) => row.wbs.includes('.')) && comeAgain(rows)
  if (!again && rows.some((row) => row.wbs.includes('.'))) {
    const codes = withLostZeros(rows.map((row) => readCode(row, columns, diagnostics)))
    if (codes.some((code) => code.length > 1)) {
      const parents = parentsByCode(codes, rows[0]?.isMilestone !== true)
      const placed = placeUncoded(rows, codes, parents)
      return {
        parents,
        warning: placed === 0 ? null : `${placed} rows without a code are placed by the rows around them.`,
      }
    }
  }
  const numbered = headsByNumber(rows)
  if (numbered !== null)
    return { parents: numbered, warning: 'Rows without a number are placed below the numbered ones above them.' }
  const depths = again ? null : readDepths(rows, columns)
  if (depths !== null) return { parents: placeOutline(cutDepths(rows, depths, columns, diagnostics)), warning: null }
  const hasText = rows.some((row) => row.wbs !== '' && !/^\d+$/.test(row.wbs))
  const indents = belowTheirHeads(rows, besideItsLike(rows.map((row) => row.depth)))
  const isFlat = indents.every((depth) => depth === 0)
  const dotted = parentsByNumberedId(rows) ?? (isFlat ? parentsByDottedId(rows) : null)
  if (dotted !== null) return { parents: dotted, warning: 'Dotted IDs are read as the outline.' }
  if (!columns.has('wbs') && isFlat) {
    const spanned = parentsBySpans(rows)
    if (spanned !== null)
      return {
        parents: spanned,
        warning: 'Rows whose dates are those of all the rows below them are taken for their heads.',
      }
  }
  return {
    parents: placeOutline(cutDepths(rows, indents, columns, diagnostics)),
    warning: hasText ? `Column ${columns.header('wbs')} holds no outline codes; it was not used.` : null,
  }
}

/** By the codes of a column for them, or by dotted ids, and by nothing else. */
function placeByCodes(rows: readonly ParsedRow[], columns: ColumnSet, diagnostics: Diagnostics): Outline {
  const codes = withLostZeros(
    rows.map((row) => readCode(row.wbs === '' ? { ...row, wbs: row.id } : row, columns, diagnostics)),
  )
  const parents = parentsByCode(codes, rows[0]?.isMilestone !== true)
  placeUncoded(rows, codes, parents)
  const isFlat = parents.every((parent) => parent < 0)
  return { parents, warning: isFlat ? 'No code says what lies in what, as was asked.' : null }
}

/** Whether most codes are those of several rows: they say to which part of another list rows belong. */
function comeAgain(rows: readonly ParsedRow[]): boolean {
  const codes = rows.flatMap(({ wbs }) => (wbs === '' ? [] : [wbs]))
  return codes.length >= FEWEST_CODES && new Set(codes).size * 2 <= codes.length
}
const FEWEST_CODES = 6

/**
 * Templates indent all heads but the first: where it alone stands furthest out, what follows it stands deeper than the next heads do,
 * and each of those has something below it, it is one of them.
 */
function besideItsLike(indents: number[]): number[] {
  const [first = 0, second = 0, ...others] = indents
  const outermost = Math.min(second, ...others)
  if (first >= outermost || second <= outermost) return indents
  const areHeads = indents.every((depth, index) => depth !== outermost || (indents[index + 1] ?? 0) > outermost)
  return areHeads ? [outermost, ...indents.slice(1)] : indents
}

/**
 * Rows without dates that all stand equally deep, the first row among them, head those with dates: a template whose tasks somebody
 * wrote anew may have these further out than their heads, and none of them is a head.
 */
function belowTheirHeads(rows: readonly ParsedRow[], indents: number[]): number[] {
  const isHead = rows.map(({ startDay, finishDay }) => startDay === null && finishDay === null)
  const depths = new Set(indents.filter((_, index) => isHead[index]))
  const [depth = 0] = depths
  const isUpsideDown = indents.some((own, index) => !isHead[index] && own < depth)
  if (!isUpsideDown || depths.size > 1 || isHead[0] !== true) return indents
  if (isHead.filter((head) => head).length < FEWEST_HEADS || isHead.at(-1) === true) return indents
  return indents.map((own, index) => (isHead[index] ? depth : Math.max(own, depth + 1)))
}

/** Parents by a column that names them; one that leads in a circle or nowhere counts as none. */
function parentsNamed(
  rows: readonly ParsedRow[],
  resolve: Resolver,
  columns: ColumnSet,
  diagnostics: Diagnostics,
): Int32Array {
  const parents = columns.levels.length > 1 ? parentsOfGroups(rows) : new Int32Array(rows.length).fill(-1)
  for (const [index, row] of rows.entries()) {
    if (row.parent === '') continue
    const parent = resolve(row.parent)
    const where = { row: row.line, field: columns.header('parent') }
    parents[index] = -1
    if (parent === undefined) {
      diagnostics.warn('unknown_parent', where, `parent ${quoted(row.parent)} is not in the file and is dropped`)
    } else if (leadsTo(parents, parent, index)) {
      diagnostics.warn('bad_parent', where, `parent ${quoted(row.parent)} leads in a circle and is dropped`)
    } else parents[index] = parent
  }
  for (const [index, row] of rows.entries()) {
    if (depthOf(parents, index) <= MAX_DEPTH) continue
    warnDepth(row, columns.header('parent'), MAX_DEPTH + 1, diagnostics)
    parents[index] = -1
  }
  return parents
}

/** Rows that name no parent are in the group below whose head they stand. */
function parentsOfGroups(rows: readonly ParsedRow[]): Int32Array {
  const places = rows.flatMap(({ parent }, index) => (parent === '' ? [index] : []))
  const placed = placeOutline(places.map((index) => rows[index]?.depth ?? 0))
  const parents = new Int32Array(rows.length).fill(-1)
  for (const [at, index] of places.entries()) parents[index] = places[placed[at] ?? -1] ?? -1
  return parents
}

function leadsTo(parents: Int32Array, from: number, wanted: number): boolean {
  for (let at = from; at >= 0; at = parents[at] ?? -1) if (at === wanted) return true
  return false
}

function depthOf(parents: Int32Array, from: number): number {
  let depth = 0
  for (let at = from; at >= 0 && depth <= MAX_DEPTH; at = parents[at] ?? -1) depth += 1
  return depth
}

/** `project.planning.req` below `project.planning`: only where every dotted id has its parent and no link says otherwise. */
function parentsByDottedId(rows: readonly ParsedRow[]): Int32Array | null {
  const dotted = rows.filter((row) => /\../.test(row.id))
  if (dotted.length < 2 || rows.some(({ id }) => id === '' || id.length > 200)) return null
  const indexOf = new Map(rows.map((row, index) => [comparable(row.id), index]))
  const parents = new Int32Array(rows.length).fill(-1)
  for (const [index, { id, predecessors }] of rows.entries()) {
    const key = comparable(id)
    const end = key.lastIndexOf('.')
    if (end < 0) continue
    const parent = indexOf.get(key.slice(0, end)) ?? indexOf.get(`${key.slice(0, end)}.0`)
    if (parent === index) continue
    if (parent === undefined || parent > index) return null
    const isAncestor = (reference: string) => key.startsWith(`${comparable(reference)}.`)
    if (predecessors.some(({ text }) => isAncestor(text))) return null
    parents[index] = parent
    if (depthOf(parents, index) > MAX_DEPTH) return null
  }
  return parents
}

/**
 * `1`, `1.1`, `1.2.1`, or the same with hyphens, and `2-a` or `2b`, in nearly all rows: an outline even where some ids come again or their parents are
 * missing, unless a link leads to what a row is inside of.
 */
function parentsByNumberedId(rows: readonly ParsedRow[]): Int32Array | null {
  const codes = rows.map(({ id }) => {
    const code = id.replace(/^[^\p{L}\p{N}]+/u, '').replace(/\.$/, '')
    const [, number, letter] = /^(\d{1,3})[-. ]?([a-z])$/i.exec(code) ?? []
    if (number !== undefined) return `${number}.${letter?.toLowerCase()}`
    return /^\d{1,3}(?:([.-])\d{1,3})*$/.exec(code)?.[1] === '-' ? code.replaceAll('-', '.') : code
  })
  const filled = codes.filter((code) => code !== '')
  const numbered = filled.filter((code) => /^\d{1,3}(?:\.(?:\d{1,3}|[a-z])){0,9}$/.test(code))
  const known = new Set(numbered)
  const parentOf = (code: string) => code.slice(0, code.lastIndexOf('.'))
  const deep = numbered.filter((code) => code.includes('.'))
  const placed = deep.filter((code) => known.has(parentOf(code)) || known.has(`${parentOf(code)}.0`))
  // Where only heads are numbered, all of the numbers are an outline.
  const isWhole = numbered.length === filled.length && placed.length === deep.length
  if (deep.length < 2 || (numbered.length < NUMBERED_MOSTLY * rows.length && !isWhole)) return null
  if (placed.length < NUMBERED_MOSTLY * deep.length || known.size < NUMBERED_MOSTLY * numbered.length) return null
  const isInside = ({ predecessors }: ParsedRow, index: number) =>
    predecessors.some(({ text }) => (codes[index] ?? '').startsWith(`${comparable(text).replaceAll('-', '.')}.`))
  if (rows.some(isInside)) return null
  const parted = codes.map((code) => (code === '' ? [] : code.split('.')))
  const parents = parentsByCode(parted, rows[0]?.isMilestone !== true)
  placeUncoded(rows, parted, parents)
  return parents
}
const NUMBERED_MOSTLY = 0.8

const FEWEST_HEADS = 2
const FEWEST_BELOW = 2

type Dated = { startDay: number; finishDay: number }

/**
 * A sheet that says nothing of an outline, in which rows have just the first start and the last finish of the two or more rows that
 * follow them, none of these with a stretch as long. Either all of it is such groups, each up to the next such row, or blank lines
 * part it and the first row between two of them is such a head wherever several follow it. Two heads at least.
 */
function parentsBySpans(rows: readonly ParsedRow[]): Int32Array | null {
  if (rows.some(({ predecessors, successors }) => predecessors.length + successors.length > 0)) return null
  const dated = rows.map(({ startDay, finishDay }) =>
    startDay === null || finishDay === null ? null : { startDay, finishDay },
  )
  return headsInTurn(dated) ?? headsOfBlocks(rows, dated)
}

function headsInTurn(rows: readonly (Dated | null)[]): Int32Array | null {
  const parents = new Int32Array(rows.length).fill(-1)
  let heads = 0
  for (let at = 0; at < rows.length; heads += 1) {
    let next = at + 1
    while (next < rows.length && liesInside(rows[next], rows[at])) next += 1
    if (!spansExactly(rows[at], rows.slice(at + 1, next))) return null
    parents.fill(at, at + 1, next)
    at = next
  }
  return heads < FEWEST_HEADS ? null : parents
}

function headsOfBlocks(rows: readonly ParsedRow[], dated: readonly (Dated | null)[]): Int32Array | null {
  const parents = new Int32Array(rows.length).fill(-1)
  let heads = 0
  for (let at = 0; at < rows.length; ) {
    let next = at + 1
    while (next < rows.length && (rows[next]?.line ?? 0) === (rows[next - 1]?.line ?? 0) + 1) next += 1
    const below = dated.slice(at + 1, next)
    if (next === rows.length && at === 0) return null
    if (spansExactly(dated[at], below)) {
      parents.fill(at, at + 1, next)
      heads += 1
    } else if (below.length >= FEWEST_BELOW && dated.slice(at, next).every((row) => row !== null)) return null
    at = next
  }
  return heads < FEWEST_HEADS ? null : parents
}

function liesInside(row: Dated | null | undefined, head: Dated | null | undefined): boolean {
  if (row == null || head == null || row.startDay < head.startDay || row.finishDay > head.finishDay) return false
  return row.startDay !== head.startDay || row.finishDay !== head.finishDay
}

function spansExactly(head: Dated | null | undefined, rows: readonly (Dated | null)[]): boolean {
  if (head == null || rows.length < FEWEST_BELOW || !rows.every((row) => liesInside(row, head))) return false
  const starts = rows.map((row) => row?.startDay ?? 0)
  const finishes = rows.map((row) => row?.finishDay ?? 0)
  return Math.min(...starts) === head.startDay && Math.max(...finishes) === head.finishDay
}

function readCode(row: ParsedRow, columns: ColumnSet, diagnostics: Diagnostics): string[] {
  if (row.wbs.length > 6000 || !CODE.test(row.wbs)) return []
  const segments = row.wbs.replace(/\.$/, '').split('.')
  if (segments.length > MAX_DEPTH) warnDepth(row, columns.header('wbs'), segments.length, diagnostics)
  return segments.slice(0, MAX_DEPTH)
}

/**
 * The parent of 1.2.3 is 1.2 (or 1.2.0), or the nearest code above that exists; of two rows with one code, the one just before. T2.1 is in WP2.
 */
function parentsByCode(codes: readonly (readonly string[])[], mayBeginWithProject: boolean): Int32Array {
  const parents = new Int32Array(codes.length).fill(-1)
  const joined = codes.map((code) => code.join('.'))
  const everywhere = new Map<string, number>()
  for (const [index, key] of joined.entries()) if (!everywhere.has(key)) everywhere.set(key, index)
  const packages = new Map(joined.flatMap((key, index) => [[packageNumber(key) ?? '', index]]))
  const above = new Map<string, number>()
  for (const [index, key] of joined.entries()) {
    for (let end = key.lastIndexOf('.'); end > 0; end = key.lastIndexOf('.', end - 1)) {
      const prefix = key.slice(0, end)
      const parent = above.get(prefix) ?? everywhere.get(prefix) ?? everywhere.get(`${prefix}.0`)
      if (parent === undefined || parent === index) continue
      parents[index] = parent
      break
    }
    const own = parents[index] === -1 && packages.size > 1 ? numberOfOwnPackage(key) : null
    if (own !== null) parents[index] = packages.get(own) ?? -1
    above.set(key, index)
  }
  // 0 above all the others is the project itself, and no phase with parts of its own.
  if (mayBeginWithProject && numbersProject(joined[0] ?? '') && !joined.some((key) => /^0+\.0*[1-9]/.test(key)))
    for (let index = 1; index < parents.length; index += 1) if (parents[index] === -1) parents[index] = 0
  return parents
}

/**
 * Whole numbers are depths where the header says so, or where they repeat; otherwise they only number the rows. Where only heads have
 * their level, rows without one lie in the head above them.
 */
function readDepths(rows: readonly ParsedRow[], columns: ColumnSet): number[] | null {
  if (!columns.has('wbs')) return null
  const numbers = rows.map((row) => row.wbs).filter((wbs) => DEPTH.test(wbs))
  if (numbers.length === 0) return null
  const saysDepth = DEPTH_HEADERS.has(normaliseHeader(columns.header('wbs')))
  if (!saysDepth && new Set(numbers).size === numbers.length) return null
  // An outline begins with its outermost level: from there on `Level` says how much rows matter.
  if (numbers.some((number) => Number(number) < Number(numbers[0]))) return null
  // `Fase` 1, 1, 2, 3: which phase it is.
  const neverFalls = numbers.every((number, at) => Number(number) >= Number(numbers[at - 1] ?? 0))
  if (neverFalls && PHASES.test(columns.header('wbs').trim())) return null
  let last = saysDepth ? 0 : 1
  return rows.map((row) => {
    if (DEPTH.test(row.wbs)) last = Number(row.wbs)
    return saysDepth && row.wbs === '' ? last + 1 : last
  })
}

function cutDepths(
  rows: readonly ParsedRow[],
  depths: number[],
  columns: ColumnSet,
  diagnostics: Diagnostics,
): number[] {
  return depths.map((depth, index) => {
    const row = rows[index]
    if (depth > MAX_DEPTH && row !== undefined) warnDepth(row, columns.header('name'), depth, diagnostics)
    return Math.min(depth, MAX_DEPTH)
  })
}

function warnDepth(row: ParsedRow, field: string, depth: number, diagnostics: Diagnostics): void {
  const text = `depth ${depth} is more than ${MAX_DEPTH}; the row is placed at ${MAX_DEPTH}`
  diagnostics.warn('excessive_indent_depth', { row: row.line, field }, text)
}
