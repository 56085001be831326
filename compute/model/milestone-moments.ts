// At which end of its day a milestone stands, where the plan says so. A link at such an end asks something else than its
// type says: the start and the finish of the milestone are one moment, the start or the end of its day. So a link into a
// milestone at the end of a day bounds its finish, whatever its type, and one out of a milestone at the start of a day
// counts from its start. All else (passes, floats, simulations) sees only the links that result.

import { MILESTONE_MOMENTS } from '../plan/plan-document.ts'
import { LAG_UNIT, LINK_TYPE, type ScheduleColumns } from './schedule-columns.ts'

/** Values of the column. 0 is what a milestone without a moment does: it waits for the next day, and fills it. */
export const MILESTONE_MOMENT = { none: 0, start_of_day: 1, end_of_day: 2 } as const
export const MILESTONE_MOMENT_NAMES = [null, ...MILESTONE_MOMENTS] as const

/** What one link asks between two leaves. */
export interface AskedLink {
  type: number
  lagDays: number
  lagUnit: number
}

/** Whether any link may ask something else than its type says. */
export function holdsMoments({ milestoneMoment }: ScheduleColumns): boolean {
  return (
    milestoneMoment.includes(MILESTONE_MOMENT.start_of_day) || milestoneMoment.includes(MILESTONE_MOMENT.end_of_day)
  )
}

/** The moment of a task; a task that takes time has none, whatever its column carries. */
export function momentOf({ milestoneMoment, durationDays }: ScheduleColumns, task: number): number {
  return durationDays[task] === 0 ? milestoneMoment[task] : MILESTONE_MOMENT.none
}

/**
 * What a link asks between a leaf and another. `from` is -1 where the link leaves the start of a summary, which is that of
 * whatever in it begins first.
 */
export function askBetween(columns: ScheduleColumns, link: number, from: number, to: number): AskedLink {
  const type = columns.linkType[link]
  const lagDays = columns.lagDays[link]
  const lagUnit = columns.lagUnit[link]
  const before = from === -1 ? MILESTONE_MOMENT.none : momentOf(columns, from)
  const after = momentOf(columns, to)
  if (before === MILESTONE_MOMENT.none && after === MILESTONE_MOMENT.none) return { type, lagDays, lagUnit }
  const asked = typeBetween(
    before === MILESTONE_MOMENT.none ? isFromFinish(type) : before === MILESTONE_MOMENT.end_of_day,
    after === MILESTONE_MOMENT.none ? isToStart(type) : after === MILESTONE_MOMENT.start_of_day,
  )
  if (asked !== LINK_TYPE.SF || type === LINK_TYPE.SF) return { type: asked, lagDays, lagUnit }
  // The end of a day comes at the start of the next one; a start to finish link would take both on one day. Without a lag
  // the unit says nothing, and only working days reach back over days off.
  return { type: asked, lagDays: lagDays - 1, lagUnit: lagDays === 0 ? LAG_UNIT.working : lagUnit }
}

/** Whether a type bounds the start of its successor. */
export function isToStart(type: number): boolean {
  return type === LINK_TYPE.FS || type === LINK_TYPE.SS
}

/** Whether a type starts from the finish of its predecessor. */
export function isFromFinish(type: number): boolean {
  return type === LINK_TYPE.FS || type === LINK_TYPE.FF
}

function typeBetween(fromFinish: boolean, toStart: boolean): number {
  if (fromFinish) return toStart ? LINK_TYPE.FS : LINK_TYPE.FF
  return toStart ? LINK_TYPE.SS : LINK_TYPE.SF
}
