import { quoted } from '../../plan/diagnostics.ts'
import { dayInAnyOrder } from '../cells/parse-date.ts'
import { parsePercent } from '../cells/parse-percent.ts'
import type { SheetRow } from '../sheet-table.ts'
import { saidByWords } from '../words/said-by-words.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, type SheetField } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'

/** What happened, beside what is planned: `Actual start`, `Ist-Ende`, `Début réel`, `实际开始时间`. */
const HAPPENED =
  /(?<!\p{L})(?:actuals?|act\.?|tatsächliche[rsn]?|ist|réel(?:le)?|real|reale|effettiv[oaie]|werkelijke?|faktiska?t?|faktisk|todelli(?:nen|set)|toteutunut|tényleges|фактичн\p{L}+|rzeczywist[yae]|skutečn[ýáé]|gerçek(?:leşen)?|факт(?:ическ\p{L}+)?)(?!\p{L})|実績|实际|實際|실제|실적/iu

export type ActualColumns = { start: number | undefined; finish: number | undefined }

/** Where a sheet tells when work began and ended, in columns that nothing else was found in. */
export function actualColumns(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): ActualColumns {
  const find = (field: 'start' | 'finish') => happenedColumn(matches, field) ?? endedColumn(matches, field, rows)
  return { start: find('start')?.index, finish: find('finish')?.index }
}

/** `Started`, `Completed On`: what happened, by its form. */
const ENDED: Readonly<Record<'start' | 'finish', RegExp>> = {
  start: /^(?:date )?started(?: on| at| date)?$/i,
  finish:
    /^(?:(?:date )?(?:finished|delivered)(?: on| at| date)?|completed (?:on|at|date)|(?:date|day) completed|actual(?:[ _-](?:date|day|completion|delivery))*)$/i,
}

/** `StartedAt`, `started_at` */
const HUMPS = /(\p{Ll})_?(?=\p{Lu}|(?<=_)\p{L})()/gu

const saysEnded = (header: string, field: 'start' | 'finish') => ENDED[field].test(header.replace(HUMPS, '$1 $2'))

/** A column called after what is over, beside another with what is planned, or with the other end of what is over. */
function endedColumn(
  matches: readonly ColumnMatch[],
  field: 'start' | 'finish',
  rows: readonly SheetRow[],
): ColumnMatch | undefined {
  const other = field === 'start' ? 'finish' : 'start'
  const isPaired = matches.some(
    (match) => match.field === 'start' || match.field === 'finish' || saysEnded(match.header, other),
  )
  return matches.find(
    (match) =>
      isPaired &&
      match.field === null &&
      (match.confidence === 'none' || match.confidence === 'duplicate') &&
      saysEnded(match.header, field) &&
      filledTexts(rows, match.index).some((cell) => dayInAnyOrder(cell) !== null),
  )
}

/** The field of which a header says what happened. */
export function happenedField(header: string): SheetField | null {
  const said = saidByWords(header)
  if (said?.hasHappened && said.field !== 'state') return said.field
  if (!HAPPENED.test(header)) return null
  const rest = header
    .slice(0, 200)
    .replace(HAPPENED, ' ')
    .replace(/^[\s\-–_:]+|[\s\-–_:]+$/g, '')
  return exactHeader(rest)?.field ?? null
}

/** `Date completed`: days in the column that tells what is done are when it was. */
export function withDayDone(
  actual: ActualColumns,
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
): ActualColumns {
  const done = matches.find(({ field }) => field === 'percent_complete')
  if (actual.finish !== undefined || done === undefined) return actual
  const cells = filledTexts(rows, done.index)
  const areDays = cells.length > 0 && cells.every((cell) => /\d\D+\d/.test(cell) && dayInAnyOrder(cell) !== null)
  return areDays ? { ...actual, finish: done.index } : actual
}

/**
 * `COMPLETION_DATE` beside all that is done and nothing else says when it was, where no start is planned: takes the column from the
 * ends and returns its place.
 */
export function endsOfDone(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): number | undefined {
  const placed = (field: SheetField) => matches.find((match) => match.field === field)
  const [done, ends] = [placed('percent_complete'), placed('finish')]
  if (done === undefined || ends === undefined || placed('start') !== undefined) return undefined
  if (ends.confidence === 'override' || !COMPLETES.test(ends.header)) return undefined
  let ended = 0
  for (const { cells } of rows) {
    const isDone = parsePercent((cells[done.index] ?? '').trim()) === 100
    if (((cells[ends.index] ?? '').trim() !== '') !== isDone) return undefined
    if (isDone) ended += 1
  }
  // `Completed Date` is over, `Completion Date` may be to come.
  if (ended === 0 || (ended === rows.length && !IS_OVER.test(ends.header))) return undefined
  ends.field = null
  ends.confidence = 'none'
  return ends.index
}
const IS_OVER = /completed|finished|closed|resolved|done/i
const COMPLETES = /complet|finish|closed|done|resolved|ended|^end/i

/** A column that nothing else was found in, and that says of a field what happened. */
export function happenedColumn(matches: readonly ColumnMatch[], field: SheetField): ColumnMatch | undefined {
  return matches.find(
    (match) => match.field === null && match.confidence === 'none' && happenedField(match.header) === field,
  )
}

export function actualNote(matches: readonly ColumnMatch[], { start, finish }: ActualColumns): string[] {
  const headers = [start, finish].flatMap((at) => (at === undefined ? [] : [quoted(matches[at]?.header ?? '')]))
  if (headers.length === 0) return []
  return [`What stands in ${headers.join(' and ')} is kept as what happened; planned dates stay planned.`]
}
