import { civilParts, isoWeekday, monthLength } from '../../compute/plan/civil-day.ts'

/** What decides on which days a rule makes a task; days are day numbers. */
export interface RulePattern {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'CUSTOM'
  readonly interval: number
  readonly weekdays: number
  readonly dayOfMonth: number | null
  readonly anchorDay: number
  /** Last day on which it makes one; null for no end. */
  readonly endDay: number | null
  /** How many more it makes; null for any number. */
  readonly left: number | null
}

/** The days of the rule from one day through another, at most as many as it has left. */
export function occurrenceDays(rule: RulePattern, from: number, through: number): number[] {
  const days: number[] = []
  const last = rule.endDay === null ? through : Math.min(through, rule.endDay)
  for (let day = Math.max(from, rule.anchorDay); day <= last; day++) {
    if (rule.left !== null && days.length >= rule.left) break
    if (isDayOf(rule, day)) days.push(day)
  }
  return days
}

function isDayOf(rule: RulePattern, day: number): boolean {
  const { frequency, interval, anchorDay } = rule
  if (frequency === 'WEEKLY') {
    const weeks = (mondayOf(day) - mondayOf(anchorDay)) / 7
    return weeks % interval === 0 && (rule.weekdays & (1 << (isoWeekday(day) - 1))) !== 0
  }
  if (frequency === 'MONTHLY') return isDayOfMonth(rule, day)
  return (day - anchorDay) % interval === 0
}

function isDayOfMonth({ interval, anchorDay, dayOfMonth }: RulePattern, day: number): boolean {
  const [then, first] = [civilParts(day), civilParts(anchorDay)]
  const months = (then.year - first.year) * 12 + then.month - first.month
  return months % interval === 0 && then.day === Math.min(dayOfMonth ?? 1, monthLength(then.year, then.month))
}

function mondayOf(day: number): number {
  return day - isoWeekday(day) + 1
}
