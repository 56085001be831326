import { isAbsolute, resolve } from 'node:path'
import { isHost } from '../text-forms.ts'

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

/** One line of text, or what a narrower form takes. */
export function text(
  fallback: string,
  meaning: string,
  form: TextForm = { allowed: 'one line of text', takes: () => true },
): Setting<string> {
  const parse = (value: string) => (isLine(value) && form.takes(value) ? value : undefined)
  return { default: fallback, parse, allowed: form.allowed, meaning }
}

/** Text, or null when unset. */
export function optionalText(meaning: string, form?: TextForm): Setting<string | null> {
  return { ...text('', meaning, form), default: null }
}

/** Which texts a setting takes, and how that is told. */
export interface TextForm {
  readonly allowed: string
  readonly takes: (value: string) => boolean
}

const CONTROL = /\p{Cc}/u
const isLine = (value: string) => value.length <= 1_000 && !CONTROL.test(value)

/** A secret of some least length, or null when unset. */
export function secret(minLength: number, meaning: string, maxLength = 4_096): Setting<string | null> {
  const parse = (value: string) => (value.length >= minLength && value.length <= maxLength ? value : undefined)
  const allowed = `${minLength} to ${maxLength} characters`
  return { default: null, parse, allowed, meaning, secret: true }
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

/** Words of one form separated by commas; none when unset. `shape` gives the word as it is kept, or undefined. */
export function list(
  meaning: string,
  form: { allowed: string; shape: (word: string) => string | undefined },
): Setting<readonly string[]> {
  const parse = (value: string) => {
    const words = value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
    const shaped = words.flatMap((word) => form.shape(word) ?? [])
    return shaped.length === words.length ? shaped : undefined
  }
  return { default: [], parse, allowed: `${form.allowed}, separated by commas`, meaning }
}

/** A folder; a relative one is taken from where the service is started. */
export function folder(fallback: string, meaning: string): Setting<string> {
  const parse = (value: string) => (CONTROL.test(value) ? undefined : isAbsolute(value) ? value : resolve(value))
  return { default: resolve(fallback), parse, allowed: 'a folder', meaning }
}

/** The address in a text of one of the schemes, or null for anything that is not read as it is written. */
function addressIn(value: string, schemes: readonly string[]): URL | null {
  const written = /^([a-z]+):\/\/[^\s\\\p{Cc}]*$/iu.exec(value)?.[1]?.toLowerCase()
  return written !== undefined && schemes.includes(written) ? URL.parse(value) : null
}

/** The origin in a text that holds nothing else, such as `https://app.example.org`. */
export function originIn(word: string): string | undefined {
  const url = addressIn(word, ['http', 'https'])
  return url && hasPublicHost(url) && url.pathname === '/' ? url.origin : undefined
}

/** Neither a sign-in nor a query nor a fragment: such an address is put in front of paths. */
function hasPublicHost(url: URL): boolean {
  const isBare = url.username === '' && url.password === '' && !/[?#]/.test(url.href)
  return isBare && isHost(url.hostname.replace(/^\[|\]$/g, ''))
}

/** A web address without a trailing slash, or null when unset. `origin` takes no path either. */
export function url(meaning: string, parts: 'origin' | 'path'): Setting<string | null> {
  const parse = (value: string) => {
    const origin = originIn(value)
    if (origin !== undefined || parts === 'origin') return origin
    const address = addressIn(value, ['http', 'https'])
    return address && hasPublicHost(address) ? address.href.replace(/\/+$/, '') : undefined
  }
  const tail = parts === 'origin' ? 'host and port, nothing after' : 'no user, query or fragment'
  const allowed = `an address that begins with http:// or https:// (${tail})`
  return { default: null, parse, allowed, meaning }
}

/** An address that carries a password: masked in messages, readable from a file. */
export function secretUrl(schemes: readonly string[], meaning: string): Setting<string | null> {
  const parse = (value: string) => {
    const address = addressIn(value, schemes)
    return address && isDecodable(address) ? value.replace(/\/+$/, '') : undefined
  }
  const allowed = `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  return { default: null, parse, allowed, meaning, secret: true }
}

function isDecodable({ username, password, hostname, pathname }: URL): boolean {
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** Adds older names to a setting. */
export function alias<T>(setting: Setting<T>, ...aliases: string[]): Setting<T> {
  return { ...setting, aliases }
}
