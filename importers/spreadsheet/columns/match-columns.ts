import { EAST_ASIAN } from '../cells/east-asian.ts'
import { isMonth } from '../cells/month-names.ts'
import {
  exactHeader,
  fieldNamed,
  isPlanned,
  normaliseHeader,
  partialFields,
  REPEATABLE_FIELDS,
  type SheetField,
  UNITED_FIELDS,
} from './header-fields.ts'
import { isOwnExport, OWN_FIELDS } from './own-headers.ts'

export type Confidence = 'exact' | 'fuzzy' | 'override' | 'duplicate' | 'none'

export type ColumnMatch = { index: number; header: string; field: SheetField | null; confidence: Confidence }

/** How full a column is of cells that fit a field, 0 to 1; 0 means that it is not for the field. */
export type ColumnJudge = (index: number, field: SheetField | typeof TELLS_APART) => number
/** Asked of columns that may be ids: whether hardly a cell comes again. */
export const TELLS_APART = 'tells_apart'
const LEAST_FIT = 0.001
const MUCH_FULLER = 0.3
const MUCH_EMPTIER = 0.5

/** Headers of work and not of time: both may stand in a sheet, and only dates tell how long a task goes on then. */
export const EFFORT =
  /estimat|effort|\bLOE\b|\b(?:man|person)[ -]?(?:days|hours)|aufwand|personentage|charge|esfuer|esforço|трудо|工数|工时|工時|공수/i
const EFFORT_RANK = 4

type Candidate = {
  match: ColumnMatch
  field: SheetField
  rank: number
  isExact: boolean
  isNumbered: boolean
  isGuess: boolean
}

/**
 * Decides which column holds what. The caller's own map comes first, then headers that are a spelling, then headers that
 * contain one, for fields still without a column. Of several columns for one field the surer spelling wins, unless its
 * cells are blank or something else; a second column of a field that takes one only is reported as a duplicate.
 */
export function matchColumns(
  headers: readonly string[],
  columnMap: Readonly<Record<string, string>> = {},
  judge: ColumnJudge = () => 1,
): ColumnMatch[] {
  const matches: ColumnMatch[] = headers.map((header, index) => ({
    index,
    header: header.trim(),
    field: null,
    confidence: 'none',
  }))
  const taken = new Set<SheetField>()
  const claim = (match: ColumnMatch, field: SheetField, confidence: Confidence) => {
    match.field = field
    match.confidence = confidence
    taken.add(field)
  }
  const open = new Set(matches)
  claimOverrides(matches, readOverrides(columnMap), { open, taken, claim })
  if (isOwnExport(headers)) {
    for (const match of open) {
      const field = OWN_FIELDS.get(match.header)
      if (field !== undefined && !taken.has(field)) claim(match, field, 'exact')
    }
  }
  claimLetters(matches, open, claim)
  claimFromTo(matches, open, claim, judge)
  // `Março` among months is no milestone (`marco`).
  const ofMonths = matches.filter(({ header }) => isMonth(header)).length > 1
  const isCandidate = ({ field, header }: ColumnMatch) => field === null && !(ofMonths && isMonth(header))
  const candidates = [...open].filter(isCandidate).flatMap(candidateOf)
  const isFit = ({ match, field }: Candidate) => judge(match.index, field) >= LEAST_FIT
  const fullness = ({ match, field }: Candidate) => judge(match.index, field)
  for (const group of groupByField(candidates)) {
    const { field } = group[0] as Candidate
    const usable = group.filter(isFit)
    if (REPEATABLE_FIELDS.has(field)) {
      for (const { match, isExact, isGuess } of group)
        if (isExact || isGuess) claim(match, field, isExact ? 'exact' : 'fuzzy')
      continue
    }
    if (taken.has(field)) continue
    const best = pickBest(usable, fullness)
    if (best === null) continue
    const length = best.rank === EFFORT_RANK ? lengthBesideWork(open, best.match, judge) : undefined
    if (length !== undefined) {
      claim(length, field, 'fuzzy')
      continue
    }
    claim(best.match, field, best.isExact ? 'exact' : 'fuzzy')
    for (const other of group) if (other !== best && goesWith(other, best)) claim(other.match, field, 'exact')
  }
  for (const match of open) {
    if (!isCandidate(match)) continue
    const known = candidates.find((candidate) => candidate.match === match)
    // What all of its words say is nothing else.
    if ((known?.isExact || known?.isGuess) && taken.has(known.field)) continue
    // A partial match never competes with a column that is certain.
    const field = partialFields(match.header).find(
      (candidate) =>
        !taken.has(candidate) &&
        judge(match.index, candidate) >= LEAST_FIT &&
        (candidate !== 'id' || judge(match.index, TELLS_APART) >= LEAST_FIT),
    )
    if (field !== undefined) claim(match, field, 'fuzzy')
  }
  for (const { match, field, isExact } of candidates) {
    if (match.field !== null || !isExact) continue
    if (taken.has(field)) match.confidence = 'duplicate'
    else if (!isOther(match, field, judge)) claim(match, field, 'exact')
  }
  return matches
}

/** Fields whose cells show for sure when a column of their name holds something else. */
const SURE: ReadonlySet<SheetField> = new Set(['assignee', 'milestone'])

function isOther({ index }: ColumnMatch, field: SheetField, judge: ColumnJudge): boolean {
  return SURE.has(field) && judge(index, field) < LEAST_FIT && judge(index, 'notes') >= LEAST_FIT
}

type Claims = {
  open: Set<ColumnMatch>
  taken: Set<SheetField>
  claim: (match: ColumnMatch, field: SheetField, confidence: Confidence) => void
}

function claimOverrides(
  matches: readonly ColumnMatch[],
  overrides: ReadonlyMap<string, SheetField | null>,
  { open, taken, claim }: Claims,
): void {
  for (const match of matches) {
    const wanted = overrides.get(match.header.toLowerCase())
    if (wanted === undefined) continue
    open.delete(match)
    if (wanted === null) continue
    if (!taken.has(wanted) || REPEATABLE_FIELDS.has(wanted)) claim(match, wanted, 'override')
    else match.confidence = 'duplicate'
  }
}

/** `to | tm | tp`: the three estimates as textbooks write them; `to` alone is an end. */
function claimLetters(matches: readonly ColumnMatch[], open: ReadonlySet<ColumnMatch>, claim: Claims['claim']): void {
  const found = ['to', 'tm', 'tp'].map((letters) =>
    matches.find((match) => open.has(match) && normaliseHeader(match.header) === letters),
  )
  const [optimistic, likely, pessimistic] = found
  if (optimistic === undefined || likely === undefined || pessimistic === undefined) return
  claim(optimistic, 'optimistic', 'exact')
  claim(likely, 'most_likely', 'exact')
  claim(pessimistic, 'pessimistic', 'exact')
}

/** From and to in other languages; one of them alone is something else elsewhere. */
const FROM_TO = [
  ['od', 'do'],
  ['du', 'au'],
  ['de', 'à'],
  ['de', 'a'],
  ['del', 'al'],
  ['dal', 'al'],
  ['da', 'a'],
  ['de', 'até'],
  ['с', 'по'],
  ['з', 'по'],
  ['från', 'till'],
  ['fra', 'til'],
  ['自', '至'],
] as const

/** What a word for from or to means beside another that makes clear that it is one of time. */
export function fromOrTo(word: string): 'start' | 'finish' | null {
  const lower = word.toLowerCase()
  if (FROM_TO.some(([from]) => from === lower)) return 'start'
  return FROM_TO.some(([, to]) => to === lower) ? 'finish' : null
}

function claimFromTo(
  matches: readonly ColumnMatch[],
  open: ReadonlySet<ColumnMatch>,
  claim: Claims['claim'],
  judge: ColumnJudge,
): void {
  for (const words of FROM_TO) {
    const [from, to] = words.map((word) =>
      matches.find((match) => open.has(match) && match.header.toLowerCase() === word),
    )
    if (from === undefined || to === undefined) continue
    claim(from, 'start', 'exact')
    claim(to, 'finish', 'exact')
    return
  }
  // `Początek | Do`, `Du | Fin`: one of them above days, beside the other by a name of its own.
  for (const match of open) {
    const field = match.field === null ? fromOrTo(match.header) : null
    const other = field === 'start' ? 'finish' : 'start'
    const named = (wanted: SheetField) => matches.some(({ header }) => exactHeader(header)?.field === wanted)
    if (field !== null && !named(field) && named(other) && judge(match.index, field) >= MOSTLY_FULL)
      claim(match, field, 'exact')
  }
}
const MOSTLY_FULL = 0.5

/** `Days required` beside `Estimated hours`: a length that no spelling names as a whole comes before work. */
function lengthBesideWork(
  open: ReadonlySet<ColumnMatch>,
  work: ColumnMatch,
  judge: ColumnJudge,
): ColumnMatch | undefined {
  return [...open].find(
    (match) =>
      match !== work &&
      match.field === null &&
      !EFFORT.test(match.header) &&
      exactHeader(match.header) === null &&
      partialFields(match.header)[0] === 'duration' &&
      judge(match.index, 'duration') >= LEAST_FIT,
  )
}

/** `始予定`, `終了計画日` */
const ENDS_PLANNED = /(?:予定|計画|예정|계획)[日일]?$/u

/** A strong spelling comes before a weak one, and each before the same with something behind it. */
function candidateOf(match: ColumnMatch): Candidate[] {
  const found = exactHeader(match.header)
  if (found === null) return []
  const isExact = found.isWhole || found.isNumbered
  // What is planned comes before what only has the name of a time, in scripts whose programs write the two side by side.
  const isEnd = found.field === 'start' || found.field === 'finish'
  const isPlan =
    (found.field === 'start' && normaliseHeader(match.header) === 'plannedstart') ||
    (EAST_ASIAN.test(match.header) && (isPlanned(match.header) || (isEnd && ENDS_PLANNED.test(match.header))))
  // Days are a length before work is.
  const isEffort = found.field === 'duration' && EFFORT.test(match.header) && !/dur|dauer/i.test(match.header)
  const rank = isEffort ? EFFORT_RANK : isPlan ? -1 : (found.isWeak ? 2 : 0) + (isExact ? 0 : 1)
  return [{ match, field: found.field, rank, isExact, isNumbered: found.isNumbered, isGuess: found.isGuess === true }]
}

function pickBest(candidates: readonly Candidate[], fullness: (candidate: Candidate) => number): Candidate | null {
  let best: Candidate | null = null
  for (const candidate of candidates) {
    if (best === null) best = candidate
    else if (candidate.rank < best.rank) best = isMuchEmptier(candidate, best, fullness) ? best : candidate
    else if (candidate.rank === best.rank && fullness(candidate) > fullness(best) + MUCH_FULLER) best = candidate
    else if (isMuchEmptier(best, candidate, fullness)) best = candidate
  }
  return best
}

/** `Completion Date`, filled where work is done, beside `Due Date`. */
function isMuchEmptier(one: Candidate, other: Candidate, fullness: (candidate: Candidate) => number): boolean {
  return other.field === 'finish' && fullness(one) > 0 && fullness(one) < fullness(other) - MUCH_EMPTIER
}

/** `Resource 2` beside `Resource 1`, and the same header again where a field may have several cells. */
function goesWith(other: Candidate, best: Candidate): boolean {
  if (best.isNumbered) return other.isNumbered
  return UNITED_FIELDS.has(best.field) && other.match.header === best.match.header
}

function groupByField(candidates: readonly Candidate[]): Candidate[][] {
  return [...Map.groupBy(candidates, (candidate) => candidate.field).values()]
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

/** Takes a column for a field by what its cells hold, which is said to be a guess. */
export function claimByContent(match: ColumnMatch, field: SheetField): void {
  match.field = field
  match.confidence = 'fuzzy'
}
