import { parseNumber } from './parse-number.ts'

const HOURS_PER_DAY = 8
const DAYS_PER_WEEK = 5
const MAX_DURATION_DAYS = 36_525

const UNITS: Record<string, number> = {}
for (const unit of ['', 'd', 'dy', 'dys', 'day', 'days', 'wd', 'work day', 'work days', 'workdays']) UNITS[unit] = 1
for (const unit of ['h', 'hr', 'hrs', 'hour', 'hours']) UNITS[unit] = 1 / HOURS_PER_DAY
for (const unit of ['w', 'wk', 'wks', 'week', 'weeks']) UNITS[unit] = DAYS_PER_WEEK

export type CellDuration = { days: number; isRounded: boolean }

/** `5`, `5d`, `5 days`, `16 hours` (8 a day), `2 weeks` (5 days each), as whole working days; null when unreadable. */
export function parseDuration(text: string): CellDuration | null {
  if (/^[1-9]\d{0,3}$/.test(text)) return { days: Number(text), isRounded: false }
  // A question mark is how planners mark an estimate.
  const bare = text.trim().toLowerCase().replace(/\?$/, '').trim()
  if (bare.length > 60) return null
  const unitAt = bare.search(/[a-z]/)
  const number = parseNumber(unitAt < 0 ? bare : bare.slice(0, unitAt))
  const unit = unitAt < 0 ? '' : bare.slice(unitAt).replace(/\.$/, '')
  const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined
  if (number === null || factor === undefined || number < 0) return null
  const exact = number * factor
  if (exact > MAX_DURATION_DAYS) return null
  // Work that takes time takes at least a day: zero would make it a milestone.
  const days = exact === 0 ? 0 : Math.max(1, Math.round(exact))
  return { days, isRounded: days !== exact }
}
