import { arePackageCodes, isDueAtEnd } from '../cells/package-codes.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { ParsedRow } from './read-row.ts'

const CODE_IN_FRONT =
  /^((?:WP|AP|LT|WPT|T|Task|ST|Subtask|D|DL|Deliverable|M|MS|ML|Milestone)[ _-]?\d{1,2}(?:\.\d{1,2})*)(?:[.:)]|\s*[-–])?\s+\S/iu
/** Packages stand above what is in them, the first of them near the top. */
const FIRST_ROWS = 50
const PACKAGE = /^(?:WP|AP|LT|WPT)[ _-]?\d/i
const MOSTLY = 0.8
const LONGEST_MONTH = 31

/**
 * `WP2` above `T2.1` and `D2.1`: codes of work packages, in a column of their own or in front of names, are the outline, and what is
 * due is a milestone at the end of its month. Returns what to say of it.
 */
export function readWorkPackages(rows: ParsedRow[], columns: ColumnSet): string[] {
  const begins = rows
    .slice(0, FIRST_ROWS)
    .some(({ wbs, id, name }) => [wbs, id, name].some((text) => PACKAGE.test(text)))
  if (!begins || columns.has('parent') || columns.levels.length > 1 || rows.some(({ depth }) => depth > 0)) return []
  const codes = rows.map(({ wbs, id, name }) =>
    shortened([wbs, id].find((text) => /^\p{L}/u.test(text)) ?? CODE_IN_FRONT.exec(name.slice(0, 60))?.[1] ?? ''),
  )
  const filled = codes.filter((code) => code !== '')
  if (filled.length < MOSTLY * rows.length || !arePackageCodes(filled)) return []
  let dueCount = 0
  for (const [index, row] of rows.entries()) {
    const code = codes[index] ?? ''
    if (row.wbs === '' || /\s/.test(row.wbs)) row.wbs = code
    if (!isDueAtEnd(code) || !isShort(row)) continue
    row.isMilestone = true
    row.saysMilestone = true
    row.durationDays = 0
    row.startDay = row.finishDay ?? row.startDay
    dueCount += 1
  }
  const notes = ['Codes such as WP1 and T1.1 are read as the outline.']
  if (dueCount > 0)
    notes.push(`${dueCount} rows with codes such as D1.1 and MS1 are milestones at the end of the time that they name.`)
  return notes
}

/** `Task 1.1` and `T 1.1` as `T1.1`. */
function shortened(code: string): string {
  return code.replace(/^(T|D|M)(?:ask|eliverable|ilestone)?(?=[ _-]?\d)/i, '$1').replace(/[ _-]/g, '')
}

function isShort({ durationDays, startDay, finishDay }: ParsedRow): boolean {
  if (durationDays !== null && durationDays > 0) return false
  return startDay === null || finishDay === null || finishDay - startDay < LONGEST_MONTH
}
