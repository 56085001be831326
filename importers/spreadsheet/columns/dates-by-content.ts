import { dayInAnyOrder, isYearless } from '../cells/parse-date.ts'
import { putCell, type SheetRow } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader } from './header-fields.ts'
import { type ColumnMatch, claimByContent } from './match-columns.ts'

const MOSTLY = 0.8
const MOST_WORDS = 3
/** A day in a row or two is the title of a chart, and no column of days. */
const FILLED_AT_LEAST = 0.1
/** Days that say nothing of when work is planned. */
const OTHER_DAYS =
  /creat|updat|modif|chang|added|enter|report|opened|clos|resolv|complet|actual|baseline|revis|issued|submit|request|received|approv|\bsigned|invoice|paid|payment|order|deliver|birth|expir|valid|raised|identified|\blast\b|previous|review|meeting|visit|seen|activity|log|stamp|as of|checked|tested|inspected|started|released|began|moved|merged|triag|status|forecast|original|contract|early|late|erstellt|geändert|créé|modifié|creado|criado|aangemaakt|создан|作成|更新|登録|创建|創建|建立|修改|생성|등록|수정|업데이트|만듦|aktualisiert|angelegt|erfasst|erfassung|eingang|bestell|letzte|mise à jour|dernière|créat|saisie|actualiz|modific|creac|alta|criação|atualiz|cadastr|creat|aggiorn|bijgewerkt|gewijzigd|изменен|обновл|utworz|modyfik|aktualizac|vytvoř|vytvor|změn|zmen|oluştur|güncell|skapad|ändrad|uppdaterad|oprettet|opprettet|opdateret|oppdatert|ændret|endret|luotu|päivitetty|muokattu|létrehoz|módosít|δημιουργ|ενημέρωσ|ngày tạo|cập nhật|dibuat|diperbarui|สร้าง|ปรับปรุง|إنشاء|تحديث|נוצר|עודכן|ایجاد|kreiran|izmenj|ažurir|създад|променен/i

/**
 * Where a sheet names no start, or no dates at all, a column of days that nothing else was found in is one: left of the finish
 * and never after it, the start; one alone, the finish; two side by side, in order in every row, both.
 */
export function datesByContent(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  unlessDays(matches, rows)
  completionDays(matches, rows)
  termsAsDays(matches, rows)
  baselineAsPlan(matches)
  if (forecastAsPlan(matches, rows)) return
  earlyAsPlan(matches, rows)
  const has = (...fields: string[]) => matches.some(({ field }) => field !== null && fields.includes(field))
  if (has('start', 'scheduled_start', 'deadline', 'constraint_date')) return
  const found = matches.filter((match) => holdsDays(match, rows))
  const finish = matches.find(({ field }) => field === 'finish')
  if (finish !== undefined) {
    const start = found.find((match) => match.index < finish.index && isNeverAfter(match, finish, rows))
    if (start !== undefined) claimByContent(start, 'start')
    return
  }
  const [first, second, ...more] = found
  if (first === undefined || more.length > 0) return
  if (second === undefined) claimByContent(first, has('duration') ? 'start' : 'finish')
  else if (isNeverAfter(first, second, rows)) {
    claimByContent(first, 'start')
    claimByContent(second, 'finish')
  }
}

/** `Due` above `HW1`: a column that says when and holds no day at all gives way to one that does. */
function unlessDays(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const finish = matches.find(({ field, confidence }) => field === 'finish' && confidence !== 'override')
  if (finish === undefined || matches.some(({ field }) => field === 'start')) return
  const cells = filledTexts(rows, finish.index)
  const says = (cell: string) => dayInAnyOrder(cell) !== null || isYearless(cell) || /^\d/.test(cell)
  if (cells.length === 0 || cells.some(says) || !matches.some((match) => holdsDays(match, rows))) return
  finish.field = null
  finish.confidence = 'none'
}

/** `Baseline start`, `Baseline finish`: what was planned, where no other column says when. */
function baselineAsPlan(matches: readonly ColumnMatch[]): void {
  const isTaken = ({ field }: ColumnMatch) => field === 'start' || field === 'finish' || field === 'scheduled_start'
  if (matches.some(isTaken)) return
  const ofBaseline = (wanted: 'start' | 'finish') =>
    matches.find(
      ({ header, field, confidence }) =>
        field === null &&
        confidence === 'none' &&
        BASELINE.test(header) &&
        exactHeader(header.slice(0, 200).replace(BASELINE, ''))?.field === wanted,
    )
  const [start, finish] = [ofBaseline('start'), ofBaseline('finish')]
  if (start === undefined || finish === undefined) return
  claimByContent(start, 'start')
  claimByContent(finish, 'finish')
}
const BASELINE = /^\s*(?:baseline|original(?:ly)?|plan)[\s_:-]+/i

/**
 * `Milestone | Baseline | Forecast | Actual`: a day each, of which the latest word on what is still to come is planned, and what was planned
 * where there is none.
 */
function forecastAsPlan(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): boolean {
  if (matches.some(({ field }) => field !== null && OF_PLAN.includes(field))) return false
  const found = [FORECAST, PLANNED].map((said) =>
    matches.find((match) => said.test(match.header) && holdsDays(match, rows, { whateverItIsCalled: true })),
  )
  const [latest, planned] = found.filter((match) => match !== undefined)
  if (latest === undefined) return false
  if (planned !== undefined)
    for (const { cells } of rows)
      if ((cells[latest.index] ?? '').trim() === '') putCell(cells, latest.index, cells[planned.index] ?? '')
  claimByContent(latest, 'finish')
  return true
}
const OF_PLAN: readonly string[] = ['start', 'finish', 'scheduled_start', 'deadline']
const FORECAST =
  /^(?:current |latest |revised )?(?:forecast|revised|projected|expected)(?: (?:date|completion|finish|end|delivery))*$/i
const PLANNED =
  /^(?:baseline|plan|planned|target|original|contract|agreed)(?: (?:date|completion|finish|end|delivery))*$/i

/**
 * `Early start`, `ES`: what was computed, where no other column says when. Beside links it is where the plan begins, without any it is when
 * work starts.
 */
function earlyAsPlan(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field !== null && OF_PLAN.includes(field))) return
  const found = (said: RegExp) =>
    matches.find((match) => said.test(match.header) && holdsDays(match, rows, { whateverItIsCalled: true }))
  const start = found(EARLY_START)
  const finish = found(EARLY_FINISH)
  const isLinked = matches.some(({ field }) => field === 'predecessors' || field === 'successors')
  if (start !== undefined) claimByContent(start, isLinked ? 'scheduled_start' : 'start')
  if (start !== undefined && finish !== undefined) claimByContent(finish, 'finish')
}
const EARLY_START = /^(?:es|early[ _-]?start(?:[ _-]?date)?)$/i
const EARLY_FINISH = /^(?:ef|early[ _-]?finish(?:[ _-]?date)?)$/i

/** `Completion` with a day beside each start is when work ends, and no share of it. */
function completionDays(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'finish')) return
  const shares = matches.find(({ field, confidence }) => field === 'percent_complete' && confidence !== 'override')
  const starts = matches.find(({ field }) => field === 'start')
  if (shares === undefined || starts === undefined) return
  const begun = rows.filter(({ cells }) => (cells[starts.index] ?? '').trim() !== '')
  const ended = begun.filter(({ cells }) => isDayInWords(cells[shares.index] ?? ''))
  if (ended.length > 0 && ended.length >= MOSTLY * begun.length) claimByContent(shares, 'finish')
}

/** `Prazo`, `Срок`, `Délai`: words for how long and for until when; below them days are ends. */
function termsAsDays(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'finish')) return
  const terms = matches.find(({ field, confidence }) => field === 'duration' && confidence !== 'override')
  if (terms === undefined) return
  const cells = filledTexts(rows, terms.index)
  if (cells.length > 0 && cells.every(isDayInWords)) claimByContent(terms, 'finish')
}

const isDayInWords = (cell: string) =>
  isNoNumber(cell) && (dayInAnyOrder(cell.trim()) !== null || isYearless(cell.trim()))

function holdsDays(
  { index, header, field, confidence }: ColumnMatch,
  rows: readonly SheetRow[],
  { whateverItIsCalled = false } = {},
): boolean {
  if (field !== null || confidence !== 'none' || header === '') return false
  if (OTHER_DAYS.test(header) && !whateverItIsCalled) return false
  if (header.split(/\s+/).length > MOST_WORDS) return false
  // `42` or `KW 42` alone in its line is the week in which the days below it lie.
  const cells = filledTexts(
    rows.filter((row) => !isLoneNumber(row, index)),
    index,
  )
  const mayLackYear = DAY_OR_DATE.test(header)
  const days = cells.filter(
    (cell) =>
      isNoNumber(cell) && (dayInAnyOrder(cell) !== null || (mayLackYear && /\d/.test(cell) && isYearless(cell))),
  )
  return cells.length >= Math.max(1, FILLED_AT_LEAST * rows.length) && days.length >= MOSTLY * cells.length
}

const isLoneNumber = ({ cells }: SheetRow, index: number) =>
  /^\s*(?:\p{L}{1,8}\.?\s?)?\d{1,2}\s*$/u.test(cells[index] ?? '') &&
  cells.every((cell, at) => at === index || cell.trim() === '')

/** Points part numbers and codes as well: only whole dates with them count. */
const isNoNumber = (cell: string) => /[^\d.,\s]/.test(cell) || /^\s*\d{1,2}\.\s?\d{1,2}\.\s?\d{4}\.?\s*$/.test(cell)
const DAY_OR_DATE = /^(?:date|day|dates?|datum|fecha|data|дата|日付|日期|날짜)$/i

function isNeverAfter(before: ColumnMatch, after: ColumnMatch, rows: readonly SheetRow[]): boolean {
  let count = 0
  for (const { cells } of rows) {
    const [first, last] = [cells[before.index] ?? '', cells[after.index] ?? ''].map(dayInAnyOrder)
    if (first == null || last == null) continue
    if (first > last) return false
    count += 1
  }
  return count > 0
}
