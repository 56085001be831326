// Streams an XML file and hands out the records that a caller asked for, one at a time: the file's size does not
// matter, only the largest record does.

import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml, refuseLongText } from '../../xml/parse-xml.ts'

/** An element with the wanted parts of its content; text is that of its leaves. */
export type XmlRecord = { name: string; text: Map<string, string>; children: XmlRecord[] }

export type RecordShape = {
  /** Names of child elements whose text is kept. */
  leaves: ReadonlySet<string>
  /** Child elements that are records themselves, or containers that pass through to them. */
  children?: Readonly<Record<string, RecordShape>>
}

/**
 * Reads the file and calls `onRecord` for each finished child record of the root. Containers with no leaves of their
 * own (`Tasks`) do not become records: their children are handed out instead. Returns the root with its own leaves.
 */
export function streamRecords(
  bytes: Uint8Array,
  root: { name: string; shape: RecordShape },
  onRecord: (record: XmlRecord) => void,
): XmlRecord {
  const reader = new RecordReader(root, onRecord)
  parseXml(bytes, {
    open: (name) => reader.open(name),
    text: (text) => reader.text(text),
    close: () => reader.close(),
  })
  return reader.rootRecord
}

/** What an open element is to the reader: a record, a container, a wanted leaf, or nothing. */
type Frame = { record: XmlRecord | null; shape: RecordShape | null; leaf: string | null }

const IGNORED: Frame = { record: null, shape: null, leaf: null }
const CONTAINER_LEAVES: ReadonlySet<string> = new Set()

class RecordReader {
  readonly rootRecord: XmlRecord
  readonly #rootShape: RecordShape
  readonly #onRecord: (record: XmlRecord) => void
  readonly #frames: Frame[] = []
  #leafText = ''

  constructor(root: { name: string; shape: RecordShape }, onRecord: (record: XmlRecord) => void) {
    this.rootRecord = { name: root.name, text: new Map(), children: [] }
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
      if (frame.record !== null && !frame.record.text.has(frame.leaf)) frame.record.text.set(frame.leaf, this.#leafText)
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
    if (parent.shape.leaves.has(name)) return { record: parent.record, shape: null, leaf: name }
    const shape =
      parent.shape.children !== undefined && Object.hasOwn(parent.shape.children, name)
        ? parent.shape.children[name]
        : undefined
    if (shape === undefined) return IGNORED
    // A container hands its children to the record around it.
    if (shape.leaves === CONTAINER_LEAVES) return { record: parent.record, shape, leaf: null }
    return { record: { name, text: new Map(), children: [] }, shape, leaf: null }
  }
}

/** The shape of an element that only wraps records of interest. */
export function container(children: Record<string, RecordShape>): RecordShape {
  return { leaves: CONTAINER_LEAVES, children }
}
