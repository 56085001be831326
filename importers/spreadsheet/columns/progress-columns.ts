import { dayInAnyOrder } from '../cells/parse-date.ts'
import { parseYesNo } from '../cells/parse-flag.ts'
import { parsePercent, saysState } from '../cells/parse-percent.ts'
import type { SheetRow } from '../sheet-table.ts'
import { saidByWords } from '../words/said-by-words.ts'
import { happenedColumn } from './actual-columns.ts'
import { filledTexts } from './column-texts.ts'
import { bareHeader, exactHeader, normaliseHeader, type SheetField } from './header-fields.ts'
import { type ColumnMatch, claimByContent } from './match-columns.ts'

const KNOWN_AT_LEAST = 0.5
const FEW_WORDS = 5

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
      '状況',
      '상황',
      '처리상태',
    ])
    .concat([
      'Trạng thái',
      'Tình trạng',
      'Statuss',
      'Būsena',
      'Būklė',
      'Stanje',
      'Статус задачи',
      'Stadiu',
      'Stadiul',
      'Etat',
    ])
    .concat([
      'Zustand',
      'Statusas',
      'Olek',
      'Keadaan',
      'Estatus',
      'Situação atual',
      'Stato attività',
      'Statut de la tâche',
    ])
    .map(normaliseHeader),
)

/** `Status`, and the status of what the rows are: `Activity Status`. */
export const isState = (header: string) =>
  STATES.has(bareHeader(header)) ||
  STATE_OF_ROWS.test(header.trim().replace(/\s+/g, ' ')) ||
  saidByWords(header)?.field === 'state'
const STATE_OF_ROWS =
  /^(?:activity|item|issue|work|card|ticket|story|step|feature|epic|release|bug|deliverable|phase|custom|current|overall|milestone|progress|completion|delivery)[ _-]?(?:status|state)$/i

/** `% Avance Plan | % Avance Real`: a share of what is planned gives way to the share of what is done. */
export function progressThatHappened(matches: readonly ColumnMatch[]): void {
  const planned = matches.find(({ field }) => field === 'percent_complete')
  if (planned === undefined || planned.confidence === 'override' || !PLANNED.test(planned.header)) return
  const done = happenedColumn(matches, 'percent_complete')
  if (done === undefined) return
  planned.field = null
  planned.confidence = 'none'
  claimByContent(done, 'percent_complete')
}
const PLANNED =
  /(?<!\p{L})(?:plan(?:ned|ificado|ejado|lagt|owany|ovaný)?|geplant|soll|prévu|previsto|programado|gepland|план(?:овый)?)(?!\p{L})|予定|計画|计划|計劃|계획/iu

/** A state tells what is done where no column tells how much: most of its words are known ones, and one says done. */
export function progressByState(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'percent_complete')) return
  const free = matches.filter(({ field, confidence }) => field === null && confidence === 'none')
  const state = free.find(({ header }) => isState(header)) ?? free.find((match) => holdsStates(match, rows))
  if (state === undefined) return
  const cells = filledTexts(rows, state.index)
  const known = cells.filter(saysState)
  const hasDone = known.some((cell) => parsePercent(cell) === 100)
  const [words, knownWords] = [new Set(cells).size, new Set(known).size]
  // A word of its own (`NTD`) is one more state, however often it comes.
  const isShort = words <= FEW_WORDS && knownWords >= words - 1 && knownWords > 1
  if (hasDone && (isShort || known.length >= KNOWN_AT_LEAST * cells.length)) claimByContent(state, 'percent_complete')
}

/** A column of a board by any name: nothing but states, several of them. */
function holdsStates({ index }: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const cells = filledTexts(rows, index)
  return (
    cells.length >= FEWEST_STATES &&
    cells.every((cell) => saysState(cell) && parseYesNo(cell) === null) &&
    new Set(cells.map((cell) => cell.trim().toLowerCase())).size > 1
  )
}
const FEWEST_STATES = 3

/** `Gereed` with a day beside every start: when work is to be done, where nothing else says when it ends. */
export function endsByDone(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const placed = (field: SheetField) => matches.find((match) => match.field === field)
  const start = placed('start')
  if (start === undefined || placed('finish') !== undefined) return
  const isDay = (cell: string) => dayInAnyOrder(cell) !== null
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

export function progressByDone(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'percent_complete')) return
  const done = matches.find(
    ({ field, header, confidence }) =>
      field === null && (confidence === 'none' || confidence === 'duplicate') && DONE.test(header.trim()),
  )
  if (done === undefined) return
  const cells = filledTexts(rows, done.index)
  const isDone = (cell: string) => parsePercent(cell) !== null || dayInAnyOrder(cell) !== null
  if (cells.length > 0 && cells.every(isDone)) claimByContent(done, 'percent_complete')
}
