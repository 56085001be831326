import { packageNumber } from '../cells/package-codes.ts'
import { dayInAnyOrder } from '../cells/parse-date.ts'
import { saysState } from '../cells/parse-percent.ts'
import type { SheetRow } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import type { ColumnMatch } from './match-columns.ts'

const SAMPLED_ROWS = 200
const MOSTLY = 0.9
const STATES_FROM = 0.5
/** What people call the parts of a plan in a column beside its tasks. Categories, components and streams are labels. */
const GROUP =
  /^(?:section(?:\/column)?|(?:to-?do |task )?list(?: name)?|wave|release(?: name)?|year|bucket(?: name)?|swimlane|group|channel|(?:sub-?)?module|area|zone|track|stage|chapter|block|lot|discipline|trade package|(?:sub-?)?system|location|building|floor|room|division|folder(?: name)?|epic(?: name| title| summary)?|parent summary|initiative|objective|goal|project phase|sub-?phase|wp|work ?package|pillar|domain|function|process|product|feature|bereich|teilprojekt|abschnitt|gewerk|bauabschnitt|bauphase|projektphase|domaine|chantier|étape|volet|área|sección|etapa|módulo|sezione|onderdeel|etap|etapp|skede|fáze|vaihe|aşama|szakasz|раздел|этап|стадия|блок|fas|faza|thema|themenbereich|rubrik|rubrique|tema|onderwerp|구분|업무 ?구분|단계 ?구분|대구분|区分|大区分|段階|モジュール|模块|分部工程)$/iu

/** Whether a column is called what parts of plans are. */
export const namesGroup = (header: string): boolean => GROUP.test(header.trim())

/** Headers of columns before the tasks whose words say something else of each. */
const OTHER =
  /^as an?\b|priorit|type|tracker|kind|status|state|severity|risk|rag|frequen|owner|assign|respons|creat|updat|project[ _-]?(?:id|code|number|manager|lead|type|status|owner)|customer|reporter|author|language|country|sprint|iteration|master|manager|lead|person|people|member|who\b/i
const FEWEST_PAIRS = 2

/**
 * Columns that say which part of the plan a task belongs to: by their headers and their words, or before the tasks whatever they
 * are called, where at least two groups have several.
 */
export function groupColumns(
  matches: readonly ColumnMatch[],
  name: ColumnMatch,
  rows: readonly SheetRow[],
): ColumnMatch[] {
  return matches.filter(
    (match) =>
      match !== name &&
      (match.field === null || match.field === 'labels') &&
      (match.confidence === 'none' || match.confidence === 'exact') &&
      (GROUP.test(match.header.trim()) || groupsBefore(match, name, rows)) &&
      holdsWords(match, rows) &&
      !numbersPackages(match, name, rows) &&
      !tellsState(match, rows),
  )
}

function groupsBefore(match: ColumnMatch, name: ColumnMatch, rows: readonly SheetRow[]): boolean {
  if (match.field !== null || match.index > name.index || OTHER.test(match.header)) return false
  // Below no header it has to stand next to the names, in cells that are merged over several of these.
  if (match.header === '' && (match.index + 1 !== name.index || !isWrittenOnce(match, rows))) return false
  const texts = rows.map((row) => (row.cells[match.index] ?? '').trim())
  const sizes = new Map<string, number>()
  let group = ''
  for (const [index, text] of texts.entries()) {
    const isTask = (rows[index]?.cells[name.index] ?? '').trim() !== ''
    group = text === '' ? group : text
    if (isTask) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  return [...sizes.values()].filter((size) => size > 1).length >= FEWEST_PAIRS
}

/** Whether words stand in few rows, never twice, and in the first one. */
function isWrittenOnce({ index }: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const filled = filledTexts(rows, index)
  return (
    (rows[0]?.cells[index] ?? '').trim() !== '' &&
    new Set(filled).size === filled.length &&
    filled.length * 2 <= rows.length
  )
}

/** `WP2` beside the name of the package itself, above its tasks, is a code of that row. */
function numbersPackages({ index }: ColumnMatch, name: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const coded = rows.filter((row) => (row.cells[index] ?? '').trim() !== '')
  const codes = new Set(coded.map((row) => (row.cells[index] ?? '').trim()))
  if (codes.size < coded.length || ![...codes].some((code) => packageNumber(code) !== null)) return false
  return !coded.some((row) => /^\p{L}{1,2}\s?\d+\.\d/u.test((row.cells[name.index] ?? '').trim()))
}

/** Boards have their columns for a state: `To do`, `Doing`, `Done`. */
function tellsState({ index }: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const known = new Set(filledTexts(rows, index))
  return [...known].filter(saysState).length >= STATES_FROM * known.size
}

/** Two letters, or one sign of a script that writes words with one. */
const WORD = /\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u

/** What programs call a record by. */
const OF_PROGRAM = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{24,64})$/i

export function holdsWords({ index }: ColumnMatch, rows: readonly SheetRow[]): boolean {
  // Dots and dashes stand where nobody has written anything yet.
  const filled = filledTexts(rows.slice(0, SAMPLED_ROWS), index).filter((text) => /[\p{L}\p{N}]/u.test(text))
  return (
    filled.length > 0 &&
    filled.filter((text) => WORD.test(text) && !OF_PROGRAM.test(text) && dayInAnyOrder(text) === null).length >=
      MOSTLY * filled.length
  )
}

/**
 * Whether each group is written in the first row of its tasks, or in all of them, and never comes again: two at least, or
 * one beside tasks that are in none, of which one has several tasks. `within` are the columns of the groups above it, in each of which its groups may come again;
 * `parents` is the column of parents.
 */
export function runsAlong(
  group: ColumnMatch,
  name: ColumnMatch,
  rows: readonly SheetRow[],
  { within = [], parents }: { within?: readonly ColumnMatch[]; parents?: ColumnMatch | undefined } = {},
): boolean {
  if (!holdsWords(group, rows)) return false
  const text = (row: SheetRow, { index }: ColumnMatch) => (row.cells[index] ?? '').trim()
  // Those that name a parent are where it is.
  const isOwn = (row: SheetRow) => parents === undefined || text(row, parents) === ''
  const tasks = rows.filter((row) => text(row, name) !== '' && isOwn(row))
  if (tasks.some((row) => /^[\s.]/.test(row.cells[name.index] ?? ''))) return false
  // Groups above may be written once.
  const above: string[] = []
  const path = (row: SheetRow) => {
    if (within.length === 0) return text(row, group)
    for (const [level, column] of within.entries()) above[level] = text(row, column) || (above[level] ?? '')
    return [...above, text(row, group)].join('\0')
  }
  const paths = tasks.map(path)
  const filled = tasks.map((row, index) => (text(row, group) === '' ? '' : (paths[index] ?? '')))
  const heads = filled.filter((own, index) => own !== '' && own !== filled[index - 1])
  const count = filled.filter((own) => own !== '').length
  const isFirstOnly = group.index < name.index && filled[0] !== '' && heads.length === count
  // Written beside each of its tasks: what has none belongs to none.
  const isRepeated = heads.length < count
  const parts = heads.length + (isRepeated && count < tasks.length ? 1 : 0)
  // To the right of the tasks, places and people that happen to come in turn are more than groups.
  const hasSeveral = group.index < name.index || tasks.length >= TASKS_OF_GROUPS_BEHIND * heads.length
  const areGroups = (isFirstOnly || isRepeated) && parts > 1 && heads.length < tasks.length && hasSeveral
  return areGroups && new Set(heads).size === heads.length
}
const TASKS_OF_GROUPS_BEHIND = 1.5
