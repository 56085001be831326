// Streams an XML file and hands out the records that a caller asked for, one at a time: the file's size does not
// matter, only the largest record does.

import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml, refuseLongText } from '../../xml/parse-xml.ts'
import { CONTAINER_LEAVES, type PlanRecord, type RecordShape } from './plan-record.ts'
import { parseDateTime, parseFlag, parseMinutes, parseNumber } from './read-values.ts'

/** A record with the texts of its leaves. */
class TextRecord implements PlanRecord {
  readonly name: string
  readonly children: TextRecord[] = []
  readonly texts: (string | undefined)[] = []

  constructor(name: string) {
    this.name = name
  }

  text(leaf: number): string | null {
    return this.texts[leaf]?.trim() || null
  }

  verbatim(leaf: number): string | null {
    const text = this.texts[leaf]
    return text === undefined || text.trim() === '' ? null : text
  }

  number(leaf: number): number | null {
    return parseNumber(this.text(leaf))
  }

  flag(leaf: number, whenAbsent: boolean): boolean {
    return parseFlag(this.text(leaf), whenAbsent)
  }

  dateTime(leaf: number): string | null {
    return parseDateTime(this.text(leaf))
  }

  minutes(leaf: number): number | null {
    return parseMinutes(this.text(leaf))
  }
}

/**
 * Reads the file and calls `onRecord` for each finished child record of the root. Containers with no leaves of their
 * own (`Tasks`) do not become records: their children are handed out instead. Returns the root with its own leaves.
 */
export function streamRecords(
  bytes: Uint8Array,
  root: { name: string; shape: RecordShape },
  onRecord: (record: PlanRecord) => void,
): PlanRecord {
  const reader = new RecordReader(root, onRecord)
  parseXml(bytes, {
    open: (name) => reader.open(name),
    text: (text) => reader.text(text),
    close: () => reader.close(),
  })
  return reader.rootRecord
}

/** What an open element is to the reader: a record, a container, a wanted leaf, or nothing. */
type Frame = { record: TextRecord | null; shape: RecordShape | null; leaf: number | null }

const IGNORED: Frame = { record: null, shape: null, leaf: null }

class RecordReader {
  readonly rootRecord: TextRecord
  readonly #rootShape: RecordShape
  readonly #onRecord: (record: TextRecord) => void
  readonly #frames: Frame[] = []
  #leafText = ''

  constructor(root: { name: string; shape: RecordShape }, onRecord: (record: TextRecord) => void) {
    this.rootRecord = new TextRecord(root.name)
    this.#rootShape = root.shape
    this.#onRecord = onRecord
  }

  open(name: string): void {
    this.#frames.push(this.#frameFor(name))
  }

  text(text: string): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined || frame.leaf === null) return
    this.#leafText += text
    refuseLongText(this.#leafText.length)
  }

  close(): void {
    const frame = this.#frames.pop()
    if (frame === undefined) return
    if (frame.leaf !== null) {
      // The first of several equal elements wins; writers that repeat one put corrections nowhere.
      if (frame.record !== null) frame.record.texts[frame.leaf] ??= this.#leafText
      this.#leafText = ''
      return
    }
    const { record } = frame
    if (record === null || record === this.rootRecord || frame.shape?.leaves === CONTAINER_LEAVES) return
    const owner = this.#frames.at(-1)?.record
    if (owner === this.rootRecord) this.#onRecord(record)
    else owner?.children.push(record)
  }

  #frameFor(name: string): Frame {
    const parent = this.#frames.at(-1)
    if (parent === undefined) {
      if (name !== this.rootRecord.name) {
        throw new ImportRefusal(
          'unsupported_format',
          `the root element is ${name.slice(0, 60)}, not ${this.rootRecord.name}`,
        )
      }
      return { record: this.rootRecord, shape: this.#rootShape, leaf: null }
    }
    if (parent.shape === null || parent.record === null) return IGNORED
    const leaf = Object.hasOwn(parent.shape.leaves, name) ? parent.shape.leaves[name] : undefined
    if (leaf !== undefined) return { record: parent.record, shape: null, leaf }
    const shape =
      parent.shape.children !== undefined && Object.hasOwn(parent.shape.children, name)
        ? parent.shape.children[name]
        : undefined
    if (shape === undefined) return IGNORED
    // A container hands its children to the record around it.
    if (shape.leaves === CONTAINER_LEAVES) return { record: parent.record, shape, leaf: null }
    return { record: new TextRecord(name), shape, leaf: null }
  }
}
