import type { z } from 'zod'

/** So many problems are worded; the rest of a document that is wrong throughout are counted. */
const MAX_LISTED = 1000

/** Problems of a document with the place of each: `$.projects[0].tasks[2].wbs_path: Must be ….` */
export class SeedErrors {
  readonly #found: { place: readonly PropertyKey[]; text: string }[] = []
  #unlisted = 0

  get isEmpty(): boolean {
    return this.#found.length === 0
  }

  get size(): number {
    return this.#found.length
  }

  /** Whether looking further for problems of single rows would only count them. */
  get isFull(): boolean {
    return this.#found.length >= MAX_LISTED
  }

  add(place: readonly PropertyKey[], message: string): void {
    if (this.isFull) {
      this.#unlisted += 1
      return
    }
    const sentence = message.endsWith('.') ? message : `${message}.`
    this.#found.push({ place, text: `${pathText(place)}: ${sentence}` })
  }

  addIssues(place: readonly PropertyKey[], issues: readonly z.core.$ZodIssue[], value: unknown): void {
    for (const issue of issues) {
      if (issue.code === 'unrecognized_keys')
        for (const key of issue.keys) this.add([...place, ...issue.path, key], 'Unknown field')
      else this.add([...place, ...issue.path], messageOf(issue, value))
    }
  }

  /** In the order of the document. */
  list(): string[] {
    const sorted = [...this.#found].sort((left, right) => comparePlaces(left.place, right.place))
    const texts = sorted.map(({ text }) => text)
    return this.#unlisted === 0 ? texts : [...texts, `$: ${this.#unlisted} further problems are not listed.`]
  }
}

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return issue.message
  const found = issue.path.reduce<unknown>(
    (at, key) => (at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  )
  return found === undefined ? 'This field is required' : issue.message
}

const MAX_KEY = 64

function pathText(place: readonly PropertyKey[]): string {
  const steps = place.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    const key = String(step).slice(0, MAX_KEY)
    return /^\w+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
  })
  return `$${steps.join('')}`
}

function comparePlaces(left: readonly PropertyKey[], right: readonly PropertyKey[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [a, b] = [left[at], right[at]]
    if (a === b) continue
    if (typeof a === 'number' && typeof b === 'number') return a - b
    return String(a) < String(b) ? -1 : 1
  }
  return left.length - right.length
}
