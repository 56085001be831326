import { parseDay } from '../../plan/file-day.ts'
import type { PlanRecord } from './plan-record.ts'
import { parseDateTime, parseFlag, parseMinutes, parseNumber, wholeMicros } from './read-values.ts'
import { LEAF_COUNTS_ADDRESS, MOST_STATES, RECORD_LEAVES, RECORD_SIZE } from './scan/layout.ts'

const ZERO = 0x30
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const MINUS = 0x2d
const MOST_DIGITS = 9
const LEAVES = RECORD_LEAVES / 4
/** `PT`, and the letters after hours, minutes and seconds. */
const TIME_LETTERS = [0x48, 0x4d, 0x53]
const DATE_TIMES = 4096
const DATE_TIME_LENGTH = 19

/** A file that the scanner goes through, and what its records share. */
export class ScannedFile {
  readonly buffer: Buffer
  readonly words: Int32Array
  readonly stateNames: readonly string[]
  /** How many leaves the records of a state have. */
  readonly leafCounts: Int32Array
  /** Whether all bytes so far were ASCII. */
  isAscii = true
  readonly #dateTimes: (string | null)[] = new Array(DATE_TIMES).fill(null)
  readonly #dateTimeKeys = new Float64Array(DATE_TIMES).fill(-1)

  constructor(buffer: Buffer, words: Int32Array, stateNames: readonly string[]) {
    this.buffer = buffer
    this.words = words
    this.stateNames = stateNames
    this.leafCounts = words.subarray(LEAF_COUNTS_ADDRESS / 4, LEAF_COUNTS_ADDRESS / 4 + MOST_STATES)
  }

  /** The text between two places as XML means it. The scanner has seen that its markup and entities are in order. */
  text(from: number, to: number): string {
    const written = this.buffer.toString(this.isAscii ? 'latin1' : 'utf8', from, to)
    if (!/[&\r<]/.test(written)) return written
    return written
      .replace(/\r\n?/g, '\n')
      .split(/<!--.*?-->|<!\[CDATA\[(.*?)\]\]>/s)
      .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, entity)))
      .join('')
  }

  /** Two digits, or something below 0. */
  twoDigits(at: number): number {
    const tens = (this.buffer[at] as number) - ZERO
    const ones = (this.buffer[at + 1] as number) - ZERO
    return tens >>> 0 > 9 || ones >>> 0 > 9 ? -10_000 : tens * 10 + ones
  }

  /** Dates repeat a lot: each becomes one text, kept until another takes its place. Null where the form is another. */
  dateTime(from: number): string | null {
    const { buffer } = this
    const year = this.twoDigits(from) * 100 + this.twoDigits(from + 2)
    const month = this.twoDigits(from + 5)
    const day = this.twoDigits(from + 8)
    const hour = this.twoDigits(from + 11)
    const minute = this.twoDigits(from + 14)
    const second = this.twoDigits(from + 17)
    if ((year | month | day | hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) return null
    if (buffer[from + 4] !== 0x2d || buffer[from + 7] !== 0x2d || buffer[from + 10] !== 0x54) return null
    if (buffer[from + 13] !== 0x3a || buffer[from + 16] !== 0x3a) return null
    const date = (year * 100 + month) * 100 + day
    const time = (hour * 60 + minute) * 60 + second
    const key = date * 100_000 + time
    const slot = (Math.imul(date, 0x9e3779b1) ^ Math.imul(time, 0x85ebca6b)) >>> 20
    if (this.#dateTimeKeys[slot] === key) return this.#dateTimes[slot] as string
    const text = buffer.toString('latin1', from, from + DATE_TIME_LENGTH)
    if (parseDay(text.slice(0, 10)) === null) return null
    this.#dateTimeKeys[slot] = key
    this.#dateTimes[slot] = text
    return text
  }

  /** Minutes of `PT8H0M0S`, null where the form is another. */
  minutes(from: number, to: number): number | null {
    const { buffer } = this
    if (buffer[from] !== 0x50 || buffer[from + 1] !== 0x54) return null
    let at = from + 2
    let minutes = 0
    for (let part = 0; part < 3; part += 1) {
      const start = at
      let value = 0
      for (let digit = (buffer[at] as number) - ZERO; digit >>> 0 <= 9; digit = (buffer[at] as number) - ZERO) {
        value = value * 10 + digit
        at += 1
      }
      if (at === start || at - start > MOST_DIGITS || buffer[at] !== TIME_LETTERS[part]) return null
      at += 1
      minutes += part === 0 ? value * 60 : part === 1 ? value : value / 60
    }
    return at === to ? wholeMicros(minutes) : null
  }
}

function entity(_: string, hex: string | undefined, decimal: string | undefined, name: string | undefined): string {
  if (name !== undefined) return ENTITIES[name] ?? ''
  return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
}

const NO_RECORDS: readonly ScannedRecord[] = []

/** A record as places in the file. Common forms of values are read from the bytes, all others from their text. */
export class ScannedRecord implements PlanRecord {
  /** Where the record stands among the scanner's words. */
  #at: number
  readonly #file: ScannedFile
  #children: readonly ScannedRecord[] | null = null

  constructor(file: ScannedFile, at: number) {
    this.#file = file
    this.#at = at
  }

  /** Makes this the record that stands elsewhere. */
  moveTo(at: number): void {
    this.#at = at
    this.#children = null
  }

  get name(): string {
    return this.#file.stateNames[this.#file.words[this.#at] as number] as string
  }

  get children(): readonly ScannedRecord[] {
    this.#children ??= this.#findChildren()
    return this.#children
  }

  #findChildren(): readonly ScannedRecord[] {
    const { words, leafCounts } = this.#file
    const end = this.#at + (words[this.#at + RECORD_SIZE / 4] as number) / 4
    const first = this.#at + LEAVES + 2 * (leafCounts[words[this.#at] as number] as number)
    if (first === end) return NO_RECORDS
    let count = 0
    for (let at = first; at < end; at += (words[at + RECORD_SIZE / 4] as number) / 4) count += 1
    const children = new Array<ScannedRecord>(count)
    let at = first
    for (let index = 0; index < count; index += 1) {
      children[index] = new ScannedRecord(this.#file, at)
      at += (words[at + RECORD_SIZE / 4] as number) / 4
    }
    return children
  }

  text(leaf: number): string | null {
    const { words } = this.#file
    const from = words[this.#at + LEAVES + 2 * leaf] as number
    const to = words[this.#at + LEAVES + 2 * leaf + 1] as number
    return from === to ? null : this.#file.text(from, to).trim() || null
  }

  verbatim(leaf: number): string | null {
    const { words } = this.#file
    const from = words[this.#at + LEAVES + 2 * leaf] as number
    const text = this.#file.text(from, words[this.#at + LEAVES + 2 * leaf + 1] as number)
    return text.trim() === '' ? null : text
  }

  number(leaf: number): number | null {
    const { words, buffer } = this.#file
    let at = words[this.#at + LEAVES + 2 * leaf] as number
    const to = words[this.#at + LEAVES + 2 * leaf + 1] as number
    if (at === to) return null
    const isNegative = buffer[at] === MINUS
    if (isNegative) at += 1
    if (to - at > MOST_DIGITS || to === at) return parseNumber(this.text(leaf))
    let value = 0
    for (; at < to; at += 1) {
      const digit = (buffer[at] as number) - ZERO
      if (digit >>> 0 > 9) return parseNumber(this.text(leaf))
      value = value * 10 + digit
    }
    return isNegative ? -value : value
  }

  flag(leaf: number, whenAbsent: boolean): boolean {
    const { words, buffer } = this.#file
    const from = words[this.#at + LEAVES + 2 * leaf] as number
    const to = words[this.#at + LEAVES + 2 * leaf + 1] as number
    if (from === to) return whenAbsent
    const digit = (buffer[from] as number) - ZERO
    return to - from === 1 && digit >>> 0 <= 9 ? digit === 1 : parseFlag(this.text(leaf), whenAbsent)
  }

  dateTime(leaf: number): string | null {
    const { words } = this.#file
    const from = words[this.#at + LEAVES + 2 * leaf] as number
    const to = words[this.#at + LEAVES + 2 * leaf + 1] as number
    if (from === to) return null
    const common = to - from === DATE_TIME_LENGTH ? this.#file.dateTime(from) : null
    return common ?? parseDateTime(this.text(leaf))
  }

  minutes(leaf: number): number | null {
    const { words } = this.#file
    const from = words[this.#at + LEAVES + 2 * leaf] as number
    const to = words[this.#at + LEAVES + 2 * leaf + 1] as number
    if (from === to) return null
    return this.#file.minutes(from, to) ?? parseMinutes(this.text(leaf))
  }
}
