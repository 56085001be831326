import { readFileSync } from 'node:fs'
import type { Plan, PlanDependency, PlanException } from '../../compute/model/plan.ts'

/** One bundled program as it lies in `fixtures/samples` (its README describes the shape). */
export interface SampleFile {
  readonly format: 'svc-sample/1'
  readonly key: string
  readonly title: string
  readonly description: string
  /** The Monday that the dates of the file are written around. */
  readonly anchor: string
  readonly program: { readonly name: string; readonly code: string; readonly description: string }
  readonly holidays: Readonly<Record<string, readonly HolidayRule[]>>
  readonly calendars: Readonly<Record<string, SampleCalendar>>
  readonly projects: readonly SampleProject[]
  /** Dependencies between tasks of different projects. */
  readonly links: readonly PlanDependency[]
}

/** Either a date of the year or a distance from Easter Sunday. */
export interface HolidayRule {
  readonly name: string
  readonly date?: string
  readonly easter?: number
  readonly days?: number
}

export interface SampleException extends PlanException {
  readonly description: string
}

export interface SampleCalendar {
  readonly name: string
  readonly working_days: readonly number[]
  readonly holidays: readonly string[]
  readonly exceptions?: readonly SampleException[]
}

export interface SampleProject {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly calendar: string
  readonly plan: Plan
}

/** The sample that the first start loads. */
export const FIRST_SAMPLE = 'ferry-terminal'
export const SAMPLE_KEYS: readonly string[] = [FIRST_SAMPLE]

const files = new Map<string, { file: SampleFile; bytes: Buffer }>()

/** A bundled sample, or undefined for a key that names none. */
export function findSample(key: string): SampleFile | undefined {
  return loadFile(key)?.file
}

/** The bytes of a bundled sample, for the catalogue's size and digest. */
export function sampleBytes(key: string): Buffer | undefined {
  return loadFile(key)?.bytes
}

function loadFile(key: string): { file: SampleFile; bytes: Buffer } | undefined {
  if (!SAMPLE_KEYS.includes(key)) return undefined
  const known = files.get(key)
  if (known) return known
  const bytes = readFileSync(new URL(`../../fixtures/samples/${key}.json`, import.meta.url))
  const loaded = { file: JSON.parse(bytes.toString('utf8')) as SampleFile, bytes }
  files.set(key, loaded)
  return loaded
}
