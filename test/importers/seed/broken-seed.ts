import { readSeed } from '../../../importers/seed/read-seed.ts'
import { smallSeed } from '../../support/seeds.ts'

/** The day on which the tests read their seeds. */
export const TODAY = '2026-11-21'
// biome-ignore lint/suspicious/noExplicitAny: documents are broken here in every way that a type would forbid.
export type Json = any

export const RISK = { slug: 'r', title: 'Rain', status: 'OPEN', probability: 2, impact: 3 }

export const bytesOf = (document: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(document))
export const read = (document: unknown) => readSeed(bytesOf(document), { today: TODAY })

/** The problems of the small seed after a change. */
export function problems(change: (seed: Json) => void): readonly string[] {
  const seed = smallSeed()
  change(seed)
  return read(seed).errors
}

/** The same seed, changed in place to the version with anchors, links and events. */
export function newer(seed: Json): Json {
  seed.schema_version = '2.0'
  return seed
}

export const tasksOf = (seed: Json, project = 0): Json[] => seed.projects[project].tasks
