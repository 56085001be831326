import { quoted } from '../../plan/diagnostics.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseDate } from '../cells/parse-date.ts'
import type { SheetTable } from '../sheet-table.ts'
import type { ColumnSet } from './column-set.ts'
import { filledTexts } from './column-texts.ts'
import { namesWork } from './general-names.ts'
import { exactHeader, partialFields, type SheetField } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'
import { isState } from './progress-columns.ts'
import type { SettledColumns } from './settle-columns.ts'

// What shows that a table is a plan. Stock lists, statements and logs have names and days as well, so a name and a day prove nothing.

/** What columns tell of work beside how far it is: when and who. Two kinds make a plan. */
const KINDS: readonly (readonly SheetField[])[] = [
  ['start', 'finish', 'deadline', 'duration', 'scheduled_start', 'constraint_date'],
  ['assignee'],
]
/** What hardly any other table has. */
const OF_PLANS: readonly SheetField[] = [
  'predecessors',
  'successors',
  'parent',
  'milestone',
  'optimistic',
  'constraint_type',
]

/** Words in headers of tables of goods, money, measures and records. */
const OF_GOODS =
  /(?:price|amount|balance|debit|credit|quantity|qty|stock|inventory|sku|barcode|isbn|currency|invoice|latitude|longitude|salary|temperature|humidity|timestamp|expiry|expiration|payment|transaction|purchased?|sold|bought|customer|probability|likelihood|mitigation|contingency|gender|age|password|username|preis|menge|betrag|saldo|lagerbestand|prix|quantité|montant|solde|precio|cantidad|importe|existencias|preço|quantidade|valor|estoque|prezzo|quantità|importo|giacenza|prijs|aantal|bedrag|цена|количество|сумма|остаток)/iu
/** The same where plans may have them too. */
const OF_RECORDS =
  /(?:e-?mail|phone|telephone|mobile|country|city|address|postcode|zip|url|model|brand|manufacturer|supplier|weight|height|colou?r|score|rank|rating|impact|severity|genre|artist|grade|population|cost|total|discount|unit|path|ip|host|technique|source)/iu

/** `task_id`: what is numbered is work. */
const NUMBERS_WORK = /^(?:task|activity|issue|story|work ?item|action|ticket)[ _-]?(?:id|no|number|#|key|code)/i

/** Few names in many rows. */
const REPEATED_FROM = 12
const DIFFERENT_AT_MOST = 0.25
/** Points from which headers say that a table is of something else: one word of goods, or two of records. */
const OTHER_FROM = 2
/** The same where the table says when each thing begins and ends, or who does it by when. */
const OTHER_FROM_SHOWN = 4
const NAMED_HEADERS = 3
/** Columns of numbers beside the same few names, as in a table of months. */
const NUMBERS_OF_SERIES = 4

/**
 * What to say about a table in which nothing shows a plan. One whose columns are those of goods, money or records is refused; whoever
 * says which column names the tasks, or which row is the header, knows that they are tasks.
 */
export function wordOnEvidence(table: SheetTable, { matches, columns }: SettledColumns): string[] {
  const isAsked = matches.some(({ field, confidence }) => field !== null && confidence === 'override')
  const name = matches.find(({ field }) => field === 'name')
  if (name === undefined || isAsked || table.rows.length === 0) return []
  const names = matches.filter(({ field }) => field === 'name')
  const saysWork =
    columns.namesMilestones ||
    names.some(({ header }) => namesWork(header) && isWholeName(header)) ||
    NUMBERS_WORK.test(columns.header('id'))
  const has = (field: SheetField) => matches.some((match) => match.field === field && isSpelled(match))
  // `milestones_delayed` above numbers counts them.
  const exactly = (field: SheetField) =>
    matches.find((match) => match.field === field && exactHeader(match.header)?.field === field)
  const isOfPlans = OF_PLANS.some((field) => exactly(field) !== undefined)
  const [points, codes] = [exactly('story_points'), exactly('wbs')]
  const speaksOfWork =
    /story|sprint|scrum/i.test(points?.header ?? '') ||
    (codes !== undefined && tellsApart(table, codes.index, ALL_APART))
  const saysHowFar = has('percent_complete') || matches.some(({ header }) => isState(header))
  const happened = columns.actual.start !== undefined || columns.actual.finish !== undefined
  const kinds = KINDS.filter((fields) => fields.some(has)).length + (saysHowFar ? 1 : 0) + (happened ? 1 : 0)
  const repeats = repeatsNames(table, name)
  const isDated = has('start') && (has('finish') || has('duration'))
  const strangers = matches.filter((match) => match.header !== '' && !(match.field !== null && isSpelled(match)))
  const numbers = repeats ? strangers.filter((match) => holdsNumbers(match, table)).length : 0
  const isSeries =
    numbers >= NUMBERS_OF_SERIES || (repeats && strangers.some(({ header }) => /time ?stamp/i.test(header)))
  // Hardly anything but work has a first day, a last day and a length in columns of their own.
  const isTimed = (['start', 'finish', 'duration'] as const).every((field) => exactly(field) !== undefined)
  if (isOfPlans || ((saysWork || isTimed) && !isSeries)) return []
  const goods = strangers.filter(({ header }) => pointsOf(header) > 0)
  const weight = goods.reduce((sum, { header }) => sum + pointsOf(header), 0)
  const ids = columns.index('id')
  const isRegister = kinds > 1 && ids !== undefined && tellsApart(table, ids)
  // `Affected activity` speaks of work, and names none.
  const speaks = speaksOfWork || names.some(({ header }) => namesWork(header))
  const isShown = (!repeats && (kinds > 1 || speaks)) || isRegister || saysWork
  if (isDated && !repeats && followEachOther(table, columns)) return []
  if (isShown && !isSeries && (weight < OTHER_FROM_SHOWN || kinds > 2)) return []
  const areMeasures = repeats && (weight > 0 || numbers > 1)
  const areGoods = weight >= (isDated ? OTHER_FROM_SHOWN : OTHER_FROM)
  if ((areMeasures || areGoods) && !isShown) throw noPlan(name, goods, repeats)
  // A list of names, and one of names with their days, is as bare as a plan may be.
  if (strangers.length === 0 && (isDated || matches.filter(({ header }) => header !== '').length === 1)) return []
  const but = isShown ? 'hardly anything' : isDated ? 'nothing but dates' : 'nothing'
  return [
    `It is not certain that this is a plan: ${but} in the headers speaks of work${goods.length === 0 ? '' : ` beside ${named(goods)}`}; each row is read as a task.`,
  ]
}

/** Whether a header is just a word for names, and no guess. */
function isWholeName(header: string): boolean {
  const whole = exactHeader(header)
  return whole !== null && whole.isGuess !== true
}

/** Whether a column is for its field by its header, and not by what its cells look like. */
function isSpelled({ header, field }: ColumnMatch): boolean {
  if (field === null) return false
  return exactHeader(header)?.field === field || partialFields(header).includes(field)
}

function pointsOf(header: string): number {
  const words = header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}-]+/u)
  const isOne = (pattern: RegExp) => words.some((word) => pattern.exec(word)?.[0].length === word.length)
  return isOne(OF_GOODS) ? 2 : isOne(OF_RECORDS) ? 1 : 0
}

/** `Pump A` in each month of a year: a table of measures has its names again and again. */
function repeatsNames({ rows }: SheetTable, name: ColumnMatch): boolean {
  const names = filledTexts(rows, name.index)
  return names.length >= REPEATED_FROM && new Set(names).size <= DIFFERENT_AT_MOST * names.length
}

/** Whether most rows begin when another one has just ended, as works do and nothing that is bought, hired or sold. */
function followEachOther({ rows }: SheetTable, columns: ColumnSet): boolean {
  return (['dmy', 'mdy'] as const).some((order) => {
    const spans = rows.slice(0, SAMPLED_ROWS).flatMap((row) => {
      const [start, finish] = (['start', 'finish'] as const).map((field) => parseDate(columns.cell(row, field), order))
      return start == null || finish == null || finish < start ? [] : [{ start, finish }]
    })
    return areInTurn(spans)
  })
}

function areInTurn(spans: readonly { start: number; finish: number }[]): boolean {
  const ended = new Set(spans.flatMap(({ finish }) => STEPS_AFTER_AN_END.map((step) => finish + step)))
  const lasting = spans.filter(({ start, finish }) => finish > start).length
  const following = spans.filter(({ start }) => ended.has(start)).length
  return spans.length >= FEWEST_SPANS && lasting * 2 > spans.length && following * 2 > spans.length
}
const FEWEST_SPANS = 3
/** The next day, or the one behind a weekend. */
const STEPS_AFTER_AN_END = [1, 2, 3]

/** Whether hardly a cell of a column comes again. */
function tellsApart({ rows }: SheetTable, at: number, share = MOSTLY_APART): boolean {
  const texts = filledTexts(rows, at)
  return new Set(texts).size >= share * texts.length
}
const [MOSTLY_APART, ALL_APART] = [0.8, 1]

function holdsNumbers({ index }: ColumnMatch, { rows }: SheetTable): boolean {
  const cells = filledTexts(rows.slice(0, SAMPLED_ROWS), index)
  return cells.length > 0 && cells.every((cell) => /^[-+]?\d+(?:[.,]\d+)?$/.test(cell))
}
const SAMPLED_ROWS = 200

function noPlan(name: ColumnMatch, goods: readonly ColumnMatch[], repeats: boolean): ImportRefusal {
  const why = repeats
    ? `${quoted(name.header)} has the same few names again and again`
    : `beside ${quoted(name.header)} stand ${named(goods)}`
  return new ImportRefusal(
    'no_name_column',
    `nothing shows that this table is a plan: ${why}, and no header speaks of tasks, people, progress or links; map a column to the task name to read it all the same`,
  )
}

const named = (matches: readonly ColumnMatch[]) =>
  matches
    .slice(0, NAMED_HEADERS)
    .map(({ header }) => quoted(header))
    .join(', ')
