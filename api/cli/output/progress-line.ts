/** Shorter work shows nothing. */
const QUIET_MS = 400

/** One line of standard error that says how far long work is, and how long it still takes. Nothing where nobody looks. */
export class ProgressLine {
  readonly #noun: string
  readonly #startedMs = performance.now()
  #done: { finished: number; total: number } | null = null
  #isShown = false

  /** `noun` is what is counted: runs, files. */
  constructor(noun: string) {
    this.#noun = noun
  }

  readonly show = (finished: number, total: number): void => {
    this.#done = { finished, total }
    const elapsedMs = performance.now() - this.#startedMs
    if (!process.stderr.isTTY || elapsedMs < QUIET_MS || finished === total) return
    const left = finished === 0 ? '' : `, about ${Math.ceil((elapsedMs * (total - finished)) / finished / 1000)} s left`
    const share = String(Math.floor((100 * finished) / total)).padStart(3)
    process.stderr.write(`\r\u001b[K${share} %  ${this.text()}${left}`)
    this.#isShown = true
  }

  text(): string {
    if (this.#done === null) return ''
    return `${this.#done.finished.toLocaleString('en')} of ${this.#done.total.toLocaleString('en')} ${this.#noun}`
  }

  clear(): void {
    if (this.#isShown) process.stderr.write('\r\u001b[K')
    this.#isShown = false
  }
}
