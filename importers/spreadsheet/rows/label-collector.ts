import { type Diagnostics, quoted } from '../../plan/diagnostics.ts'
import { splitList } from '../cells/split-list.ts'

const MAX_LABELS = 100
const MAX_LABELS_PER_TASK = 20
const MAX_LABEL_CHARACTERS = 50

/** Gathers the labels of an import: one spelling each (the project's own wins), within the limits on their number. */
export class LabelCollector {
  readonly #spellings = new Map<string, string>()
  readonly #used = new Set<string>()
  /** What cells that nothing was left out of came to: most are those of other rows again. */
  readonly #known = new Map<string, readonly string[]>()

  constructor(catalogue: readonly string[]) {
    for (const label of catalogue) this.#spellings.set(label.toLowerCase(), label)
  }

  /** The labels of one row; what exceeds a limit is left out with a warning. */
  take(cells: readonly string[], where: { row: number; field: string }, diagnostics: Diagnostics): string[] {
    if (cells.every((cell) => cell === '')) return []
    const only = cells.length === 1 ? (cells[0] ?? '') : null
    const known = only === null ? undefined : this.#known.get(only)
    if (known !== undefined) return [...known]
    let isWhole = true
    const taken = new Map<string, string>()
    let excessCount = 0
    for (const entry of cells.flatMap(splitList)) {
      const label = entry.slice(0, MAX_LABEL_CHARACTERS).trim()
      if (label.length < entry.length) {
        isWhole = false
        diagnostics.warn('label_cut', where, `label ${quoted(entry)} is cut at ${MAX_LABEL_CHARACTERS} characters`)
      }
      const key = label.toLowerCase()
      if (taken.has(key)) continue
      const isNewButFull = !this.#used.has(key) && this.#used.size >= MAX_LABELS
      if (taken.size >= MAX_LABELS_PER_TASK || isNewButFull) {
        excessCount += 1
        continue
      }
      this.#used.add(key)
      if (!this.#spellings.has(key)) this.#spellings.set(key, label)
      taken.set(key, this.#spellings.get(key) ?? label)
    }
    if (excessCount > 0) {
      const limits = `at most ${MAX_LABELS_PER_TASK} a task and ${MAX_LABELS} an import`
      diagnostics.warn('too_many_labels', where, `${excessCount} labels are left out: ${limits}`)
    }
    const labels = [...taken.values()]
    if (only !== null && isWhole && excessCount === 0) this.#known.set(only, labels)
    return [...labels]
  }
}
