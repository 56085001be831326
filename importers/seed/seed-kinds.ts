import { z } from 'zod'
import { parseDay } from '../plan/file-day.ts'

/**
 * The scalar kinds of the seed document. Version 2.0 adds dates that count from the anchor. What a check in code asks for is said
 * again in `meta`, for the published schema.
 */

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const WBS_PATH = /^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/
const RELATIVE_DATE = /^A[+-]\d{1,4}!?$/
const TASK_REF = new RegExp(`^(${inside(SLUG)}:)?${inside(WBS_PATH)}$`)
/** Days that there are, from 1900 to 2199. */
const DAY =
  /^((19|20|21)\d\d-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$/
const CLOCK = 'T([01]\\d|2[0-3]):[0-5]\\d'
const TIMESTAMP = new RegExp(`^(\\d{4}-\\d{2}-\\d{2}|A[+-]\\d{1,4})(${CLOCK})?$`)

export const MAX_SLUG = 40
export const MAX_WBS_PATH = 255
/** What the service stores of days, small and large numbers. */
export const MAX_DAYS = 36_525
export const MAX_SMALL = 32_767
export const MAX_INT = 2_147_483_647

const isSlug = (text: string) => text.length <= MAX_SLUG && SLUG.test(text)
const isWbsPath = (text: string) => text.length <= MAX_WBS_PATH && WBS_PATH.test(text)

export const slug = z
  .string()
  .refine(isSlug, `Must be a slug: at most ${MAX_SLUG} small letters and digits in words joined by hyphens`)
  .meta({ pattern: SLUG.source, maxLength: MAX_SLUG })
export const wbsPath = z
  .string()
  .refine(isWbsPath, 'Must be a WBS path: letters, digits and underscores in parts joined by dots')
  .meta({ pattern: WBS_PATH.source, maxLength: MAX_WBS_PATH })
/** A task of the same project by its path, of another one behind that project's slug and a colon. */
export const taskRef = z
  .string()
  .refine(isTaskRef, 'Must name a task as <wbs> or <project-slug>:<wbs>')
  .meta({ pattern: TASK_REF.source })
export const name = (max: number) =>
  z.string().trim().min(1, 'Must not be blank').max(max).meta({ pattern: /\S/.source })
export const description = z.string().max(100_000)
export const longText = z.string().max(10_000)
export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Must be a color as #RRGGBB')
  .nullable()
export const days = z.int().min(0).max(MAX_DAYS)
export const smallCount = z.int().min(0).max(MAX_SMALL)
export const count = z.int().min(0).max(MAX_INT)
export const score = z.number().min(-1e15).max(1e15)
export const units = z.number().gt(0).max(99.99)
export const capacity = z.number().min(0).max(99.99)
export const timezone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'Not an IANA time zone')
  .meta({ description: 'an IANA time zone' })

export interface DateKinds {
  readonly date: z.ZodType<string>
  readonly timestamp: z.ZodType<string>
}

/** `2.0` also takes dates as `A+12`, `A-3` or `A+0!`. */
export function dateKinds(allowsRelative: boolean): DateKinds {
  const form = allowsRelative ? 'YYYY-MM-DD, A+<days> or A-<days>' : 'YYYY-MM-DD'
  const isDate = (text: string) => parseDay(text) !== null || (allowsRelative && RELATIVE_DATE.test(text))
  const isTimestamp = (text: string) =>
    TIMESTAMP.test(text) && (text.startsWith('A') ? allowsRelative : parseDay(text.slice(0, 10)) !== null)
  const day = allowsRelative ? `(${inside(DAY)}|${inside(RELATIVE_DATE)})` : inside(DAY)
  const moment = allowsRelative ? `(${inside(DAY)}|A[+-]\\d{1,4})` : inside(DAY)
  return {
    date: z
      .string()
      .refine(isDate, `Must be a date as ${form}, between 1900 and 2199`)
      .meta({ pattern: `^${day}$` }),
    timestamp: z
      .string()
      .refine(isTimestamp, `Must be a date as ${form}, with THH:MM behind it or without`)
      .meta({ pattern: `^${moment}(${CLOCK})?$` }),
  }
}

export interface TaskPlace {
  readonly project: string
  readonly wbs: string
}

/** Where a reference leads; `home` is the project it stands in. Null when it names no project and stands in none. */
export function placeOfRef(ref: string, home: string | null): TaskPlace | null {
  const colon = ref.indexOf(':')
  if (colon >= 0) return { project: ref.slice(0, colon), wbs: ref.slice(colon + 1) }
  return home === null ? null : { project: home, wbs: ref }
}

/** A pattern without its anchors, to stand within another. */
function inside(pattern: RegExp): string {
  return pattern.source.slice(1, -1)
}

function isTaskRef(text: string): boolean {
  const colon = text.indexOf(':')
  return colon < 0 ? isWbsPath(text) : isSlug(text.slice(0, colon)) && isWbsPath(text.slice(colon + 1))
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
