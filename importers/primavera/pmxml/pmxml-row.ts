import { parseDateTime, parseFlag, parseNumber } from '../../plan-file/xml/read-values.ts'

/** A record with the texts of its elements and the records that belong to it. */
export class PmxmlRow {
  readonly name: string
  readonly parent: PmxmlRow | null
  readonly inside: PmxmlRow[] = []
  readonly #texts = new Map<string, string>()

  constructor(name: string, parent: PmxmlRow | null) {
    this.name = name
    this.parent = parent
  }

  /** The first of several equal elements wins. */
  set(element: string, text: string): void {
    if (text !== '' && !this.#texts.has(element)) this.#texts.set(element, text)
  }

  /** Text of the first of these elements that says anything. */
  text(...elements: readonly string[]): string | null {
    for (const element of elements) {
      const text = this.#texts.get(element)
      if (text !== undefined) return text
    }
    return null
  }

  number(...elements: readonly string[]): number | null {
    return parseNumber(this.text(...elements))
  }

  /** A whole number above zero, as ids are. */
  id(element: string): number | null {
    const value = this.number(element)
    return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null
  }

  dateTime(...elements: readonly string[]): string | null {
    for (const element of elements) {
      const found = parseDateTime(this.#texts.get(element) ?? null)
      if (found !== null) return found
    }
    return null
  }

  flag(element: string): boolean {
    return parseFlag(this.text(element), false)
  }
}
