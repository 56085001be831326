import { quoted } from '../../plan/diagnostics.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { unitNamed } from '../cells/duration-units.ts'
import { parseDuration } from '../cells/parse-duration.ts'
import { parseYesNo, saysMilestone } from '../cells/parse-flag.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { settleActive } from './active-column.ts'
import { actualColumns, endsOfDone, withDayDone } from './actual-columns.ts'
import { ColumnSet } from './column-set.ts'
import { filledTexts } from './column-texts.ts'
import { columnWarnings } from './column-warnings.ts'
import { datesByContent } from './dates-by-content.ts'
import { bareHeader, ESTIMATES, normaliseHeader } from './header-fields.ts'
import {
  codesAreIds,
  codesBesideNames,
  describedLetters,
  levelsBesideCodes,
  numbersAreIds,
  otherIds,
  unlessSparse,
} from './id-columns.ts'
import { columnJudge } from './judge-columns.ts'
import { levelColumns, partsAsNotes, phasesOfLists } from './level-columns.ts'
import { kindsOfLinks, listsLinks } from './link-columns.ts'
import { type ColumnJudge, type ColumnMatch, claimByContent, EFFORT, matchColumns } from './match-columns.ts'
import { milestonesOfThings, namesMilestones } from './milestone-lists.ts'
import {
  finerNames,
  nameByContent,
  namesMeantByLinks,
  notesBesideNames,
  peopleBesideTasks,
  wordsBesideCodes,
  wordsBesideTrades,
} from './name-columns.ts'
import { endsByDone, isState, progressByDone, progressByState, progressThatHappened } from './progress-columns.ts'
import { codesWithoutHeader, staggeredColumns } from './staggered-columns.ts'
import { cancelledColumn, countsHours, leastColumns, momentsAsText, pointsColumns } from './tracker-columns.ts'
import { dueOfTypedRows } from './typed-rows.ts'
import { settleUnits } from './units-column.ts'

const FILLED_AT_LEAST = 0.5
const QUARTER_SECONDS = 900
const SAMPLED_ROWS = 200

export type SettledColumns = { matches: ColumnMatch[]; columns: ColumnSet; warnings: string[] }

/** Which column holds what, with a word on everything that was guessed. */
export function settleColumns(table: SheetTable, columnMap: Record<string, string> | undefined): SettledColumns {
  const headers = table.header?.cells ?? []
  const judge = columnJudge(table.rows)
  const { matches, used } = matchAsWished(headers, columnMap, table.rows, judge)
  for (const match of used)
    if (match.field === null && match.confidence === 'none' && table.readElsewhere.has(match.index))
      match.confidence = 'duplicate'
  const levels = settleByContent(used, table.rows, judge)
  const codes = codesWithoutHeader(matches, table.rows) ?? codesBesideNames(used, table.rows)
  if (codes !== null) claimByContent(codes, 'wbs')
  levelsBesideCodes(used, table.rows)
  durationsByUnit(used, table.rows)
  if (listsLinks(matches))
    throw new ImportRefusal(
      'no_name_column',
      'the table has a predecessor and a successor in each row: links, and no tasks',
    )
  if (!matches.some(({ field }) => field === 'name')) {
    const seen = headers.filter((cell) => cell.trim() !== '').slice(0, 10)
    throw new ImportRefusal(
      'no_name_column',
      `no column could be matched to the task name; headers: ${seen.map(quoted).join(', ')}`,
    )
  }
  const ended = endsOfDone(used, table.rows)
  const staggered = staggeredColumns(matches, table.rows)
  const places = levels.map(({ index }) => index)
  const columns = new ColumnSet(matches, staggered, places)
  unitBelowHeader(columns, table.rows)
  if (countsSeconds(columns, table.rows)) columns.setUnit('duration', 'second')
  if (countsHours(columns, used)) columns.setUnit('duration', 'hour')
  columns.namesMilestones = namesMilestones(matches, table)
  columns.cancelled = cancelledColumn(used, table.rows, isState)
  columns.otherIds = otherIds(used, table.rows)
  columns.tellsEffort = EFFORT.test(columns.header('duration')) && columns.has('start') && columns.has('finish')
  columns.zeroIsUntold = zeroIsUntold(columns, table.rows)
  const { start, finish = ended } = withDayDone(actualColumns(used, table.rows), used, table.rows)
  columns.actual = { start, finish }
  const happened = Object.values(columns.actual).filter((at) => at !== undefined)
  table.readInto(...happened)
  accountFor(table, matches, columns, staggered)
  leaveWordsOfFlags(table, columns)
  return { matches, columns, warnings: columnWarnings(matches, columns, staggered, table) }
}

/** Columns of fields are read in rows of tasks; all others with a header are named by `columnWarnings` or left out by the caller. */
function accountFor(
  { account }: SheetTable,
  matches: readonly ColumnMatch[],
  { levels, otherIds, cancelled }: ColumnSet,
  steps: ReturnType<typeof staggeredColumns>,
): void {
  const read = matches.flatMap(({ index, field }) => (field === null ? [] : [index]))
  account.readInTasks([...read, ...levels, ...Object.values(steps).flat(), otherIds, cancelled])
  account.settleColumns(matches.flatMap(({ index, field, header }) => (field === null && header !== '' ? [index] : [])))
}

/** Below a header of milestones, what is neither yes nor no and no kind of row. */
function leaveWordsOfFlags({ account, rows }: SheetTable, columns: ColumnSet): void {
  const at = columns.index('milestone')
  if (at === undefined || rows.some(({ cells }) => saysMilestone(cells[at] ?? ''))) return
  for (const row of rows) {
    const cell = row.cells[at] ?? ''
    if (cell !== '' && /[\p{L}\d]/u.test(cell) && parseYesNo(cell) === null) account.leave(at, row)
  }
}

/** Columns by their headers and the caller's map; `used` are those that the caller has not left out. */
function matchAsWished(
  headers: readonly string[],
  columnMap: Record<string, string> | undefined,
  rows: readonly SheetRow[],
  judge: ColumnJudge,
): { matches: ColumnMatch[]; used: readonly ColumnMatch[] } {
  const points = pointsColumns(headers, rows)
  const wishes = {
    ...points,
    ...leastColumns(headers),
    ...momentsAsText(headers, rows),
    ...dueOfTypedRows(headers),
    ...columnMap,
  }
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
  unlessMatrix(matches, rows)
  unlessAllThree(matches)
  unlessSparse(matches, rows)
  daysInTurn(matches, rows)
  hoursOfClock(matches, rows)
  wordsForLengths(matches, rows)
  datesByContent(matches, rows)
  namesMeantByLinks(matches, rows)
  milestonesOfThings(matches, rows)
  peopleBesideTasks(matches, rows, judge)
  finerNames(matches, rows, judge)
  phasesOfLists(matches, rows)
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
  notesBesideNames(matches)
  settleActive(matches, rows)
  settleUnits(matches, rows)
  unlessMarks(matches, rows)
  milestonesByKind(matches, rows)
  endsByDone(matches, rows)
  progressThatHappened(matches)
  progressByState(matches, rows)
  progressByDone(matches, rows)
  numbersAreIds(matches, rows)
  codesAreIds(matches, rows)
  kindsOfLinks(matches, rows)
  unlessMatrix(matches, rows)
  return levels
}

/** Ticks in three columns beside each other say who or where, whatever these are called: `Fin` and `Stan` are people then. */
function unlessMatrix(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const sample = rows.slice(0, SAMPLED_ROWS)
  const isTicked = (match: ColumnMatch | undefined) => {
    const cells = match === undefined || match.header === '' ? [] : filledTexts(sample, match.index)
    return cells.length > 1 && cells.every((cell) => /^[x×✓✔]$/i.test(cell))
  }
  const ticked = matches.map(isTicked)
  const isOne = (at: number) => ticked[at] === true
  for (const [at, match] of matches.entries()) {
    const isWithin =
      isOne(at) &&
      [
        [-2, -1],
        [-1, 1],
        [1, 2],
      ].some((steps) => steps.every((step) => isOne(at + step)))
    if (!isWithin || match.field === null || match.confidence === 'override') continue
    match.field = null
    match.confidence = 'none'
  }
}

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
  const cells = filledTexts(rows, days.index)
  // Weeks begin anew with each month.
  const isOfMonths = matches.some(({ index, header }) => index < days.index && MONTH_OR_YEAR.test(header.trim()))
  // `4-5` is two of them.
  const ends = cells.map((cell) => /^(\d{1,4})(?:\s?[-–]\s?(\d{1,4}))?$/.exec(cell))
  const isNext = (_: string, at: number) => {
    const [first, before] = [ends[at]?.[1], ends[at - 1]?.[2] ?? ends[at - 1]?.[1]]
    if (first === undefined) return false
    return at === 0 || [0, 1].includes(Number(first) - Number(before)) || (isOfMonths && first === '1')
  }
  const areOfMonths = isOfMonths && cells.every((cell) => /^[1-5]$/.test(cell))
  if (cells.length < FEWEST_DAYS || !(areOfMonths || cells.every(isNext)) || new Set(cells).size === 1) return
  days.field = null
  days.confidence = 'none'
}
const DAY =
  /^(?:day|week|month|shoot(?:ing)? day|tag|woche|monat|jour|semaine|día|dia|semana|giorno|settimana|dag|vecka|uge|uke|день|неделя|dzień|tydzień|den|týden|gün|hafta|päivä|viikko|nap|hét|ngày|tuần|hari|minggu|日|天|週|周|일|주)$/iu
const MONTH_OR_YEAR = /^(?:month|monat|mois|mes|mês|mese|maand|månad|måned|месяц|miesiąc|měsíc|ay|tháng|bulan|月|월)$/iu
const FEWEST_DAYS = 3

/** `08:00`, `10:30 - 11:30` below `Time`, each after the one before it, say at what time of the day. */
function hoursOfClock(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const times = matches.find(
    ({ field, header, confidence }) => field === 'duration' && confidence !== 'override' && TIME.test(header.trim()),
  )
  if (times === undefined) return
  const cells = filledTexts(rows, times.index)
  const minutes = cells.map((cell) => {
    const [, hour = '', minute = '0', half = ''] = CLOCK.exec(cell) ?? []
    return hour === ''
      ? Number.NaN
      : (Number(hour) % (half === '' ? 24 : 12)) * 60 + Number(minute) + (/^p/i.test(half) ? 720 : 0)
  })
  const inTurn = cells.length >= FEWEST_DAYS && minutes.every((value, at) => value >= (minutes[at - 1] ?? 0))
  const areStretches = cells.length > 1 && cells.every((cell) => CLOCK_RANGE.test(cell))
  if (!inTurn && !areStretches) return
  times.field = null
  times.confidence = 'none'
}
const TIME = /^(?:time|uhrzeit|zeit|heure|horaire|hora|horario|ora|orario|tijd|tid|время|時刻|時間|时间|시간)$/iu
const CLOCK_RANGE = /^\d{1,2}[:.h]\d{2}\s?(?:[ap]\.?m\.?)?\s?[-–—]\s?\d{1,2}[:.h]\d{2}/i
const CLOCK = /^(\d{1,2})[:.h](\d{2})\s?([ap]\.?m\.?)?(?:\s?(?:[-–—]|to).*)?$/i

/** Sentences below `Period`, each another and none a length, say what is aimed at. */
function wordsForLengths(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const lengths = matches.find(({ field, confidence }) => field === 'duration' && confidence !== 'override')
  if (lengths === undefined) return
  const cells = filledTexts(rows.slice(0, SAMPLED_ROWS), lengths.index)
  const isOther = (cell: string) => /\p{L}{4}/u.test(cell) && parseDuration(cell) === null
  if (cells.length < FEWEST_SENTENCES || !cells.every(isOther) || new Set(cells).size < cells.length) return
  lengths.field = null
  lengths.confidence = 'none'
}

const FEWEST_SENTENCES = 3

/** `4 h`, `2 Wochen` in every row: how long it takes, whatever the column is called. */
function durationsByUnit(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'duration' || field === 'finish')) return
  const lasts = (cell: string) => /\p{L}/u.test(cell) && parseDuration(cell) !== null
  const isCounted = (cell: string) => /\d\s?\p{L}/u.test(cell)
  const found = matches.find(({ index, field, confidence }) => {
    if (field !== null || confidence === 'override') return false
    const cells = filledTexts(rows, index)
    return (
      cells.length > 1 && cells.length >= FILLED_AT_LEAST * rows.length && cells.some(isCounted) && cells.every(lasts)
    )
  })
  if (found !== undefined) claimByContent(found, 'duration')
}

/** `(HRS)` in the first row below `Estimated Time` is the unit of the others. */
function unitBelowHeader(columns: ColumnSet, rows: readonly SheetRow[]): void {
  const [first] = rows
  const at = columns.index('duration')
  if (first === undefined || at === undefined) return
  const word = /^[([（［]\s?(\p{L}{1,12})\.?\s?[)\]）］]$/u.exec((first.cells[at] ?? '').trim())?.[1]
  const unit = word === undefined ? null : unitNamed(word.toLowerCase())
  if (unit === null || unit.isElapsed) return
  columns.setUnit('duration', unit.unit)
  first.cells[at] = ''
}

/** `Original estimate`, `Estimation originale`, `原始估算` */
const ESTIMATED =
  /estimate$|^(?:ursprüngliche |estimation |estimación |estimativa |stima |oorspronkelijke |первоначальная |szacunek |初期見積|初始预估|原始估|원래 추정|původní odhad|ursprunglig uppskattning|ilk tahmin)/iu

/** Trackers write estimates in seconds: whole quarters of an hour, none of them short. */
function countsSeconds(columns: ColumnSet, rows: readonly SheetRow[]): boolean {
  if (!ESTIMATED.test(columns.header('duration').trim())) return false
  // An estimate that nobody has made is 0.
  const cells = rows.map((row) => columns.cell(row, 'duration').trim()).filter((cell) => cell !== '' && cell !== '0')
  return cells.length > 0 && cells.every((cell) => /^\d{3,8}$/.test(cell) && Number(cell) % QUARTER_SECONDS === 0)
}

/** One and the same letter in every filled cell marks rows, and sentences say what is to be done: neither names anybody. */
function unlessMarks(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  for (const match of matches) {
    if (match.field !== 'assignee' || match.confidence === 'override') continue
    const cells = filledTexts(rows, match.index)
    const areMarks = cells.length >= FEWEST_MARKS && cells[0]?.length === 1 && new Set(cells).size === 1
    const areSentences = cells.length > 0 && cells.filter(isSentence).length > cells.length / 2
    if (!areMarks && !areSentences) continue
    match.field = null
    match.confidence = 'none'
  }
}
const FEWEST_MARKS = 2
/** More words between two commas than the name of anybody has. */
const isSentence = (cell: string) => cell.split(/[,;/&\n]/).some((part) => part.trim().split(/\s+/).length > MOST_WORDS)
const MOST_WORDS = 6

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
  // That they are labels was a guess by the words of the header.
  const isOpen = ({ field, confidence }: ColumnMatch) =>
    field === null || (field === 'labels' && confidence === 'fuzzy')
  const kinds = matches.find((match) => isOpen(match) && KINDS.has(bareHeader(match.header)))
  if (kinds !== undefined && rows.some((row) => saysMilestone(row.cells[kinds.index] ?? '')))
    claimByContent(kinds, 'milestone')
}

/** Whether 0 is what stands where nobody has told a length: in several rows that are said to be no milestones, beside some that are. */
function zeroIsUntold(columns: ColumnSet, rows: readonly SheetRow[]): boolean {
  if (!columns.has('milestone') || !columns.has('duration')) return false
  const isZero = (row: SheetRow) => parseDuration(columns.cell(row, 'duration').trim())?.days === 0
  const flags = rows.map((row) => ({ flag: parseYesNo(columns.cell(row, 'milestone')), row }))
  const untold = flags.filter(({ flag, row }) => flag === false && isZero(row))
  return untold.length >= FEWEST_UNTOLD && flags.some(({ flag }) => flag === true)
}
const FEWEST_UNTOLD = 3
