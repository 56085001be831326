import { unitNamed } from '../cells/duration-units.ts'
import { EAST_ASIAN } from '../cells/east-asian.ts'
import { foldAccents } from '../cells/month-names.ts'
import { ROLES, type Role, type WordsOfLanguage } from './role-names.ts'
import { OF_ASIA } from './roles-of-asia.ts'
import { OF_BALKANS_AND_BALTICS } from './roles-of-balkans-and-baltics.ts'
import { OF_OTHER_EUROPE } from './roles-of-other-europe.ts'
import { OF_WESTERN_EUROPE } from './roles-of-western-europe.ts'

/** A unit of time counts what it is a unit of. */
export type Said = Role | 'unit'

export const LANGUAGES: Readonly<Record<string, WordsOfLanguage>> = {
  ...OF_WESTERN_EUROPE,
  ...OF_OTHER_EUROPE,
  ...OF_BALKANS_AND_BALTICS,
  ...OF_ASIA,
}

const LONGEST_ENDING = 3
/** Shorter words have no endings: they would be other words. */
const SHORTEST_STEM = 5

const WORDS = new Map<string, Set<Said>>()
/** Words without the vowel that changes with number, gender and case: `encargad`, `готовност`. */
const STEMS = new Map<string, Set<Said>>()
const CHANGING = /(?:[aeiouyаяоеиыйьіїєαηουε]|[οεηα]ς)$/u
/** Words of several words: `bắt đầu`, `punct de reper`. */
let mostWords = 1
for (const words of Object.values(LANGUAGES))
  for (const role of ROLES)
    for (const spelling of words[role].split(',')) {
      const bare = bareWord(spelling.trim())
      mostWords = Math.max(mostWords, bare.split(' ').length)
      WORDS.set(bare, (WORDS.get(bare) ?? new Set()).add(role))
      for (const stem of new Set([bare, bare.replace(CHANGING, '')]))
        if (stem.length >= SHORTEST_STEM) STEMS.set(stem, (STEMS.get(stem) ?? new Set()).add(role))
    }

const SHORTEST_IN_COMPOUND = 3
const LINKS = ['', 's', 'n', 'en', 'e', 'es', 'er', 'o', 'ns', 'ens', '-']
const LONGEST = 40
const MOST_WORDS = 8

function bareWord(text: string): string {
  return foldAccents(text).replace(/[.'’ʼ]/g, '')
}

/** Scripts in which words stand side by side without a blank. */
const UNPARTED = new RegExp(`${EAST_ASIAN.source}|\\p{Script=Thai}`, 'u')

/** What each word of a header says, all of them; null where one of them is not known. */
export function rolesOf(header: string): readonly ReadonlySet<Said>[] | null {
  const text = header
    .trim()
    .replace(/^\W{0,3}%\s?/u, 'percent ')
    .replace(/\s?%$/u, ' percent')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  if (text.length > LONGEST || /\d/.test(text)) return null
  const words = text
    .split(/,?[\s_/\\\-–:()[\]（）［］.'’*?？：・]+/u)
    .filter((word) => word !== '')
    .map(bareWord)
  if (words.length === 0 || words.length > MOST_WORDS) return null
  const found: ReadonlySet<Said>[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = longestPhrase(words, at)
    const said = phrase === null ? saidBy(words[at] as string) : [phrase.said]
    if (said === null) return null
    found.push(...said)
    at += phrase?.count ?? 1
  }
  return found
}

function longestPhrase(words: readonly string[], at: number): { said: ReadonlySet<Said>; count: number } | null {
  for (let count = Math.min(mostWords, words.length - at); count > 1; count -= 1) {
    const said = WORDS.get(words.slice(at, at + count).join(' '))
    if (said !== undefined) return { said, count }
  }
  return null
}

/** What a word says, or each part of a compound. */
function saidBy(word: string): readonly ReadonlySet<Said>[] | null {
  const whole = WORDS.get(word)
  if (whole !== undefined) return [whole]
  const unit = unitNamed(word)
  if (unit !== null && word.length > 1) return [new Set<Said>(['unit'])]
  if (UNPARTED.test(word)) return partsOf(word, 1, [''])
  const article = /^(?:ال|وال|لل|בה|וה|ה|ב|ל)(?=\p{L}{2})/u.exec(word)?.[0]
  if (article !== undefined) {
    const bare = WORDS.get(word.slice(article.length))
    if (bare !== undefined) return [bare]
  }
  return withoutEnding(word) ?? partsOf(word, SHORTEST_IN_COMPOUND, LINKS)
}

function withoutEnding(word: string): readonly ReadonlySet<Said>[] | null {
  const shortest = Math.max(SHORTEST_STEM, word.length - LONGEST_ENDING)
  for (let length = word.length; length >= shortest; length -= 1) {
    const said = STEMS.get(word.slice(0, length))
    if (said !== undefined) return [said]
  }
  return null
}

/** The parts of a compound, the first as long as can be: `Fertigstellungs|termin`, `開始|予定|日`. */
function partsOf(word: string, shortest: number, links: readonly string[]): readonly ReadonlySet<Said>[] | null {
  for (let length = word.length - shortest; length >= shortest; length -= 1) {
    const first = WORDS.get(word.slice(0, length))
    if (first === undefined) continue
    for (const link of links) {
      if (!word.startsWith(link, length)) continue
      const rest = word.slice(length + link.length)
      const others = rest.length < shortest ? null : (wholeOrEnding(rest, shortest) ?? partsOf(rest, shortest, links))
      if (others !== null) return [first, ...others]
    }
  }
  return null
}

function wholeOrEnding(word: string, shortest: number): readonly ReadonlySet<Said>[] | null {
  // `Zeitplan`, `Tidsplan` is the title of a sheet.
  if (word === 'plan') return null
  const whole = WORDS.get(word)
  if (whole !== undefined) return [whole]
  const unit = unitNamed(word)
  if (unit !== null && word.length >= shortest) return [new Set<Said>(['unit'])]
  return shortest === 1 ? null : withoutEnding(word)
}
