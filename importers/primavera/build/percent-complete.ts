import type { PrimaveraActivity } from '../primavera-model.ts'

/**
 * Percent complete by the kind that the activity goes by: of its duration, of its work, or as a person judged it. What is
 * complete is at 100, what has not begun at 0, and what is under way at neither end by rounding.
 */
export function percentComplete(activity: PrimaveraActivity): number {
  const { status } = activity
  if (status === 'TK_Complete') return 100
  if (status === 'TK_NotStart') return 0
  const percent = Math.min(100, Math.max(0, byKind(activity)))
  const rounded = Math.round(percent)
  if (rounded === 100 && percent < 100) return 99
  return rounded === 0 && percent > 0 ? 1 : rounded
}

function byKind(activity: PrimaveraActivity): number {
  const { percentKind, physicalPercent, statedPercent, workDone, workLeft } = activity
  if (percentKind === 'CP_Phys') return physicalPercent
  if (statedPercent !== null) return statedPercent
  if (percentKind === 'CP_Units') return workDone + workLeft > 0 ? (100 * workDone) / (workDone + workLeft) : 0
  const { plannedMinutes, remainingMinutes } = activity
  if (plannedMinutes === null || remainingMinutes === null || plannedMinutes <= 0) return 0
  return 100 * (1 - remainingMinutes / plannedMinutes)
}
