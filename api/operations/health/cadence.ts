import { defineSlot } from '../../platform/hooks.ts'
import type { JobContract } from '../../platform/queue/define-job.ts'

/** A job that starts by the clock, as whoever looks at the installation is told of it. */
export interface ClockedPart {
  readonly job: Pick<JobContract<object>, 'name'>
  /** Minute, hour, day of month, month, day of week, in UTC. */
  readonly when: string
  readonly category: string
}

/** The jobs that start by the clock, which rooms above declare. */
export const clockedParts = defineSlot<ClockedPart>('jobs by the clock')

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const two = (text: string) => text.padStart(2, '0')
const isNumber = (text: string) => /^\d+$/.test(text)

/** A line of the clock in words; the line itself where it says more than these tell. */
export function cadenceOf(when: string): string {
  const [minute = '', hour = '', day, month, weekday = ''] = when.split(' ')
  const every = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (day !== '*' || month !== '*') return when
  if (hour === '*' && weekday === '*') {
    if (minute === '*') return 'every minute'
    if (every !== undefined) return `every ${every} minutes`
    return isNumber(minute) ? `hourly at :${two(minute)}` : when
  }
  if (!isNumber(minute) || !isNumber(hour)) return when
  const time = `${two(hour)}:${two(minute)} UTC`
  if (weekday === '*') return `daily at ${time}`
  return WEEKDAYS[Number(weekday)] === undefined ? when : `${WEEKDAYS[Number(weekday)]}s at ${time}`
}
