import { type DateOrder, slashParts } from './parse-date.ts'

export type DateOrderSetting = 'auto' | DateOrder

export type DateCell = { row: number; column: string; value: string }

export type DateOrderDecision = {
  resolved: DateOrder
  /** True when slash dates are there and none of them shows which part is the day. */
  isAmbiguous: boolean
  /** The cell that decided, when one did. */
  evidence: (DateCell & { reason: string }) | null
}

/**
 * Finds out how slash dates are meant: day first if any of them proves it, else month first. A file without slash dates
 * is ISO.
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
      return { resolved: 'dmy', isAmbiguous: false, evidence: { ...cell, reason } }
    }
    if (parts.second > 12) monthFirst ??= cell
  }
  if (slashCount === 0) return { resolved: 'iso', isAmbiguous: false, evidence: null }
  if (monthFirst === null) return { resolved: 'mdy', isAmbiguous: true, evidence: null }
  const reason = `${slashParts(monthFirst.value)?.second} cannot be a month, so the month comes first`
  return { resolved: 'mdy', isAmbiguous: false, evidence: { ...monthFirst, reason } }
}
