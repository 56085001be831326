import { quoted } from '../../plan/diagnostics.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseDate } from '../cells/parse-date.ts'
import { parseDuration } from '../cells/parse-duration.ts'
import { parseYesNo, saysMilestone } from '../cells/parse-flag.ts'
import { parsePercent, saysState } from '../cells/parse-percent.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { settleActive } from './active-column.ts'
import { actualColumns, actualNote } from './actual-columns.ts'
import { ColumnSet } from './column-set.ts'
import { datesByContent } from './dates-by-content.ts'
import { bareHeader, exactHeader, normaliseHeader, type SheetField } from './header-fields.ts'
import { SPELLINGS } from './header-spellings.ts'
import {
  codesAreIds,
  codesBesideNames,
  describedLetters,
  levelsBesideCodes,
  numbersAreIds,
  otherIds,
} from './id-columns.ts'
import { columnJudge } from './judge-columns.ts'
import { levelColumns, partsAsNotes } from './level-columns.ts'
import { type ColumnJudge, type ColumnMatch, claimByContent, EFFORT, matchColumns } from './match-columns.ts'
import { codesWithoutHeader, staggeredColumns } from './staggered-columns.ts'
import { cancelledColumn, countsHours, leastColumns, momentsAsText, pointsColumns } from './tracker-columns.ts'
import { settleUnits } from './units-column.ts'

const NAMED_COLUMNS = 20
const NAMES_AT_LEAST = 0.5
const NAMES_MOSTLY = 0.8
const QUARTER_SECONDS = 900
const OF_DATES: readonly SheetField[] = ['start', 'finish', 'duration']
const OF_SCHEDULES: readonly SheetField[] = [...OF_DATES, 'predecessors', 'assignee', 'deadline', 'percent_complete']

export type SettledColumns = { matches: ColumnMatch[]; columns: ColumnSet; warnings: string[] }

/** Which column holds what, with a word on everything that was guessed. */
export function settleColumns(table: SheetTable, columnMap: Record<string, string> | undefined): SettledColumns {
  const headers = table.header?.cells ?? []
  const judge = columnJudge(table.rows)
  const { matches, used } = matchAsWished(headers, columnMap, table.rows, judge)
  const levels = settleByContent(used, table.rows, judge)
  const codes = codesWithoutHeader(matches, table.rows) ?? codesBesideNames(used, table.rows)
  if (codes !== null) claimByContent(codes, 'wbs')
  levelsBesideCodes(used, table.rows)
  durationsByUnit(used, table.rows)
  if (!matches.some(({ field }) => field === 'name')) {
    const seen = headers.filter((cell) => cell.trim() !== '').slice(0, 10)
    throw new ImportRefusal(
      'no_name_column',
      `no column could be matched to the task name; headers: ${seen.map(quoted).join(', ')}`,
    )
  }
  const staggered = staggeredColumns(matches, table.rows)
  const places = levels.map(({ index }) => index)
  const columns = new ColumnSet(matches, staggered, places)
  if (countsSeconds(columns, table.rows)) columns.setUnit('duration', 'second')
  if (countsHours(columns, used)) columns.setUnit('duration', 'hour')
  columns.namesMilestones = MILESTONES.has(normaliseHeader(columns.header('name')))
  columns.cancelled = cancelledColumn(used, table.rows, isState)
  columns.otherIds = otherIds(used, table.rows)
  columns.tellsEffort = EFFORT.test(columns.header('duration')) && columns.has('start') && columns.has('finish')
  columns.actual = actualColumns(used)
  const happened = Object.values(columns.actual).filter((at) => at !== undefined)
  table.readElsewhere = new Set([...table.readElsewhere, ...happened])
  return { matches, columns, warnings: columnWarnings(matches, columns, Object.keys(staggered), table) }
}

/** Columns by their headers and the caller's map; `used` are those that the caller has not left out. */
function matchAsWished(
  headers: readonly string[],
  columnMap: Record<string, string> | undefined,
  rows: readonly SheetRow[],
  judge: ColumnJudge,
): { matches: ColumnMatch[]; used: readonly ColumnMatch[] } {
  const points = pointsColumns(headers, rows)
  const wishes = { ...points, ...leastColumns(headers), ...momentsAsText(headers, rows), ...columnMap }
  const matches = matchColumns(headers, wishes, judge)
  const wished = new Map(Object.entries(columnMap ?? {}).map(([header, field]) => [header.trim().toLowerCase(), field]))
  const wishOf = ({ header }: ColumnMatch) => wished.get(header.toLowerCase())
  for (const match of matches)
    if (points[match.header] === match.field && wishOf(match) === undefined) match.confidence = 'fuzzy'
  return { matches, used: matches.filter((match) => !isLeftOut(wishOf(match))) }
}

const isLeftOut = (wish: unknown) => typeof wish === 'string' && wish.trim() === ''

/** What the cells show where headers do not; returns the columns that name tasks, a level each. */
function settleByContent(
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
  judge: ColumnJudge,
): readonly ColumnMatch[] {
  unlessAllThree(matches)
  daysInTurn(matches, rows)
  datesByContent(matches, rows)
  let levels = levelColumns(matches, rows)
  if (levels.length === 0 && !matches.some(({ field }) => field === 'name')) {
    nameByContent(matches, rows, judge)
    levels = levelColumns(matches, rows)
  }
  for (const level of levels) claimByContent(level, 'name')
  partsAsNotes(matches, rows)
  describedLetters(matches, rows, judge)
  wordsBesideCodes(matches, levels, rows, judge)
  wordsBesideTrades(matches, levels, rows, judge)
  if (!matches.some(({ field }) => field === 'name')) nameByContent(matches, rows, judge)
  settleActive(matches, rows)
  settleUnits(matches, rows)
  milestonesByKind(matches, rows)
  endsByDone(matches, rows)
  progressByState(matches, rows)
  progressByDone(matches, rows)
  numbersAreIds(matches, rows)
  codesAreIds(matches, rows)
  kindsOfLinks(matches, rows)
  return levels
}

/** A column of `FS` and `SS` tells the kinds of links, whatever it is called; addresses are no predecessors. */
function kindsOfLinks(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const cellsOf = (index: number) => rows.map((row) => (row.cells[index] ?? '').trim()).filter((cell) => cell !== '')
  for (const match of matches) {
    const isLink = match.field === 'predecessors' && /^(?:links?|logic)$/i.test(match.header.trim())
    if (!isLink || match.confidence === 'override') continue
    if (!cellsOf(match.index).some((cell) => cell.includes('://'))) continue
    match.field = null
    match.confidence = 'none'
  }
  const has = (field: SheetField) => matches.some((match) => match.field === field)
  if (has('link_type') || !has('predecessors')) return
  const kinds = matches.find(({ index, field, confidence }) => {
    if (field !== null || confidence !== 'none') return false
    const cells = cellsOf(index)
    return cells.length > 0 && cells.every((cell) => /^(?:fs|ss|ff|sf)$/i.test(cell) || WORDS_OF_KIND.test(cell))
  })
  if (kinds !== undefined) claimByContent(kinds, 'link_type')
}
const WORDS_OF_KIND = /^(?:finish|start)[ -]to[ -](?:finish|start)(?:\s*\((?:fs|ss|ff|sf)\))?$/i

const ESTIMATES: readonly SheetField[] = ['optimistic', 'most_likely', 'pessimistic']

/** Three estimates are estimates; `Low` or `Max` alone may be anything. */
function unlessAllThree(matches: readonly ColumnMatch[]): void {
  const found = matches.filter(({ field }) => field !== null && ESTIMATES.includes(field))
  if (found.length === ESTIMATES.length || found.some(({ confidence }) => confidence === 'override')) return
  for (const match of found) {
    match.field = null
    match.confidence = 'none'
  }
}

/** `Day 1`, `Day 2` from row to row say which day or week it is, and not how many. */
function daysInTurn(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const days = matches.find(
    ({ field, header, confidence }) => field === 'duration' && confidence !== 'override' && DAY.test(header.trim()),
  )
  if (days === undefined) return
  const cells = rows.map((row) => (row.cells[days.index] ?? '').trim()).filter((cell) => cell !== '')
  const isNext = (cell: string, at: number) =>
    /^\d{1,4}$/.test(cell) && (at === 0 || [0, 1].includes(Number(cell) - Number(cells[at - 1])))
  if (cells.length < FEWEST_DAYS || !cells.every(isNext) || cells[0] === cells.at(-1)) return
  days.field = null
  days.confidence = 'none'
}
const DAY = /^(?:day|week|month|shoot(?:ing)? day|tag|woche|monat|jour|día|dia|giorno|dag|день|日|天)$/iu
const FEWEST_DAYS = 3

/** `ÍTEM | PARTIDA`: where the header of names stands above codes, a column of words is what the tasks are called. */
function wordsBesideCodes(
  matches: readonly ColumnMatch[],
  levels: readonly ColumnMatch[],
  rows: readonly SheetRow[],
  judge: ColumnJudge,
): void {
  const name = matches.find(({ field }) => field === 'name')
  if (name === undefined || levels.length > 0 || name.confidence === 'override' || judge(name.index, 'name') > 0) return
  const { confidence } = name
  name.field = null
  name.confidence = 'none'
  const others = matches.filter((match) => match !== name)
  nameByContent(others, rows, judge)
  if (others.some(({ field }) => field === 'name')) return
  name.field = 'name'
  name.confidence = confidence
}

/** `Bauabschnitt | Gewerk`: trades that come again are who does what the words in another column say. */
function wordsBesideTrades(
  matches: readonly ColumnMatch[],
  levels: readonly ColumnMatch[],
  rows: readonly SheetRow[],
  judge: ColumnJudge,
): void {
  const trades = matches.find(({ field, header }) => field === 'name' && /^gewerke?$/i.test(header.trim()))
  if (trades === undefined || levels.length > 0 || trades.confidence === 'override' || differs(trades, rows)) return
  const works = matches.find(
    (match) => mayName(match) && judge(match.index, 'name') >= NAMES_MOSTLY && differs(match, rows),
  )
  if (works === undefined) return
  const isFree = !matches.some(({ field }) => field === 'assignee')
  trades.field = null
  trades.confidence = 'none'
  if (isFree) claimByContent(trades, 'assignee')
  claimByContent(works, 'name')
}

/**
 * A description names the tasks where nothing else does; so does text without a header beside dates, and the first column
 * of words that differ from row to row beside two columns of a schedule, whatever it is called.
 */
function nameByContent(matches: readonly ColumnMatch[], rows: readonly SheetRow[], judge: ColumnJudge): void {
  const holdsText = ({ index }: ColumnMatch) => judge(index, 'name') >= NAMES_AT_LEAST
  // Remarks stand beside some rows, what a row is called beside each.
  const described = matches.find(
    (match) =>
      match.field === 'notes' &&
      judge(match.index, 'name') >= (DESCRIBES.test(match.header) ? NAMES_AT_LEAST : NAMES_MOSTLY),
  )
  // Names that step to the right go on below blank headers.
  const fullness = ({ index }: ColumnMatch) => {
    const last = matches.findIndex((match, at) => at > index && match.header !== '')
    const isNamed = ({ cells }: SheetRow) =>
      cells.slice(index, last < 0 ? index + 1 : last).some((cell) => cell.trim() !== '')
    const own = judge(index, 'name')
    return own > 0 ? Math.max(own, rows.filter(isNamed).length / Math.max(1, rows.length)) : 0
  }
  const scheduled = matches.filter(({ field }) => field !== null && OF_SCHEDULES.includes(field))
  const hasDates = scheduled.some(({ field }) => field !== null && OF_DATES.includes(field))
  const headless = hasDates ? matches.find(({ header }) => header === '') : undefined
  const named =
    scheduled.length > 1
      ? matches.find((match) => mayName(match) && fullness(match) >= NAMES_MOSTLY && differs(match, rows))
      : undefined
  const milestones = matches.find(
    (match) =>
      match.field === 'milestone' &&
      judge(match.index, 'name') >= NAMES_MOSTLY &&
      rows.every((row) => parseYesNo(row.cells[match.index] ?? '') === null),
  )
  const isStep =
    named !== undefined &&
    headless !== undefined &&
    rows.every(({ cells }) => [named, headless].some(({ index }) => (cells[index] ?? '').trim() === ''))
  const text = headless !== undefined && !isStep && holdsText(headless) ? headless : undefined
  const found = described ?? text ?? named ?? milestones
  if (found !== undefined) claimByContent(found, 'name')
}

const DESCRIBES = /descri|beschreib|detail|説明|说明|描述|說明|설명/iu

/** `4 h`, `2 Wochen` in every row: how long it takes, whatever the column is called. */
function durationsByUnit(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'duration' || field === 'finish')) return
  const lasts = (cell: string) => /\d\s?\p{L}/u.test(cell) && parseDuration(cell) !== null
  const found = matches.find(({ index, field, confidence }) => {
    if (field !== null || confidence === 'override') return false
    const cells = rows.map((row) => (row.cells[index] ?? '').trim()).filter((cell) => cell !== '')
    return cells.length > 1 && cells.length >= NAMES_AT_LEAST * rows.length && cells.every(lasts)
  })
  if (found !== undefined) claimByContent(found, 'duration')
}

function mayName({ field, confidence, header }: ColumnMatch): boolean {
  return (
    header !== '' &&
    confidence !== 'override' &&
    (field === null || field === 'wbs' || field === 'milestone' || field === 'id')
  )
}

function differs({ index }: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const texts = rows.map((row) => (row.cells[index] ?? '').trim()).filter((text) => text !== '')
  return texts.length > 0 && new Set(texts).size >= NAMES_MOSTLY * texts.length
}

/** Trackers write estimates in seconds: whole quarters of an hour, none of them short. */
function countsSeconds(columns: ColumnSet, rows: readonly SheetRow[]): boolean {
  if (!/estimate$/i.test(columns.header('duration').trim())) return false
  // An estimate that nobody has made is 0.
  const cells = rows.map((row) => columns.cell(row, 'duration').trim()).filter((cell) => cell !== '' && cell !== '0')
  return cells.length > 0 && cells.every((cell) => /^\d{3,8}$/.test(cell) && Number(cell) % QUARTER_SECONDS === 0)
}

const KINDS = new Set(
  [
    'Type',
    'Task Type',
    'Activity Type',
    'Item Type',
    'Kind',
    'Typ',
    'Vorgangstyp',
    'Tipo',
    'Тип',
    '種別',
    '类型',
    '유형',
  ].map(normaliseHeader),
)

/** A column of kinds shows the milestones where one of its cells says so. */
function milestonesByKind(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'milestone')) return
  const kinds = matches.find(({ field, header }) => field === null && KINDS.has(bareHeader(header)))
  if (kinds !== undefined && rows.some((row) => saysMilestone(row.cells[kinds.index] ?? '')))
    claimByContent(kinds, 'milestone')
}

const MILESTONES = new Set(SPELLINGS.milestone.map(normaliseHeader))

const STATES = new Set(
  ['Status', 'State', 'Task Status', 'Stand', 'Statut', 'État', 'Estado', 'Stato', 'Статус', 'Состояние']
    .concat(['Umsetzungsstand', 'Bearbeitungsstand', 'Bearbeitungsstatus', 'Situación', 'Situação', 'Stan', 'Stav'])
    .concat([
      'Stand van zaken',
      'Voortgangsstatus',
      'Läge',
      'Tillstånd',
      'Stadium',
      'Durum',
      'Durumu',
      'Tila',
      'Állapot',
      'Státusz',
      'Стан',
      'Отметка о выполнении',
      'Stare',
      'Κατάσταση',
    ])
    .concat([
      '진행상태',
      '진행여부',
      'ステータス',
      '状態',
      '状态',
      '状況',
      '任务状态',
      '상태',
      '完成情况',
      '完成状态',
      '任務狀態',
      '狀態',
      '進行状況',
    ])
    .map(normaliseHeader),
)

/** `Status`, and the status of what the rows are: `Activity Status`. */
const isState = (header: string) => STATES.has(bareHeader(header)) || STATE_OF_ROWS.test(header.trim())
const STATE_OF_ROWS =
  /^(?:activity|item|issue|work|card|ticket|story|step|feature|epic|release|bug|deliverable|phase|custom|current|overall|milestone|progress|completion|delivery)[ _-]?(?:status|state)$/i

/** A state tells what is done where no column tells how much: most of its words are known ones, and one says done. */
function progressByState(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'percent_complete')) return
  const state = matches.find(
    ({ field, header, confidence }) => field === null && confidence === 'none' && isState(header),
  )
  if (state === undefined) return
  const cells = rows.map((row) => (row.cells[state.index] ?? '').trim()).filter((cell) => cell !== '')
  const known = cells.filter(saysState)
  const hasDone = known.some((cell) => parsePercent(cell) === 100)
  if (hasDone && known.length >= NAMES_AT_LEAST * cells.length) claimByContent(state, 'percent_complete')
}

/** `Gereed` with a day beside every start: when work is to be done, where nothing else says when it ends. */
function endsByDone(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const placed = (field: SheetField) => matches.find((match) => match.field === field)
  const start = placed('start')
  if (start === undefined || placed('finish') !== undefined) return
  const isDay = (cell: string) => parseDate(cell, 'mdy') !== null || parseDate(cell, 'dmy') !== null
  const planned = rows.filter(({ cells }) => (cells[start.index] ?? '').trim() !== '')
  if (planned.length < 2) return
  const isOfDone = ({ header, field, confidence }: ColumnMatch) =>
    confidence !== 'override' && (field ?? exactHeader(header)?.field) === 'percent_complete'
  const done = matches.find(
    (match) => isOfDone(match) && planned.every(({ cells }) => isDay((cells[match.index] ?? '').trim())),
  )
  if (done !== undefined) claimByContent(done, 'finish')
}

/** `Completed At`, `Done on`, `Due complete`: a day or a tick beside what is done, and nothing beside the rest. */
const DONE =
  /^(?:(?:completed|done|closed|finished|resolved)[ _-]?(?:at|on|date)|(?:date|day)[ _-](?:completed|done|closed|resolved)|due complete|erledigt am|abgeschlossen am|terminé le|completado el|concluído em|完了|完成|완료)$/i

function progressByDone(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'percent_complete')) return
  const done = matches.find(
    ({ field, header, confidence }) => field === null && confidence === 'none' && DONE.test(header.trim()),
  )
  if (done === undefined) return
  const cells = rows.map((row) => (row.cells[done.index] ?? '').trim()).filter((cell) => cell !== '')
  const isDone = (cell: string) =>
    parsePercent(cell) !== null || parseDate(cell, 'mdy') !== null || parseDate(cell, 'dmy') !== null
  if (cells.length > 0 && cells.every(isDone)) claimByContent(done, 'percent_complete')
}

function columnWarnings(
  matches: readonly ColumnMatch[],
  columns: ColumnSet,
  stepped: readonly string[],
  { readElsewhere }: SheetTable,
): string[] {
  const repeated = matches.filter((match) => match.confidence === 'duplicate' && !readElsewhere.has(match.index))
  const unused = matches.filter(
    (match) =>
      match.confidence === 'none' && match.field === null && match.header !== '' && !readElsewhere.has(match.index),
  )
  const warnings: string[] = []
  for (const match of matches) {
    if (match.confidence === 'fuzzy') warnings.push(`Column ${columnName(match)} is taken for ${match.field}.`)
  }
  warnings.push(...actualNote(matches, columns.actual))
  for (const field of stepped)
    warnings.push(`Columns right of ${field} have no header; they continue it, a level each.`)
  if (columns.namesMilestones)
    warnings.push(`Rows without a length are milestones, as ${quoted(columns.header('name'))} says.`)
  if (columns.levels.length > 1) warnings.push(`The name stands in ${columns.levels.length} columns, one a level.`)
  for (const field of ['duration', ...ESTIMATES] as const) {
    const unit = columns.unitOf(field as 'duration')
    if (unit === 'day') continue
    warnings.push(`Durations without a unit are read in ${unit}s, as ${quoted(columns.header(field))} says.`)
  }
  if (repeated.length > 0) warnings.push(`Columns that repeat another are not used: ${listHeaders(repeated)}.`)
  if (unused.length > 0) warnings.push(`Columns that are not imported: ${listHeaders(unused)}.`)
  return warnings
}

function columnName({ header, index }: ColumnMatch): string {
  return header === '' ? `${index + 1} (without a header)` : quoted(header)
}

function listHeaders(matches: readonly ColumnMatch[]): string {
  const named = matches.slice(0, NAMED_COLUMNS).map((match) => quoted(match.header))
  if (matches.length > NAMED_COLUMNS) named.push(`and ${matches.length - NAMED_COLUMNS} more`)
  return named.join(', ')
}
