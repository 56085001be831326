/** `1 | 2 | 3 | 3 | 4.5`: numbers that go on from row to row say which week it is, and not how many. */
export function riseFromOne(texts: readonly string[]): boolean {
  // Another table may stand below.
  const end = texts.findIndex((text) => Number.isNaN(firstOf(text)))
  const numbers = texts.slice(0, end < 0 ? texts.length : end).map(firstOf)
  if (numbers.length < MOSTLY_NUMBERS * texts.length) return false
  // Stretches may lie side by side, and begin where the longest before them ends.
  let reached = numbers[0] ?? 0
  const rises = numbers.filter((number, at) => {
    const isNext = number >= (numbers[at - 1] ?? 0) && number - reached <= 2
    reached = Math.max(reached, lastOf(texts[at] ?? ''))
    return isNext
  })
  return numbers.length > 2 && numbers[0] === 1 && (numbers.at(-1) ?? 0) > 2 && rises.length === numbers.length
}

/** A number, or the first of two with a dash between them: `4-5`. */
export function firstOf(text: string): number {
  return Number(/^(\d{1,3})\s?[-–]\s?\d{1,3}$/.exec(text)?.[1] ?? text)
}

export const lastOf = (text: string) => Number(/^\d{1,3}\s?[-–]\s?(\d{1,3})$/.exec(text)?.[1] ?? text)

const MOSTLY_NUMBERS = 0.4
