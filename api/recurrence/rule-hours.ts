import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import { timeOfDay } from '../platform/clock.ts'
import type { Services } from '../platform/context.ts'
import type { RuleRow } from './recurrence.queries.ts'

type RuleHour = Pick<RuleRow, 'timezone' | 'time_of_day'>

// The hour of a rule is read on the clocks of the rule's own zone, which is UTC where none is named: then the next day
// ahead gets its task, and who asked for it is reminded of the day itself.

/** The last day whose hour has come; until then it is yesterday. */
export function reachedDay({ clock }: Services, { timezone, time_of_day }: RuleHour): string {
  const today = clock.today(timezone)
  const hasCome = timeOfDay(clock.now(), timezone) >= time_of_day.slice(0, 5)
  return hasCome ? today : formatCivilDay(dayOf(today) - 1)
}

/** Through which day tasks are to be there, as a day number. */
export function dueThrough(services: Services, rule: RuleHour): number {
  return dayOf(reachedDay(services, rule)) + services.config.recurrenceHorizonDays
}

export function dayOf(date: string): number {
  return parseCivilDay(date) as number
}
