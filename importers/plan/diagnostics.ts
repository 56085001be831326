import type { ReceiptEntry, ReceiptPlace, Severity } from './imported-plan.ts'

/**
 * Collects what an import converted, defaulted or dropped. Rows never stop an import; they leave an entry here. The
 * number of kept entries is bounded, because a hostile file can produce one for each of its bytes.
 */
export class Diagnostics {
  readonly #entries: ReceiptEntry[] = []
  readonly #maxEntries: number
  #errorCount = 0
  #warningCount = 0

  constructor(maxEntries = 1000) {
    this.#maxEntries = maxEntries
  }

  get errorCount(): number {
    return this.#errorCount
  }

  get warningCount(): number {
    return this.#warningCount
  }

  warn(code: string, where: ReceiptPlace, message: string): void {
    this.#warningCount += 1
    this.#keep('warning', code, where, message)
  }

  error(code: string, where: ReceiptPlace, message: string): void {
    this.#errorCount += 1
    this.#keep('error', code, where, message)
  }

  /** One line for many: how many of the tasks carry something that is not imported. Nothing when none does. */
  warnCounted(code: string, field: string, count: number, total: number, message: string): void {
    if (count > 0) this.warn(code, { field }, `${message}: ${count} of ${total} tasks`)
  }

  /** The kept entries and, when some were left off, a last one that says how many. */
  entries(): ReceiptEntry[] {
    const omitted = this.#errorCount + this.#warningCount - this.#entries.length
    if (omitted === 0) return [...this.#entries]
    return [...this.#entries, { severity: 'warning', code: 'more_entries', where: {}, message: `and ${omitted} more` }]
  }

  #keep(severity: Severity, code: string, where: ReceiptPlace, message: string): void {
    if (this.#entries.length < this.#maxEntries) this.#entries.push({ severity, code, where, message })
  }
}

/** Cuts a value from a file so that a message stays readable and a hostile cell cannot fill the receipt. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}
