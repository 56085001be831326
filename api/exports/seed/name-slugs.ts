import { deriveKey } from '../../keys/derive-key.ts'

const MAX_SLUG = 40

/** Gives out slugs made of names, each once: the second of one name ends in `-2`. The same names give the same slugs. */
export class NameSlugs {
  readonly #given = new Set<string>()
  readonly #fallback: string

  constructor(fallback: string) {
    this.#fallback = fallback
  }

  next(name: string): string {
    const derived = deriveKey('program', name)
    const stem = derived === 'program' && !/program/i.test(name) ? this.#fallback : derived
    let slug = stem
    for (let number = 2; this.#given.has(slug); number++) {
      const suffix = `-${number}`
      slug = stem.slice(0, MAX_SLUG - suffix.length).replace(/-+$/, '') + suffix
    }
    this.#given.add(slug)
    return slug
  }
}
