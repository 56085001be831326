import { isAbsolute, resolve } from 'node:path'

/** One environment variable: how its text is read, what it may hold and what it means. */
export interface Setting<T> {
  /** The value when the variable is unset or empty. */
  default: T
  /** Gives the value, or `undefined` when the text is not allowed. */
  parse(text: string): T | undefined
  /** What is allowed, as it stands in the message about a bad value. */
  allowed: string
  meaning: string
  /** Masked in messages, and readable from a file named by `<NAME>_FILE`. */
  secret?: boolean
  /** Older names that are read when the setting itself is unset. */
  aliases?: readonly string[]
}

/** At most `limit` requests in each window of `windowSeconds`. */
export interface Rate {
  limit: number
  windowSeconds: number
}

const truths = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
])

const windows = new Map([
  ...['s', 'sec', 'second'].map((word) => [word, 1] as const),
  ...['m', 'min', 'minute'].map((word) => [word, 60] as const),
  ...['h', 'hour'].map((word) => [word, 3_600] as const),
  ...['d', 'day'].map((word) => [word, 86_400] as const),
])

function parseInteger(text: string, min: number, max: number): number | undefined {
  if (!/^-?\d{1,16}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

/** Reads a rate such as `60/min`, `100/hour` or `5/s`. */
function parseRate(text: string): Rate | undefined {
  const [, digits, unit] = /^(\d{1,9})\/([a-z]+)$/.exec(text.toLowerCase().replaceAll(' ', '')) ?? []
  const windowSeconds = windows.get(unit ?? '')
  const limit = Number(digits)
  return windowSeconds === undefined || limit < 1 ? undefined : { limit, windowSeconds }
}

/** Any text. */
export function text(fallback: string, meaning: string): Setting<string> {
  return { default: fallback, parse: (value) => value, allowed: 'any text', meaning }
}

/** Any text, or null when unset. */
export function optionalText(meaning: string): Setting<string | null> {
  return { default: null, parse: (value) => value, allowed: 'any text', meaning }
}

/** A secret of some least length, or null when unset. */
export function secret(minLength: number, meaning: string): Setting<string | null> {
  const parse = (value: string) => (value.length >= minLength ? value : undefined)
  return { default: null, parse, allowed: `at least ${minLength} characters`, meaning, secret: true }
}

/** A whole number between two bounds, both included. */
export function integer(fallback: number, min: number, max: number, meaning: string): Setting<number> {
  const parse = (value: string) => parseInteger(value, min, max)
  return { default: fallback, parse, allowed: `a whole number from ${min} to ${max}`, meaning }
}

/** A cap that `None` lifts: null means unlimited. */
export function cap(fallback: number | null, min: number, max: number, meaning: string): Setting<number | null> {
  const parse = (value: string) => (value.toLowerCase() === 'none' ? null : parseInteger(value, min, max))
  return { default: fallback, parse, allowed: `a whole number from ${min} to ${max}, or None`, meaning }
}

/** A whole number that a step after reading fills in when it is unset. */
export function optionalInteger(min: number, max: number, meaning: string): Setting<number | null> {
  return { ...integer(0, min, max, meaning), default: null }
}

/** True or false. */
export function flag(fallback: boolean, meaning: string): Setting<boolean> {
  const parse = (value: string) => truths.get(value.toLowerCase())
  return { default: fallback, parse, allowed: 'true or false', meaning }
}

/** One of a few words; upper and lower case are the same. */
export function choice<const W extends string>(words: readonly W[], fallback: NoInfer<W>, meaning: string): Setting<W> {
  const parse = (value: string) => words.find((word) => word.toLowerCase() === value.toLowerCase())
  return { default: fallback, parse, allowed: `one of ${words.join(', ')}`, meaning }
}

/** A request rate such as `60/min`. */
export function rate(fallback: string, meaning: string): Setting<Rate> {
  const value = parseRate(fallback)
  if (value === undefined) throw new TypeError(`The default rate ${fallback} is not a rate`)
  return { default: value, parse: parseRate, allowed: 'a rate such as 60/min (per s, min, hour or day)', meaning }
}

/** Words separated by commas; none when unset. */
export function list(meaning: string): Setting<readonly string[]> {
  const parse = (value: string) =>
    value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  return { default: [], parse, allowed: 'words separated by commas', meaning }
}

/** A folder; a relative one is taken from where the service is started. */
export function folder(fallback: string, meaning: string): Setting<string> {
  const parse = (value: string) => (isAbsolute(value) ? value : resolve(value))
  return { default: resolve(fallback), parse, allowed: 'a folder', meaning }
}

/** An address with one of the given schemes, without a trailing slash, or null when unset. */
export function url(schemes: readonly string[], meaning: string): Setting<string | null> {
  const parse = (value: string) => {
    const scheme = URL.parse(value)?.protocol.slice(0, -1)
    return scheme !== undefined && schemes.includes(scheme) ? value.replace(/\/+$/, '') : undefined
  }
  const allowed = `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  return { default: null, parse, allowed, meaning }
}

/** An address that carries a password: masked in messages, readable from a file. */
export function secretUrl(schemes: readonly string[], meaning: string): Setting<string | null> {
  return { ...url(schemes, meaning), secret: true }
}

/** Adds older names to a setting. */
export function alias<T>(setting: Setting<T>, ...aliases: string[]): Setting<T> {
  return { ...setting, aliases }
}
