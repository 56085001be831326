import type { Diagnostics } from '../plan/diagnostics.ts'
import type { TrackerIssue } from './tracker-issue.ts'

const MAX_LABELS = 100
const MAX_LABELS_PER_TASK = 20
const MAX_LABEL_CHARACTERS = 50

/** Labels and components of issues within the limits of an import; one spelling each, the first one met. */
export class IssueLabels {
  readonly #spellings = new Map<string, string>()
  readonly #diagnostics: Diagnostics

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics
  }

  take(issue: TrackerIssue): string[] {
    const where = { row: issue.row, field: 'labels' }
    const taken = new Set<string>()
    let excessCount = 0
    for (const entry of issue.labels) {
      const label = entry.slice(0, MAX_LABEL_CHARACTERS).trim()
      if (label.length < entry.length)
        this.#diagnostics.warn('label_cut', where, `${issue.key}: a label is cut at ${MAX_LABEL_CHARACTERS} characters`)
      const key = label.toLowerCase()
      if (label === '' || taken.has(key)) continue
      const isNewButFull = !this.#spellings.has(key) && this.#spellings.size >= MAX_LABELS
      if (taken.size >= MAX_LABELS_PER_TASK || isNewButFull) {
        excessCount += 1
        continue
      }
      if (!this.#spellings.has(key)) this.#spellings.set(key, label)
      taken.add(key)
    }
    if (excessCount > 0) {
      const limits = `at most ${MAX_LABELS_PER_TASK} a task and ${MAX_LABELS} an import`
      this.#diagnostics.warn('too_many_labels', where, `${issue.key}: ${excessCount} labels are left out: ${limits}`)
    }
    return [...taken].map((key) => this.#spellings.get(key) ?? key)
  }
}
