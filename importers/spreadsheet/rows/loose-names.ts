import { quoted } from '../../plan/diagnostics.ts'
import { bareName } from '../cells/code-in-front.ts'
import type { ParsedRow } from './read-row.ts'
import type { Resolver } from './row-references.ts'
import { whenAsked } from './when-asked.ts'

const FEWEST_CHARACTERS = 4
/** A single word begins the names of too many things. */
const FEWEST_WORDS = 2
const MOST_WORDS = 12
const BRACKETED = /\s*[([（【][^()[\]（）【】]*[)\]）】]/g

export type LooseNames = {
  find: Resolver
  /** Says that a reference is taken for a row that `find` gave. */
  take: (reference: string, index: number) => void
  /** What was taken; null where nothing was. */
  note: () => string | null
}

/**
 * Rows by names that are written otherwise where they are referred to: `Sign in (server)` as `Sign-in`, `Sign in (v1)` or, where only one
 * name begins so, by its first words.
 */
export function looseNames(rows: readonly ParsedRow[]): LooseNames {
  const places = whenAsked(() => placesOf(rows))
  let [count, sample] = [0, '']
  return {
    find: (reference) => {
      const key = looseKey(bareName(reference))
      if (key.length < FEWEST_CHARACTERS || !/\p{L}/u.test(key)) return undefined
      const { whole, begun } = places()
      const at = whole.get(key) ?? begun.get(key)
      return at === undefined || at < 0 ? undefined : at
    },
    take: (reference, index) => {
      count += 1
      if (sample === '') sample = `${quoted(reference)} for ${quoted(rows[index]?.name ?? '')}`
    },
    note: () =>
      count === 0
        ? null
        : `${count} links name tasks by a part of their names, and are guessed to mean them, such as ${sample}.`,
  }
}

/** Where names are, and what they begin with; -1 for what several do. */
function placesOf(rows: readonly ParsedRow[]): { whole: Map<string, number>; begun: Map<string, number> } {
  const [whole, begun] = [new Map<string, number>(), new Map<string, number>()]
  const put = (found: Map<string, number>, key: string, index: number) => found.set(key, found.has(key) ? -1 : index)
  for (const [index, { name }] of rows.entries()) {
    const words = looseKey(bareName(name)).split(' ')
    put(whole, words.join(' '), index)
    for (let count = FEWEST_WORDS; count < Math.min(words.length, MOST_WORDS); count += 1)
      put(begun, words.slice(0, count).join(' '), index)
  }
  return { whole, begun }
}

/** A name without what stands in brackets, in lower case, with one blank between its words. */
function looseKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(BRACKETED, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
