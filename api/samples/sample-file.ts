import { formatCivilDay, isoWeekday, parseCivilDay } from '../../compute/plan/civil-day.ts'
import { BUNDLED_SAMPLES } from '../../fixtures/samples/bundled.ts'
import { readSeed, type SeedClaims } from '../../importers/seed/read-seed.ts'
import type { SeedDocument } from '../../importers/seed/seed-schema.ts'
import { canonicalJson } from '../exports/seed/canonical-json.ts'

/** A bundled program: a seed whose dates count from the Monday of the week it is loaded in. */
export interface Sample {
  readonly key: string
  readonly title: string
  readonly description: string
  /** The document as it is handed out. */
  readonly bytes: Buffer
  /** The same with its dates as they were written. */
  readonly document: SeedDocument
}

export interface DatedSample {
  readonly anchor: string
  readonly seed: SeedDocument
  readonly claims: SeedClaims
}

/** The sample that the first start loads. */
export const FIRST_SAMPLE = 'ferry-terminal'
export const SAMPLE_KEYS: readonly string[] = BUNDLED_SAMPLES.map((sample) => sample.key)

const built = new Map<string, Sample>()

/** A bundled sample, or undefined for a key that names none. Built once, on first use. */
export function findSample(key: string): Sample | undefined {
  const known = built.get(key)
  if (known) return known
  const bundled = BUNDLED_SAMPLES.find((sample) => sample.key === key)
  if (!bundled) return undefined
  const document = bundled.build()
  const { title, description } = bundled
  const sample = { key, title, description, document, bytes: Buffer.from(canonicalJson(document)) }
  built.set(key, sample)
  return sample
}

/** The sample laid around the Monday of the week of `today`, so that every weekday is as it was written. */
export function dateSample(sample: Sample, today: string): DatedSample {
  const anchor = mondayOf(today)
  const { seed, errors, claims } = readSeed(sample.bytes, { today, anchor })
  if (seed === null) throw new Error(`the bundled sample ${sample.key} is broken: ${errors.join(' ')}`)
  return { anchor, seed, claims }
}

function mondayOf(date: string): string {
  const day = parseCivilDay(date)
  if (day === null) throw new Error(`${date} is no date`)
  return formatCivilDay(day - isoWeekday(day) + 1)
}
