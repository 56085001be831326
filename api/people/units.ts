import { z } from 'zod'

const DECIMAL = /^-?\d{1,4}(\.\d{1,10})?$/

/** A decimal of two digits, sent as text or as a number; kept as the text the database stores. */
function decimal({ min, max }: { min: number; max: number }) {
  return z
    .union([z.number(), z.string()])
    .transform((value, issues) => {
      const number = typeof value === 'number' ? value : DECIMAL.test(value.trim()) ? Number(value) : Number.NaN
      // Judged as sent: 0.009 is less than the least, though it would round to it.
      if (number >= min && number <= max) return (Math.round(number * 100) / 100).toFixed(2)
      issues.addIssue({ code: 'custom', message: `Must be a decimal from ${min} to ${max}` })
      return z.NEVER
    })
    .meta({ format: 'decimal' })
}

export const MIN_UNITS = 0.01
export const MAX_UNITS = 2

/** Share of somebody's time that a task takes. */
export const assignmentUnits = decimal({ min: MIN_UNITS, max: MAX_UNITS })
/** Share of full time that somebody can give; 0 is a value. */
export const capacityUnits = decimal({ min: 0, max: 99.99 })
