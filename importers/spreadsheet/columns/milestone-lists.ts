import { parseYesNo } from '../cells/parse-flag.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { isOfAnything, namesWork } from './general-names.ts'
import { holdsWords } from './group-columns.ts'
import { exactHeader, normaliseHeader, type SheetField } from './header-fields.ts'
import { SPELLINGS } from './header-spellings.ts'
import { type ColumnMatch, claimByContent } from './match-columns.ts'

const MILESTONES = new Set(SPELLINGS.milestone.map(normaliseHeader))
const NAME_OF_MILESTONE = /^(?:key |major |project )?milestone[ _-]?(?:name|title|description|event)s?$/i
const OF_FILE = /milestone|meilenstein|jalon|hitos?(?!\p{L})|marcos?(?!\p{L})/iu

/** Whether rows are milestones, as the header of their names has it, or the name of the file where each has one day. */
export function namesMilestones(matches: readonly ColumnMatch[], { fileName }: SheetTable): boolean {
  const names = matches.filter(({ field }) => field === 'name').map(({ header }) => header.trim())
  if (names.some((header) => MILESTONES.has(normaliseHeader(header)) || NAME_OF_MILESTONE.test(header))) return true
  const has = (wanted: SheetField) => matches.some(({ field }) => field === wanted)
  const haveOneDay = has('start') !== has('finish') && !has('duration')
  return haveOneDay && names.every(isOfAnything) && OF_FILE.test(fileName)
}

/** `Cable | Milestone`: where the same few things come again beside the words of their milestones, the milestones are the tasks. */
export function milestonesOfThings(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const things = matches.find(({ field }) => field === 'name')
  if (things === undefined || things.confidence === 'override' || namesWork(things.header)) return
  const milestones = matches.find(
    (match) =>
      match.confidence !== 'override' &&
      exactHeader(match.header)?.field === 'milestone' &&
      holdsWords(match, rows) &&
      filledTexts(rows, match.index).every((text) => parseYesNo(text) === null),
  )
  const countOf = ({ index }: ColumnMatch) => new Set(filledTexts(rows, index)).size
  if (milestones === undefined || countOf(things) * 2 > rows.length || countOf(milestones) <= 1) return
  things.field = null
  things.confidence = 'none'
  claimByContent(milestones, 'name')
}
