import { comparable } from '../cells/comparable-id.ts'
import { parseYesNo } from '../cells/parse-flag.ts'
import { parsePredecessors } from '../cells/parse-predecessors.ts'
import type { SheetRow } from '../sheet-table.ts'
import { saysOnly } from '../words/said-by-words.ts'
import { saysTime } from './bare-tables.ts'
import { filledTexts, isFilled } from './column-texts.ts'
import { namesGroup } from './group-columns.ts'
import { exactHeader, isBelowTasks, partialFields, type SheetField } from './header-fields.ts'
import { isCode } from './judge-columns.ts'
import { type ColumnJudge, type ColumnMatch, claimByContent } from './match-columns.ts'

const SAMPLED_ROWS = 200
export const NAMES_AT_LEAST = 0.5
export const NAMES_MOSTLY = 0.8
const OF_DATES: readonly SheetField[] = ['start', 'finish', 'duration']
const OF_SCHEDULES: readonly SheetField[] = [...OF_DATES, 'predecessors', 'assignee', 'deadline', 'percent_complete']

/**
 * `ÍTEM | PARTIDA`: where the header of names stands above codes, a column of words is what the tasks are called. Notes beside
 * `Task 1` are none: not every task has some, and neither are times.
 */
export function wordsBesideCodes(
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
  const isNote = ({ field, header }: ColumnMatch) => field === 'notes' && !DESCRIBES.test(header)
  const tellsTimes = ({ field, index }: ColumnMatch) =>
    field === null && filledTexts(rows.slice(0, SAMPLED_ROWS), index).every(saysTime)
  const others = matches.filter((match) => match !== name && !isNote(match) && !tellsTimes(match))
  nameByContent(others, rows, judge)
  if (others.some(({ field }) => field === 'name')) return
  name.field = 'name'
  name.confidence = confidence
}

/**
 * `Name | Task`, `Naam | Opdracht`: names that come again beside a column for tasks are those of people. Where the column of tasks
 * was found by a surer word, names are of people all the same.
 */
export function peopleBesideTasks(
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
  judge: ColumnJudge,
): void {
  const names = matches.find(
    ({ field, header, confidence }) =>
      confidence !== 'override' && saysOnly(header, 'name') && (field === 'name' || confidence === 'duplicate'),
  )
  if (names === undefined || differs(names, rows) || judge(names.index, 'assignee') === 0) return
  const tasks = matches.find(
    (match) =>
      match !== names &&
      (match.field === 'name' || match.field === null) &&
      exactHeader(match.header)?.field === 'name' &&
      !saysOnly(match.header, 'name') &&
      judge(match.index, 'name') >= NAMES_AT_LEAST &&
      kindsOf(match, rows) > kindsOf(names, rows),
  )
  if (tasks === undefined || tasks.confidence === 'override') return
  names.field = null
  names.confidence = 'none'
  if (tasks.field !== 'name') claimByContent(tasks, 'name')
  if (!matches.some(({ field }) => field === 'assignee')) claimByContent(names, 'assignee')
}

const kindsOf = ({ index }: ColumnMatch, rows: readonly SheetRow[]) => new Set(filledTexts(rows, index)).size

/**
 * `Epic | Feature`, `Epic | User Story Title`: where the words that name tasks come again and again, and those of another column of
 * names each belong to just one of them, that column names the tasks and the first one what they are parts of.
 */
export function finerNames(matches: readonly ColumnMatch[], rows: readonly SheetRow[], judge: ColumnJudge): void {
  const name = matches.find(({ field }) => field === 'name')
  if (name === undefined || name.confidence === 'override') return
  const textOf = ({ cells }: SheetRow, { index }: ColumnMatch) => (cells[index] ?? '').trim()
  const fuller = matches.find(
    (match) => match !== name && match.header === name.header && goesOnFrom(match, name, rows),
  )
  if (fuller !== undefined) {
    name.field = null
    name.confidence = 'none'
    claimByContent(fuller, 'name')
    return
  }
  const described = describedInstead(matches, name, rows, judge)
  if (described !== undefined) {
    name.field = null
    name.confidence = 'duplicate'
    claimByContent(described, 'name')
    return
  }
  const groups = new Set(filledTexts(rows, name.index))
  const count = filledTexts(rows, name.index).length
  // What is written once above its parts is no name that comes again.
  const mayBeGroups = namesGroup(name.header) ? groups.size < count : groups.size < REPEATED_AT_MOST * rows.length
  if (count < NAMES_MOSTLY * rows.length || !mayBeGroups) return
  if (matches.some(({ header }) => isBelowTasks(header))) return
  const isFiner = (match: ColumnMatch) => {
    const groupOf = new Map<string, string>()
    for (const row of rows) {
      const text = textOf(row, match)
      if (text === '') continue
      if ((groupOf.get(text) ?? textOf(row, name)) !== textOf(row, name)) return false
      groupOf.set(text, textOf(row, name))
    }
    return groupOf.size > groups.size
  }
  const lengthOf = (match: ColumnMatch) => filledTexts(rows, match.index).join('').length
  const [finer] = matches
    .filter(
      (match) =>
        match.field === null &&
        match.confidence !== 'override' &&
        (exactHeader(match.header)?.field === 'name' || partialFields(match.header).includes('name')) &&
        judge(match.index, 'name') >= NAMES_MOSTLY &&
        isFiner(match),
    )
    .sort((a, b) => lengthOf(a) - lengthOf(b))
  if (finer === undefined) return
  name.field = null
  name.confidence = 'duplicate'
  claimByContent(finer, 'name')
}
const REPEATED_AT_MOST = 0.6

/**
 * `Work package | Task no. | Description`: where many rows with dates have nothing in the column of names, and each row is described in
 * another one, that column says what the tasks are.
 */
function describedInstead(
  matches: readonly ColumnMatch[],
  name: ColumnMatch,
  rows: readonly SheetRow[],
  judge: ColumnJudge,
): ColumnMatch | undefined {
  const scheduled = matches.filter(({ field }) => field !== null && OF_DATES.includes(field))
  const planned = rows.filter((row) => scheduled.some(({ index }) => isFilled(row, index)))
  const unnamed = planned.filter((row) => !isFilled(row, name.index))
  if (unnamed.length < UNNAMED_AT_LEAST * planned.length || unnamed.length === 0) return undefined
  // Parts below a name that is written once say what they are themselves.
  if (matches.some((match) => isBelowTasks(match.header) && unnamed.every((row) => isFilled(row, match.index))))
    return undefined
  return matches.find(
    (match) =>
      match !== name &&
      match.header !== '' &&
      match.confidence !== 'override' &&
      ((match.field === null && match.confidence === 'none') || match.field === 'notes') &&
      !isBelowTasks(match.header) &&
      judge(match.index, 'name') >= NAMES_MOSTLY &&
      planned.every((row) => isFilled(row, match.index)) &&
      differs(match, planned),
  )
}
const UNNAMED_AT_LEAST = 0.3

/** `Task | Task` with `Collect | Collect requirements`: whether one column has the words of another in full. */
function goesOnFrom(fuller: ColumnMatch, brief: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const pairs = rows
    .map(({ cells }) => [(cells[brief.index] ?? '').trim(), (cells[fuller.index] ?? '').trim()] as const)
    .filter(([short, long]) => short !== '' || long !== '')
  const longer = pairs.filter(([short, long]) => long.length > short.length)
  return (
    longer.length >= NAMES_AT_LEAST * pairs.length &&
    pairs.every(([short, long]) => long.toLowerCase().startsWith(short.toLowerCase()))
  )
}

/** `Bauabschnitt | Gewerk`: trades that come again are who does what the words in another column say. */
export function wordsBesideTrades(
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
export function nameByContent(matches: readonly ColumnMatch[], rows: readonly SheetRow[], judge: ColumnJudge): void {
  const holdsText = ({ index }: ColumnMatch) => judge(index, 'name') >= NAMES_AT_LEAST
  // Remarks stand beside some rows, what a row is called beside each.
  const described = matches.find(
    (match) =>
      match.field === 'notes' &&
      judge(match.index, 'name') >= (DESCRIBES.test(match.header) ? NAMES_AT_LEAST : NAMES_MOSTLY),
  )
  // Names that step to the right go on below blank headers.
  const fullness = ({ index }: ColumnMatch) => {
    const next = matches.find((match) => match.index > index && match.header !== '')?.index ?? index + 1
    const isNamed = ({ cells }: SheetRow) => cells.slice(index, next).some((cell) => cell.trim() !== '')
    const own = judge(index, 'name')
    return own > 0 ? Math.max(own, rows.filter(isNamed).length / Math.max(1, rows.length)) : 0
  }
  const scheduled = matches.filter(({ field }) => field !== null && OF_SCHEDULES.includes(field))
  const hasDates = scheduled.some(({ field }) => field !== null && OF_DATES.includes(field))
  const headless = hasDates
    ? (matches.find((match) => match.header === '' && holdsText(match)) ?? matches.find(({ header }) => header === ''))
    : undefined
  const named =
    scheduled.length > 1
      ? (matches.find((match) => mayName(match) && fullness(match) >= NAMES_MOSTLY && differs(match, rows)) ??
        matches.find(
          (match) =>
            mayName(match) && judge(match.index, 'name') >= NAMES_MOSTLY && differsInGroups(match, matches, rows),
        ))
      : undefined
  const milestones = matches.find(
    (match) =>
      mayName(match) &&
      exactHeader(match.header)?.field === 'milestone' &&
      judge(match.index, 'name') >= NAMES_MOSTLY &&
      rows.every((row) => parseYesNo(row.cells[match.index] ?? '') === null),
  )
  // Below other headers such words are kinds of rows.
  const logged = [REMEDY, OF_LOGS]
    .map((words) =>
      matches.find(
        (match) =>
          mayName(match) &&
          words.test(match.header.trim()) &&
          judge(match.index, 'name') >= NAMES_MOSTLY &&
          differs(match, rows, FEW_REPEATED),
      ),
    )
    .find((match) => match !== undefined)
  const isStep =
    named !== undefined &&
    headless !== undefined &&
    rows.every(({ cells }) => [named, headless].some(({ index }) => (cells[index] ?? '').trim() === ''))
  const text = headless !== undefined && !isStep && holdsText(headless) ? headless : undefined
  // `Description` above sections, whose works stand one column to the right.
  const stepped = matches.find(
    (match) =>
      match.field === 'notes' &&
      DESCRIBES.test(match.header) &&
      headless?.index === match.index + 1 &&
      fullness(match) >= NAMES_MOSTLY &&
      rows.every(({ cells }) => [match, headless].some(({ index }) => (cells[index] ?? '').trim() === '')),
  )
  const labelled =
    scheduled.length > 1
      ? matches.find(
          (match) => match.field === 'labels' && judge(match.index, 'name') >= NAMES_MOSTLY && differs(match, rows, 1),
        )
      : undefined
  // `Phase` above words that are no codes, beside remarks.
  const isRemark = described !== undefined && !DESCRIBES.test(described.header)
  const phased =
    scheduled.length > 1 && (described === undefined || isRemark)
      ? matches.find(
          (match) =>
            match.field === 'wbs' &&
            mayName(match) &&
            holdsText(match) &&
            differs(match, rows, NAMES_AT_LEAST) &&
            !filledTexts(rows, match.index).some(isCode),
        )
      : undefined
  const found =
    logged ??
    stepped ??
    (isRemark ? (phased ?? described) : described) ??
    text ??
    named ??
    milestones ??
    labelled ??
    phased
  if (found !== undefined) claimByContent(found, 'name')
}

/**
 * `milestone | dependencies | deliverables`: the column whose words the links name holds the names of tasks, whatever the others are called,
 * unless they name ids, codes or what is the name already.
 */
export function namesMeantByLinks(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const links = matches.filter(({ field }) => field === 'predecessors')
  const sample = links.length === 0 ? [] : rows.slice(0, MOST_LINKED)
  const named = new Set(
    sample
      .flatMap(({ cells }) => links.map(({ index }) => cells[index] ?? ''))
      .filter((cell) => /\p{L}{3}/u.test(cell))
      .flatMap(parsePredecessors)
      .map(({ readings }) => comparable(readings[0]?.reference ?? '')),
  )
  if (named.size < FEWEST_NAMED) return
  const share = ({ index }: ColumnMatch) => {
    const known = new Set(filledTexts(rows, index).map(comparable))
    return [...named].filter((text) => known.has(text)).length / named.size
  }
  const name = matches.find(({ field }) => field === 'name')
  const isNumbered = matches.some(
    (match) => (match === name || match.field === 'id' || match.field === 'wbs') && share(match) >= NAMES_AT_LEAST,
  )
  if (isNumbered || name?.confidence === 'override') return
  const found = matches.find(
    (match) =>
      match !== name &&
      match.confidence !== 'override' &&
      (match.field === null || match.field === 'milestone' || match.field === 'notes') &&
      share(match) >= NAMES_MOSTLY,
  )
  if (found === undefined) return
  const areCodes = filledTexts(rows, found.index).every((text) => /^\S*\d\S*$/.test(text))
  if (areCodes && matches.some(({ field }) => field === 'id')) return
  if (name !== undefined && !areCodes) {
    name.field = null
    name.confidence = 'none'
  }
  claimByContent(found, areCodes ? 'id' : 'name')
}
const FEWEST_NAMED = 2
const MOST_LINKED = 500

/** `Description | Remarks`: where the descriptions name the tasks, what repeated them is the notes. */
export function notesBesideNames(matches: readonly ColumnMatch[]): void {
  if (matches.some(({ field }) => field === 'notes')) return
  const names = matches.find(({ field, header }) => field === 'name' && exactHeader(header)?.field === 'notes')
  const remarks = matches.find(
    ({ confidence, header }) => confidence === 'duplicate' && exactHeader(header)?.field === 'notes',
  )
  if (names !== undefined && remarks !== undefined) claimByContent(remarks, 'notes')
}

/** The same faults come again from place to place. */
const FEW_REPEATED = 0.2
/** What is to be done about what a log has. */
const REMEDY = /\b(?:mitigati(?:on|ng)|corrective|remedial|follow-?up|required|agreed|planned)? ?actions?$/i
const OF_LOGS = /^(?:issue|bug|defect|problem|requirement|risk|(?:project |key |main )?(?:goal|objective)s?)$/i
export const DESCRIBES =
  /descri|beschreib|detail|omschrijv|opis|popis|описани|опис|beskriv|kuvaus|leírás|περιγραφ|tanım|açıklama|uraian|deskripsi|mô tả|รายละเอียด|وصف|תיאור|विवरण|شرح|aprašym|aprakst|kirjeldus|説明|说明|描述|說明|설명/iu

function mayName({ field, confidence, header }: ColumnMatch): boolean {
  return (
    header !== '' &&
    confidence !== 'override' &&
    (field === null || field === 'wbs' || field === 'milestone' || field === 'id' || LABEL.test(header.trim()))
  )
}

/** What charts call their bars by. */
const LABEL = /^label$/i

const GROUPS_AMONG = 20
/** `Site | Phase`: words that come again from group to group, each once in any of them, one below the other. */
function differsInGroups(
  { index, field }: ColumnMatch,
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
): boolean {
  if (field === 'id' || index >= GROUPS_AMONG) return false
  return matches.some((group) => {
    if (group.index >= index || group.field === 'id' || group.header === '') return false
    const pairs = rows.map(({ cells }) => [(cells[group.index] ?? '').trim(), (cells[index] ?? '').trim()] as const)
    const groups = new Set(pairs.map(([text]) => text))
    const runs = pairs.filter(([text], at) => text !== pairs[at - 1]?.[0]).length
    const isGrouped = groups.size > 1 && runs === groups.size && groups.size * 2 <= rows.length && !groups.has('')
    return isGrouped && new Set(pairs.map((pair) => pair.join('\0'))).size === pairs.length
  })
}

function differs({ index }: ColumnMatch, rows: readonly SheetRow[], share = NAMES_MOSTLY): boolean {
  const texts = filledTexts(rows, index)
  return texts.length > 0 && new Set(texts).size >= share * texts.length
}
