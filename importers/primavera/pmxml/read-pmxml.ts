import type { Diagnostics } from '../../plan/diagnostics.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml, refuseLongText } from '../../xml/parse-xml.ts'
import { adoptStrays } from '../lone-project.ts'
import { emptyModel, type PrimaveraModel } from '../primavera-model.ts'
import { PmxmlRow } from './pmxml-row.ts'
import { TAKEN } from './take-rows.ts'

const ROOT = 'APIBusinessObjects'
/** Records that are kept with the one around them. */
const INNER: ReadonlySet<string> = new Set(['StandardWorkHours', 'WorkTime', 'HolidayOrException', 'UDF', 'Code'])
/** A document of nothing but work times must not be kept as a whole. */
const MAX_INNER = 500_000

/**
 * Reads Primavera's XML (PMXML). Records are handed on as they close, wherever they stand: older files list activities
 * beside their project and name it, newer ones write them inside of it.
 */
export function readPmxml(bytes: Uint8Array, diagnostics: Diagnostics): PrimaveraModel {
  const model = emptyModel('pmxml', diagnostics)
  const reader = new PmxmlReader(model)
  parseXml(bytes, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: () => reader.close(),
  })
  adoptStrays(model)
  return model
}

/** An open element: a record, or something inside of one. */
type Frame = { readonly name: string; readonly row: PmxmlRow | null; hasElements: boolean }

class PmxmlReader {
  readonly #model: PrimaveraModel
  readonly #frames: Frame[] = []
  readonly #rows: PmxmlRow[] = []
  #text = ''
  #innerCount = 0

  constructor(model: PrimaveraModel) {
    this.#model = model
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#text = ''
    const around = this.#frames.at(-1)
    if (around === undefined) this.#openRoot(name, attributes)
    else around.hasElements = true
    // A list in the head names the projects of the file without saying anything of them.
    const isInList = name === 'Project' && this.#frames.length > 1
    // A node of the work breakdown has a code; an activity has codes of lists, which are records.
    const isValue = name === 'Code' && this.#rows.at(-1)?.name !== 'Activity'
    const isKnown = Object.hasOwn(TAKEN, name) || INNER.has(name)
    const isRecord = around !== undefined && isKnown && !isInList && !isValue
    const row = isRecord ? new PmxmlRow(name, this.#rows.at(-1) ?? null) : null
    if (row !== null) this.#rows.push(row)
    this.#frames.push({ name, row, hasElements: false })
  }

  text(text: string): void {
    if (!this.#isValue()) return
    this.#text += text
    refuseLongText(this.#text.length)
  }

  close(): void {
    if (this.#isValue()) this.#rows.at(-1)?.set(this.#frames.at(-1)?.name ?? '', this.#text.trim())
    this.#text = ''
    const frame = this.#frames.pop()
    if (frame === undefined || frame.row === null) return
    this.#rows.pop()
    this.#give(frame.row)
  }

  /** Whether the open element is a value of the record right around it. */
  #isValue(): boolean {
    const frame = this.#frames.at(-1)
    return frame?.row === null && !frame.hasElements && (this.#frames.at(-2)?.row ?? null) !== null
  }

  #openRoot(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name !== ROOT)
      throw new ImportRefusal('unsupported_format', `the root element is ${name.slice(0, 60)}, not ${ROOT}`)
    const versions = Object.values(attributes).map((value) => /\/V(\d[\d.]{0,10})\//.exec(value)?.[1])
    const version = versions.find((found) => found !== undefined)
    this.#model.application = version === undefined ? 'Primavera P6 XML' : `Primavera P6 XML ${version}`
  }

  #give(row: PmxmlRow): void {
    if (!INNER.has(row.name)) {
      TAKEN[row.name]?.(row, this.#model)
      return
    }
    this.#innerCount += 1
    if (this.#innerCount > MAX_INNER)
      throw new ImportRefusal('too_complex', `the file holds more than ${MAX_INNER} work times and exceptions`)
    row.parent?.inside.push(row)
  }
}
