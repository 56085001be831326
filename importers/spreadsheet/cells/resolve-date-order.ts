import { type DateOrder, parseDate, slashParts } from './parse-date.ts'

export type DateOrderSetting = 'auto' | DateOrder

/** `startsAt` is the start of the row, where the cell is its finish. */
export type DateCell = { row: number; column: string; value: string; startsAt?: string }

export type DateOrderDecision = {
  resolved: DateOrder
  /** True when slash dates are there and none of them shows which part is the day. */
  isAmbiguous: boolean
  /** The cell that decided, when one did. */
  evidence: (Omit<DateCell, 'startsAt'> & { reason: string }) | null
}

/**
 * Finds out how slash dates are meant: day first if any of them proves it, else month first. Where none does, the order in
 * which no finish comes before its start. A file without slash dates is ISO.
 */
export function resolveDateOrder(setting: DateOrderSetting, cells: readonly DateCell[]): DateOrderDecision {
  if (setting !== 'auto') return { resolved: setting, isAmbiguous: false, evidence: null }
  let monthFirst: DateCell | null = null
  let slashCount = 0
  for (const cell of cells) {
    const parts = slashParts(cell.value)
    if (parts === null) continue
    slashCount += 1
    if (parts.first > 12) {
      const reason = `${parts.first} cannot be a month, so the day comes first`
      return { resolved: 'dmy', isAmbiguous: false, evidence: evidenceOf(cell, reason) }
    }
    if (parts.second > 12) monthFirst ??= cell
  }
  if (slashCount === 0) return { resolved: 'iso', isAmbiguous: false, evidence: null }
  if (monthFirst === null) return byFinishes(cells)
  const reason = `${slashParts(monthFirst.value)?.second} cannot be a month, so the month comes first`
  return { resolved: 'mdy', isAmbiguous: false, evidence: evidenceOf(monthFirst, reason) }
}

function evidenceOf({ row, column, value }: DateCell, reason: string): DateOrderDecision['evidence'] {
  return { row, column, value, reason }
}

function byFinishes(cells: readonly DateCell[]): DateOrderDecision {
  const monthFirst = cells.find((cell) => endsBeforeItStarts(cell, 'mdy'))
  const dayFirst = cells.find((cell) => endsBeforeItStarts(cell, 'dmy'))
  const reason = (cell: DateCell, wrong: string, right: string) =>
    `with the ${wrong} first it would come before its start, ${cell.startsAt}, so the ${right} comes first`
  if (monthFirst !== undefined && dayFirst === undefined) {
    const evidence = evidenceOf(monthFirst, reason(monthFirst, 'month', 'day'))
    return { resolved: 'dmy', isAmbiguous: false, evidence }
  }
  if (dayFirst !== undefined && monthFirst === undefined) {
    const evidence = evidenceOf(dayFirst, reason(dayFirst, 'day', 'month'))
    return { resolved: 'mdy', isAmbiguous: false, evidence }
  }
  return { resolved: 'mdy', isAmbiguous: true, evidence: null }
}

function endsBeforeItStarts({ value, startsAt }: DateCell, order: DateOrder): boolean {
  const start = startsAt === undefined ? null : parseDate(startsAt, order)
  const finish = start === null ? null : parseDate(value, order)
  return start !== null && finish !== null && finish < start
}
