import { withoutAddress } from '../cells/parse-predecessors.ts'
import type { SheetRow } from '../sheet-table.ts'
import { exactHeader, normaliseHeader } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'

const SAMPLED_ROWS = 200
const MOSTLY = 0.9
/** `Level 1`, `L2`, `Ebene 3`, `Title 1`: a column a level. */
const NUMBERED =
  /^(?:wbs ?|task ?)?(?:level|lvl|l|title|titel|titre|título|name|ebene|niveau|nivel|nível|livello|уровень|レベル|階層|层级|階層|레벨)[ _-]?([1-9])$/i
const WHOLE = ['大項目', '大分類', '大工程', '大项', '大类', '대분류'].map(normaliseHeader)
const PARTS = [
  '中項目',
  '中分類',
  '中工程',
  '中项',
  '中类',
  '중분류',
  '小項目',
  '小分類',
  '小工程',
  '小项',
  '小类',
  '소분류',
]
const BELOW_TASKS = new Set(
  [
    ...PARTS,
    ...['Subtask', 'Sub-task', 'Sub Task', 'Sub Activity', 'Subtask Name', 'Unteraufgabe', 'Teilaufgabe', 'Sous-tâche'],
    ...['Subtarea', 'Subtarefa', 'Sottoattività', 'Subtaak', 'Подзадача', '子任务', 'サブタスク', '하위작업'],
  ].map(normaliseHeader),
)

/**
 * Columns of which each names tasks of one level, from the left: `Level 1 | Level 2`, `大項目 | 中項目 | 小項目`,
 * `Task | Subtask`, and `Phase | Task` where a row fills only one of them. Fewer than two are none.
 */
export function levelColumns(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): ColumnMatch[] {
  const numbered = matches.filter(({ header }) => NUMBERED.test(header.trim()))
  if (numbered.length > 1 && numbered.every((match) => holdsWords(match, rows))) return numbered
  const name = matches.find(({ field }) => field === 'name')
  const whole = matches.find(({ header }) => WHOLE.includes(normaliseHeader(header)))
  const parts = matches.filter(
    (match) =>
      BELOW_TASKS.has(normaliseHeader(match.header)) &&
      match !== name &&
      holdsWords(match, rows) &&
      !listsTasks(match, name, rows),
  )
  const phase = matches.find(({ field }) => field === 'wbs')
  const heads = (match: ColumnMatch | undefined) =>
    name !== undefined && match !== undefined && headsTasks(match, name, rows) ? match : undefined
  // `Work Package | Task`, `Epic | Story`: two columns that name tasks, of which the left one runs along.
  const group = matches.find(
    (match) =>
      match.confidence === 'duplicate' && exactHeader(match.header)?.field === 'name' && heads(match) !== undefined,
  )
  const top = whole ?? heads(phase) ?? group
  const apart = namesApart(matches, [top ?? phase, name], rows)
  if (apart.length > 0) return apart
  const middle =
    top === undefined || name === undefined
      ? []
      : matches.filter((match) => match.index > top.index && match.index < name.index && isMerged(match, name, rows))
  const levels = [...new Set([top, ...middle, name, ...parts].filter((match) => match !== undefined))]
  levels.sort((a, b) => a.index - b.index)
  return levels.length > 1 && (top !== undefined || parts.length > 0) ? levels : []
}

/** `Phase | Activity | Task`: columns that name tasks and of which each row fills one. */
function namesApart(
  matches: readonly ColumnMatch[],
  before: readonly (ColumnMatch | undefined)[],
  rows: readonly SheetRow[],
): ColumnMatch[] {
  const others = matches.filter(
    ({ header, confidence }) => confidence === 'duplicate' && exactHeader(header)?.field === 'name',
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

function holdsWords({ index }: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const filled = rows
    .slice(0, SAMPLED_ROWS)
    .map((row) => (row.cells[index] ?? '').trim())
    .filter((text) => text !== '')
  return filled.length > 0 && filled.filter((text) => /\p{L}{2}/u.test(text)).length >= MOSTLY * filled.length
}

/** Whether the phases beside the tasks are what heads them: alone in their row, or written beside one or all of their tasks. */
function headsTasks(phase: ColumnMatch, name: ColumnMatch, rows: readonly SheetRow[]): boolean {
  return standApart(phase, name, rows) || runsAlong(phase, name, rows)
}

/**
 * Whether each phase is written in the first row of its tasks, or in all of them, and never comes again: two at least,
 * of which one has several tasks.
 */
function runsAlong(phase: ColumnMatch, name: ColumnMatch, rows: readonly SheetRow[]): boolean {
  if (phase.index > name.index || !holdsWords(phase, rows)) return false
  const text = (row: SheetRow, { index }: ColumnMatch) => row.cells[index] ?? ''
  const tasks = rows.filter((row) => text(row, name).trim() !== '')
  if (tasks.some((row) => /^[\s.]/.test(text(row, name)))) return false
  const phases = tasks.map((row) => text(row, phase).trim())
  const heads = phases.filter((phaseText, index) => phaseText !== '' && phaseText !== phases[index - 1])
  const isFull = phases.every((phaseText) => phaseText !== '')
  const isFirstOnly = phases[0] !== '' && heads.length === phases.filter((phaseText) => phaseText !== '').length
  return (
    (isFull || isFirstOnly) && heads.length > 1 && heads.length < tasks.length && new Set(heads).size === heads.length
  )
}

/** Whether hardly a row fills both of two columns of words, the phase to the left of the task. */
function standApart(phase: ColumnMatch, name: ColumnMatch, rows: readonly SheetRow[]): boolean {
  if (phase.index > name.index || !holdsWords(phase, rows)) return false
  const sample = rows.slice(0, SAMPLED_ROWS)
  const filled = (row: SheetRow, { index }: ColumnMatch) => (row.cells[index] ?? '').trim() !== ''
  const apart = sample.filter((row) => filled(row, phase) !== filled(row, name))
  return apart.some((row) => filled(row, phase)) && apart.length >= MOSTLY * sample.length
}
