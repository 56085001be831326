import { withoutAddress } from '../cells/parse-predecessors.ts'
import type { SheetRow } from '../sheet-table.ts'
import { isFilled } from './column-texts.ts'
import { groupColumns, holdsWords, runsAlong } from './group-columns.ts'
import {
  bareHeader,
  exactHeader,
  isBelowTasks,
  normaliseHeader,
  partialFields,
  type SheetField,
} from './header-fields.ts'
import { type ColumnMatch, claimByContent } from './match-columns.ts'
import { staggeredColumns } from './staggered-columns.ts'

const SAMPLED_ROWS = 200
const MOSTLY = 0.9
const LISTS_FROM = 0.3
/** `Level 1`, `L2`, `Ebene 3`, `Title 1`: a column a level. */
const NUMBERED =
  /^(?:wbs ?|task ?)?(?:level|lvl|l|title|titel|titre|título|name|ebene|niveau|nivel|nível|livello|уровень|レベル|階層|层级|階層|级别|레벨|작업|단계|タスク|作業|項目|分類|tầng|cấp|poziom|úroveň|taso|szint|seviye|līmenis)[ _-]?([1-9])$|^([1-9])\.? ?(?:단계|레벨|階層|レベル|级|級|层|項目|poziom|úroveň|уровень|\. ?ebene)$/iu
const WHOLE = ['大項目', '大分類', '大工程', '大项', '大类', '대분류'].map(normaliseHeader)

/** `大項目`: the first of several columns of names. */
export function namesTopLevel(header: string): boolean {
  return WHOLE.includes(bareHeader(header))
}

/**
 * Columns of which each names tasks of one level, from the left: `Level 1 | Level 2`, `大項目 | 中項目 | 小項目`,
 * `Task | Subtask`, and `Phase | Task` where a row fills only one of them. Fewer than two are none.
 */
export function levelColumns(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): ColumnMatch[] {
  const numbered = matches.filter(({ header }) => NUMBERED.test(header.trim()))
  if (numbered.length > 1 && numbered.every((match) => holdsWords(match, rows))) return numbered
  const name = matches.find(({ field }) => field === 'name')
  if (name === undefined) {
    const apart = wordsApart(matches, rows)
    if (apart.length > 0) return apart
    const detail = matches.find(
      (match) => match.field === null && isBelowTasks(match.header) && holdsWords(match, rows),
    )
    if (detail !== undefined && !matches.some(({ header }) => namesTopLevel(header))) {
      claimByContent(detail, 'name')
      return levelColumns(matches, rows)
    }
  }
  const whole = matches.find(({ header }) => namesTopLevel(header))
  const isNamed = matches.some(({ header }) => isBelowTasks(header))
  const steps = name === undefined ? [] : (staggeredColumns(matches, rows).name ?? [])
  const parts = matches.filter(
    (match) =>
      (isNamed
        ? isBelowTasks(match.header)
        : goesOnBelow(match, name, rows) || namesTheRest(match, { name, matches }, rows)) &&
      match !== name &&
      holdsWords(match, rows) &&
      !listsTasks(match, name, rows) &&
      !listsParts(match, name, rows) &&
      !standsBesideSteps(match, steps, rows),
  )
  const phase = matches.find(({ field }) => field === 'wbs')
  const parents = matches.find(({ field }) => field === 'parent')
  const heads = (match: ColumnMatch | undefined) =>
    name !== undefined && match !== undefined && headsTasks(match, name, rows, parents) ? match : undefined
  // `Work Package | Task`, `Epic | Story`: two columns that name tasks, of which the left one runs along.
  const mayGroup = ({ confidence, field, header }: ColumnMatch) =>
    confidence === 'duplicate'
      ? exactHeader(header)?.field === 'name'
      : field === null && confidence === 'none' && exactHeader(header) === null && partialFields(header)[0] === 'name'
  const group = matches.find((match) => mayGroup(match) && heads(match) !== undefined)
  const groups = name === undefined ? [] : groupColumns(matches, name, rows)
  const top = whole ?? heads(phase) ?? group ?? groups.find((match) => heads(match) !== undefined)
  const apart = namesApart(matches, { before: [top ?? phase, name], steps }, rows)
  if (apart.length > 0) return withSteps(apart, matches, rows)
  const middle =
    top === undefined || name === undefined ? [] : middleColumns(matches, { top, groups, name, parents }, rows)
  const between = parts.length === 0 ? [] : tasksBetween(matches, name, parts.at(-1), rows)
  const levels = [...new Set([top, ...middle, name, ...between, ...parts].filter((match) => match !== undefined))]
  // Groups may stand to the right of what they group.
  const placeOf = (match: ColumnMatch) =>
    name !== undefined && match.index > name.index && (match === top || middle.includes(match))
      ? match.index - matches.length
      : match.index
  levels.sort((a, b) => placeOf(a) - placeOf(b))
  if (levels.length > 1 && (top !== undefined || parts.length > 0)) return withSteps(levels, matches, rows)
  return name === undefined ? [] : withSteps([name], matches, rows, parents)
}

/** Whether names that step to the right below blank headers stand beside what another column says of them. */
function standsBesideSteps({ index }: ColumnMatch, steps: readonly number[], rows: readonly SheetRow[]): boolean {
  const filled = rows.filter((row) => isFilled(row, index))
  const beside = filled.filter((row) => steps.some((step) => isFilled(row, step)))
  return beside.length > filled.length / 2
}

const GOES_ON_AT_LEAST = 0.3

/** `Công việc | Chi tiết công việc`: a second column for tasks, right of the names and filled below them where they are blank. */
function goesOnBelow(match: ColumnMatch, name: ColumnMatch | undefined, rows: readonly SheetRow[]): boolean {
  if (name === undefined || match.index < name.index || match.field !== null || match.confidence === 'override')
    return false
  if (exactHeader(match.header)?.field !== 'name') return false
  const filled = rows.filter(({ cells }) => (cells[match.index] ?? '').trim() !== '')
  const below = filled.filter(({ cells }) => (cells[name.index] ?? '').trim() === '')
  return below.length > 0 && below.length >= GOES_ON_AT_LEAST * filled.length
}

/**
 * The column beside the names has the words of rows that have no name and are tasks by all else they hold: names are written once, above
 * what belongs to them.
 */
function namesTheRest(
  match: ColumnMatch,
  { name, matches }: { name: ColumnMatch | undefined; matches: readonly ColumnMatch[] },
  rows: readonly SheetRow[],
): boolean {
  if (name === undefined || match.index !== name.index + 1 || match.header === '') return false
  if (match.field !== null || match.confidence !== 'none') return false
  const sample = rows.slice(0, SAMPLED_ROWS)
  const nameless = sample.filter((row) => !isFilled(row, name.index))
  if (nameless.length < FEWEST_NAMELESS || sample[0] === nameless[0]) return false
  const own = matches.filter(({ field }) => field !== null && OF_TASKS.has(field))
  const areTasks = nameless.filter((row) => own.some(({ index }) => isFilled(row, index)))
  const worded = areTasks.filter((row) => isFilled(row, match.index))
  // One of them may be a sum.
  return worded.length >= Math.min(MOSTLY * nameless.length, nameless.length - 1)
}
const FEWEST_NAMELESS = 3
const OF_TASKS: ReadonlySet<SheetField> = new Set(['id', 'duration', 'start', 'finish', 'percent_complete'])

/** `Activity | Tasks | Sub tasks`: what stands between the names and their parts, written once above or beside these. */
function tasksBetween(
  matches: readonly ColumnMatch[],
  name: ColumnMatch | undefined,
  last: ColumnMatch | undefined,
  rows: readonly SheetRow[],
): ColumnMatch[] {
  const [from, to] = [name?.index ?? 0, last?.index ?? 0]
  return matches.filter(
    (match) =>
      match.index > from &&
      match.index < to &&
      match.confidence === 'duplicate' &&
      exactHeader(match.header)?.field === 'name' &&
      holdsWords(match, rows) &&
      rows.some(({ cells }) => (cells[match.index] ?? '').trim() === ''),
  )
}

/**
 * Columns right of the last level that go on in its steps, whatever they are called: words in rows that fill none of the levels before
 * them, and beside those hardly ever; below a blank header also beside the first of its parts, as in merged cells. Fewer than two are none.
 */
function withSteps(
  levels: readonly ColumnMatch[],
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
  parents?: ColumnMatch,
): ColumnMatch[] {
  const found = [...levels]
  // Groups to the right of their tasks are no steps.
  if (found.some(({ index }, at) => index < (found[at - 1]?.index ?? 0))) return found
  const sample = rows.slice(0, SAMPLED_ROWS)
  const mayStep = (match: ColumnMatch | undefined): match is ColumnMatch =>
    match !== undefined &&
    ((match.field === null && match.confidence === 'none') || (match.field === 'labels' && match.header !== '')) &&
    holdsWords(match, rows)
  const stepsOn = (match: ColumnMatch, isBetween = false) => {
    const filled = sample.filter((row) => isFilled(row, match.index))
    const beside = filled.filter((row) => found.some(({ index }) => isFilled(row, index))).length
    const isMerged = match.header === '' && beside > 0 && beside <= filled.length / 2
    return filled.length >= FEWEST_STEPS && (isMerged || ((match.header !== '' || isBetween) && beside === 0))
  }
  const [first, last] = [found[0]?.index ?? 0, found.at(-1)?.index ?? 0]
  // Below a header that is merged over it a column has none of its own.
  for (const match of matches.slice(first + 1, last))
    if (!found.includes(match) && mayStep(match) && stepsOn(match, true)) found.push(match)
  for (let at = last + 1; parents === undefined; at += 1) {
    const match = matches[at]
    if (!mayStep(match) || !stepsOn(match)) break
    found.push(match)
  }
  return found.length > 1 ? found.toSorted((a, b) => a.index - b.index) : []
}
const FEWEST_STEPS = 2

/** Groups between the outermost ones and the tasks: merged cells, or groups that run along inside of those. */
function middleColumns(
  matches: readonly ColumnMatch[],
  {
    top,
    groups,
    name,
    parents,
  }: { top: ColumnMatch; groups: readonly ColumnMatch[]; name: ColumnMatch; parents: ColumnMatch | undefined },
  rows: readonly SheetRow[],
): ColumnMatch[] {
  const within = [top]
  for (const match of matches) {
    if (match === top || match === name) continue
    const isBetween = match.index > top.index && match.index < name.index && isMerged(match, name, rows)
    if (isBetween || (groups.includes(match) && runsAlong(match, name, rows, { within, parents }))) within.push(match)
  }
  return within.slice(1)
}

/** `Phase | Milestone` beside dates: two columns of words that nothing calls tasks, and of which each row fills one. */
function wordsApart(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): ColumnMatch[] {
  if (matches.filter(({ field }) => field !== null && OF_DATES.has(field)).length < 2) return []
  const free = matches.filter(
    (match) =>
      match.header !== '' &&
      match.confidence !== 'override' &&
      (match.field === null || match.field === 'wbs' || match.field === 'milestone') &&
      holdsWords(match, rows),
  )
  for (const [at, left] of free.entries()) {
    const right = free[at + 1]
    if (right !== undefined && right.index === left.index + 1 && standApart(left, right, rows)) return [left, right]
  }
  return []
}
const OF_DATES: ReadonlySet<string> = new Set(['start', 'finish', 'duration'])

/** `Phase | Activity | Task`: columns that name tasks and of which each row fills one. */
function namesApart(
  matches: readonly ColumnMatch[],
  { before, steps }: { before: readonly (ColumnMatch | undefined)[]; steps: readonly number[] },
  rows: readonly SheetRow[],
): ColumnMatch[] {
  const others = matches.filter(
    (match) =>
      match.confidence === 'duplicate' &&
      exactHeader(match.header)?.field === 'name' &&
      !standsBesideSteps(match, steps, rows),
  )
  if (others.length === 0) return []
  const columns = [...before, ...others].filter((match) => match !== undefined && holdsWords(match, rows))
  const levels = (columns as ColumnMatch[]).sort((a, b) => a.index - b.index)
  const counts = rows
    .slice(0, SAMPLED_ROWS)
    .map((row) => levels.filter(({ index }) => (row.cells[index] ?? '').trim() !== '').length)
    .filter((count) => count > 0)
  const alone = counts.filter((count) => count === 1).length
  return levels.length > 1 && alone >= MOSTLY * counts.length ? levels : []
}

const GROUPS =
  /^(?:work ?streams?|streams?|tracks?|areas?|categor(?:y|ies)|sections?|groups?|sub-?phases?|disciplines?|zones?|teilprojekt|bereich|kategorie|abschnitt|lot|domaine|catégorie|área|categoría|sección|disciplina|area|categoria|sezione|направление|раздел|分類|カテゴリ|区域|分类|类别|분류)$/iu

/** Whether a column between the phases and the tasks groups them: written in the first row of each group, and blank below it. */
function isMerged(group: ColumnMatch, name: ColumnMatch, rows: readonly SheetRow[]): boolean {
  if (group.confidence === 'override' || !GROUPS.test(group.header.trim()) || !holdsWords(group, rows)) return false
  const tasks = rows.filter((row) => (row.cells[name.index] ?? '').trim() !== '')
  const groups = tasks.map((row) => (row.cells[group.index] ?? '').trim())
  return groups[0] !== '' && groups.some((text) => text === '')
}

/** Whether cells beside a name list several parts of it in one: they say what is to be done and not when. */
function listsParts({ index }: ColumnMatch, name: ColumnMatch | undefined, rows: readonly SheetRow[]): boolean {
  const beside = rows
    .slice(0, SAMPLED_ROWS)
    .filter(({ cells }) => (cells[name?.index ?? 0] ?? '').trim() !== '' && (cells[index] ?? '').trim() !== '')
  // A word or two may go on in a second line.
  const listing = beside.filter(({ cells }) => /\S\s*[;\n•]\s*\S/.test(cells[index] ?? ''))
  return listing.length > 0 && listing.length >= LISTS_FROM * beside.length
}

/** `Phase | Activities`: where the cells of the names list several things each, and each row has a phase of its own, this is the task. */
export function phasesOfLists(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const name = matches.find(({ field }) => field === 'name')
  const phase = matches.find(({ field }) => field === 'wbs')
  if (name === undefined || phase === undefined || matches.some(({ field }) => field === 'notes')) return
  if ([name, phase].some(({ confidence }) => confidence === 'override')) return
  const texts = rows.map(({ cells }) => (cells[phase.index] ?? '').trim())
  const areOwn = new Set(texts).size === texts.length && !texts.includes('')
  if (!areOwn || !holdsWords(phase, rows) || !listsParts(name, phase, rows)) return
  claimByContent(phase, 'name')
  claimByContent(name, 'notes')
}

/** Parts that are listed in one cell stand in the notes of their task, where no other column does. */
export function partsAsNotes(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'notes')) return
  const name = matches.find(({ field }) => field === 'name')
  const listed = matches.find(
    (match) =>
      match.field === null &&
      match.confidence === 'none' &&
      isBelowTasks(match.header) &&
      listsParts(match, name, rows) &&
      !listsTasks(match, name, rows),
  )
  if (listed !== undefined) claimByContent(listed, 'notes')
}

/** Whether the cells of a column name other rows: parts that a board lists beside the item, and has as rows of their own. */
function listsTasks({ index }: ColumnMatch, name: ColumnMatch | undefined, rows: readonly SheetRow[]): boolean {
  if (name === undefined) return false
  const known = new Set(rows.map((row) => (row.cells[name.index] ?? '').trim().toLowerCase()))
  const listed = rows
    .slice(0, SAMPLED_ROWS)
    .flatMap((row) => (row.cells[index] ?? '').split(/[,;\n]/))
    .map((text) => withoutAddress(text.trim()).toLowerCase())
    .filter((text) => text !== '')
  return listed.filter((text) => known.has(text)).length > listed.length / 2
}

/** Whether the phases beside the tasks are what heads them: alone in their row, or written beside one or all of their tasks. */
function headsTasks(
  phase: ColumnMatch,
  name: ColumnMatch,
  rows: readonly SheetRow[],
  parents: ColumnMatch | undefined,
): boolean {
  return standApart(phase, name, rows) || runsAlong(phase, name, rows, { parents })
}

/** Whether hardly a row fills both of two columns of words, the phase to the left of the task. */
function standApart(phase: ColumnMatch, name: ColumnMatch, rows: readonly SheetRow[]): boolean {
  if (phase.index > name.index || !holdsWords(phase, rows)) return false
  const filled = (row: SheetRow, { index }: ColumnMatch) => (row.cells[index] ?? '').trim() !== ''
  // A row that fills neither may name what lies below a task.
  const sample = rows.slice(0, SAMPLED_ROWS).filter((row) => filled(row, phase) || filled(row, name))
  const apart = sample.filter((row) => filled(row, phase) !== filled(row, name))
  return apart.some((row) => filled(row, phase)) && apart.length >= MOSTLY * sample.length
}
