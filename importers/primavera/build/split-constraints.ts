import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { PrimaveraActivity } from '../primavera-model.ts'

/** Codes of `RawTask`: 0 none, 1 ALAP, 2 MSO, 3 MFO, 4 SNET, 5 SNLT, 6 FNET, 7 FNLT. */
const [NONE, ALAP, MSO, MFO, SNET, SNLT, FNET, FNLT] = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * What each kind holds. "On" a day is held from below and from above here, and links still go first there, unlike the
 * mandatory kinds, which are the pins of other planners.
 */
const HOLDS: Readonly<Record<string, readonly number[]>> = {
  CS_ALAP: [ALAP],
  CS_MSO: [SNET, SNLT],
  CS_MSOA: [SNET],
  CS_MSOB: [SNLT],
  CS_MEO: [FNET, FNLT],
  CS_MEOA: [FNET],
  CS_MEOB: [FNLT],
  CS_MANDSTART: [MSO],
  CS_MANDFIN: [MFO],
}

export interface HeldActivity {
  readonly constraintCode: number
  readonly constraintDate: string | null
  readonly deadline: string | null
  readonly notBefore: string | null
}

/**
 * Up to two constraints of an activity as a task holds them: an earliest start, one constraint, and a deadline, which is
 * what a latest finish comes to in this planner. What finds no place any more is named.
 */
export function splitConstraints(activity: PrimaveraActivity, diagnostics: Diagnostics): HeldActivity {
  const holds = activity.constraints.flatMap(({ code, date, isSecond }) => {
    const kinds = Object.hasOwn(HOLDS, code) ? (HOLDS[code] ?? []) : null
    if (kinds !== null && (date !== null || kinds.includes(ALAP)))
      return kinds.map((kind) => ({ kind, date, code, isSecond }))
    const reason = kinds === null ? 'its kind is not known' : 'it has no date that can be used'
    report(activity, code, reason, diagnostics)
    return []
  })
  if (activity.externalStart !== null && activity.status === 'TK_NotStart')
    holds.push({ kind: SNET, date: activity.externalStart, code: 'external', isSecond: true })
  let held: HeldActivity = { constraintCode: NONE, constraintDate: null, deadline: null, notBefore: null }
  for (const { kind, date, code, isSecond } of holds) {
    if (kind === SNET) held = { ...held, notBefore: later(held.notBefore, date) }
    else if (kind === FNLT && isSecond && held.deadline === null) held = { ...held, deadline: date }
    else if (held.constraintCode === NONE) held = { ...held, constraintCode: kind, constraintDate: date }
    else if (kind === FNLT && held.deadline === null) held = { ...held, deadline: date }
    else if (held.constraintCode === FNLT && held.deadline === null)
      held = { ...held, deadline: held.constraintDate, constraintCode: kind, constraintDate: date }
    else
      report(
        activity,
        `${code} ${date?.slice(0, 10) ?? ''}`,
        'an activity here is held to one constraint beside its earliest start',
        diagnostics,
      )
  }
  // A single earliest start is a constraint that goes by its own name.
  if (held.constraintCode !== NONE || held.notBefore === null) return held
  return { ...held, constraintCode: SNET, constraintDate: held.notBefore, notBefore: null }
}

function later(known: string | null, date: string | null): string | null {
  return known === null || (date !== null && date > known) ? date : known
}

function report({ id }: PrimaveraActivity, what: string, reason: string, diagnostics: Diagnostics): void {
  const where = { uid: id, field: 'constraint_type' }
  diagnostics.warn('constraint_not_imported', where, `constraint ${what.slice(0, 40)} is not imported: ${reason}`)
}
