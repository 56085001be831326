import type { ScheduleResult } from '../cpm/schedule-result.ts'

export const QUANTITIES = [
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'total_float',
  'free_float',
  'scheduled_start',
] as const

export type Quantity = (typeof QUANTITIES)[number]

/** Which pass a quantity comes from. */
export const PASS_OF = {
  early_start: 'forward',
  early_finish: 'forward',
  scheduled_start: 'forward',
  late_start: 'backward',
  late_finish: 'backward',
  total_float: 'float',
  free_float: 'float',
} as const satisfies Record<Quantity, string>

export function isFloat(quantity: Quantity): boolean {
  return PASS_OF[quantity] === 'float'
}

/** The column of a result that holds a quantity. */
export function columnOf(result: ScheduleResult, quantity: Quantity): Int32Array {
  switch (quantity) {
    case 'early_start':
      return result.earlyStartDay
    case 'early_finish':
      return result.earlyFinishDay
    case 'late_start':
      return result.lateStartDay
    case 'late_finish':
      return result.lateFinishDay
    case 'total_float':
      return result.totalFloatDays
    case 'free_float':
      return result.freeFloatDays
    case 'scheduled_start':
      return result.scheduledStartDay
  }
}
