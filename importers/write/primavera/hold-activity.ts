import type { PlanTask } from '../../plan/imported-plan.ts'
import type { DaysOfCalendar } from '../../plan-file/build/days-by-dates.ts'
import type { HeldBy } from '../../primavera/primavera-model.ts'
import { dayHours } from '../day-hours.ts'
import { heldDateTime } from '../held-date-time.ts'

const KINDS: Readonly<Record<string, string>> = {
  ALAP: 'CS_ALAP',
  MSO: 'CS_MANDSTART',
  MFO: 'CS_MANDFIN',
  // Activities are not placed by hand; this is what stands whatever its links say.
  MANUAL: 'CS_MANDSTART',
  SNET: 'CS_MSOA',
  SNLT: 'CS_MSOB',
  FNET: 'CS_MEOA',
  FNLT: 'CS_MEOB',
}

/**
 * What holds a task as the two constraints that an activity can have. An earliest and a latest on one day are "on" that
 * day. A deadline stands second; where the earliest start and the constraint take both places, a field of our own has it.
 */
export function holdActivity(task: PlanTask, { countDays }: DaysOfCalendar): HeldBy[] {
  const { planned_start: start, constraint_type: type = 'ASAP', constraint_date: date = null, deadline = null } = task
  const at = (day: string | null, time: string) => (day === null ? null : `${day}T${time}`)
  const { start: startTime, finish: endTime } = dayHours(task)
  // Both ends of a milestone are one moment, which is held.
  const finishTime = task.is_milestone ? startTime : endTime
  const timeOf = (kind: string) => (kind.startsWith('F') || kind === 'MFO' ? finishTime : startTime)
  const { source } = task
  const kept = (day: string | null, stated: string | null | undefined, time: string) =>
    heldDateTime(task, day, stated, { time, countDays })
  const statedFor = (kind: string | null) => (source?.constraint_type === kind ? source?.constraint_date : null)
  const first: Omit<HeldBy, 'isSecond'>[] = []
  const second: Omit<HeldBy, 'isSecond'>[] = []
  const earliest = start === null ? [] : [{ code: 'CS_MSOA', date: kept(start, statedFor('SNET'), startTime) }]
  const latest = deadline === null ? [] : [{ code: 'CS_MEOB', date: kept(deadline, source?.deadline, finishTime) }]
  if (type === 'SNLT' && start !== null && date === start) first.push({ code: 'CS_MSO', date: at(date, startTime) })
  else if (type === 'FNET' && deadline !== null && date === deadline)
    first.push({ code: 'CS_MEO', date: at(date, finishTime) })
  else if (type !== null && type !== 'ASAP')
    first.push({ code: KINDS[type] ?? type, date: kept(date, statedFor(type), timeOf(type)) })
  const code = first[0]?.code
  if (code === 'CS_MSO') second.push(...latest)
  else if (code === 'CS_MEO') second.push(...earliest)
  else if (first.length > 0) second.push(...earliest, ...latest)
  else {
    first.push(...earliest)
    second.push(...latest)
  }
  const held = second[0]
  return [
    ...first.map((one) => ({ ...one, isSecond: false })),
    ...(held === undefined ? [] : [{ ...held, isSecond: true }]),
  ]
}
