import { z } from 'zod'

export const LEVEL_NAMES = ['Beginner', 'Intermediate', 'Expert'] as const

/** A level of 1 to 3, and whether it was called by its name: clients of both kinds read back what they wrote. */
export interface Proficiency {
  readonly level: number
  readonly isNamed: boolean
}

/** A level by its number or its name. */
export const proficiency = z
  .union([z.number(), z.string().max(16)])
  .transform((value, issues): Proficiency => {
    const given = typeof value === 'string' ? value.trim() : value
    const named = LEVEL_NAMES.findIndex((name) => name.toLowerCase() === String(given).toLowerCase()) + 1
    if (named > 0) return { level: named, isNamed: true }
    const level = given === '' ? Number.NaN : Number(given)
    if (level in LEVELS) return { level, isNamed: false }
    issues.addIssue({ code: 'custom', message: 'Must be 1 (Beginner), 2 (Intermediate) or 3 (Expert)' })
    return z.NEVER
  })
  .meta({
    override: {
      anyOf: [
        { type: 'integer', enum: [1, 2, 3] },
        { type: 'string', enum: [...LEVEL_NAMES] },
      ],
    },
  })

const LEVELS = { 1: true, 2: true, 3: true }

export const proficiencyReply = z.union([z.literal([1, 2, 3]), z.enum(LEVEL_NAMES)]).describe('as it was written')

/** A stored level as it was written: by its name or by its number. */
export function shownLevel(level: number, isNamed: boolean): number | string {
  return isNamed ? (LEVEL_NAMES[level - 1] ?? level) : level
}
