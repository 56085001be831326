import { ImportRefusal } from '../plan/import-refusal.ts'
import { scanJson } from '../plan-json/scan-json.ts'
import { checkReferences } from './check-references.ts'
import { checkShape, isObject } from './check-shape.ts'
import { checkNodeBudget, checkValues, lengthOf, objectsOf } from './check-values.ts'
import { resolveDates } from './resolve-dates.ts'
import { SeedErrors } from './seed-errors.ts'
import type { SeedDocument } from './seed-schema.ts'

const MAX_JSON_DEPTH = 64
/** Keys beside the document in a body that carries both: they say what to do with it. */
const CONTROLS = ['replace', 'expected_program_id'] as const

/** What a document says of itself, as far as that can be read from a broken one. */
export interface SeedClaims {
  readonly schema_version: string | null
  readonly program_slug: string | null
  readonly program_name: string | null
  readonly project_count: number
  readonly task_count: number
  readonly resource_count: number
}

export interface SeedReading {
  /** Empty for a document that can be imported. */
  readonly errors: readonly string[]
  readonly isJson: boolean
  readonly claims: SeedClaims
  readonly controls: Readonly<Record<string, unknown>>
  /** With every date as a civil date; null when there are errors. */
  readonly seed: SeedDocument | null
}

export interface SeedOptions {
  /** What relative dates count from when the document has no anchor of its own. */
  readonly today: string
  /** Counts instead of the document's anchor. */
  readonly anchor?: string
  /** The bytes are a request body, whose top level also holds `replace` and `expected_program_id`. */
  readonly hasControls?: boolean
}

/**
 * Reads and checks a program seed. Whatever is wrong is said in `errors`, each with its place; only a document that is
 * nested too deeply to be looked at is refused as a whole.
 */
export function readSeed(bytes: Uint8Array, options: SeedOptions): SeedReading {
  const errors = new SeedErrors()
  const parsed = parse(bytes, errors)
  if (!isObject(parsed)) {
    if (errors.isEmpty) errors.add([], 'The document must be a JSON object')
    return { errors: errors.list(), isJson: parsed !== undefined, claims: claimsOf({}), controls: {}, seed: null }
  }
  const document = { ...parsed }
  const controls: Record<string, unknown> = {}
  if (options.hasControls) {
    for (const key of CONTROLS) {
      if (Object.hasOwn(document, key)) controls[key] = document[key]
      delete document[key]
    }
  }
  const seed = check(document, options, errors)
  return { errors: errors.list(), isJson: true, claims: claimsOf(document), controls, seed }
}

function parse(bytes: Uint8Array, errors: SeedErrors): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    scanJson(text, MAX_JSON_DEPTH)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof ImportRefusal && error.code === 'too_complex') throw error
    if (error instanceof ImportRefusal) errors.add([], error.detail)
    else
      errors.add(
        [],
        error instanceof SyntaxError ? 'The document is not valid JSON' : 'The document is not valid UTF-8',
      )
    return undefined
  }
}

function check(document: Record<string, unknown>, options: SeedOptions, errors: SeedErrors): SeedDocument | null {
  const version = checkVersion(document.schema_version, errors)
  if (version === null) return null
  const known = errors.size
  checkValues(document, errors)
  checkNodeBudget(document, errors)
  if (errors.size > known) return null
  const shaped = checkShape(document, version, errors)
  if (!errors.isEmpty) return null
  checkReferences(shaped, errors)
  if (!errors.isEmpty) return null
  const resolved = resolveDates(shaped, options.anchor ?? shaped.anchor ?? options.today, errors)
  return errors.isEmpty ? resolved : null
}

/** The version to check against; null when nothing is known of the document's. */
function checkVersion(version: unknown, errors: SeedErrors): '1.0' | '2.0' | null {
  if (version === '1.0' || version === '2.0') return version
  const place = ['schema_version']
  if (version === undefined) {
    errors.add(place, 'This field is required; it is "1.0" or "2.0"')
    return '2.0'
  }
  errors.add(place, 'This version is not known; known are "1.0" and "2.0"')
  return typeof version === 'string' && /^[12]\./.test(version) ? (version[0] === '1' ? '1.0' : '2.0') : null
}

function claimsOf(document: Readonly<Record<string, unknown>>): SeedClaims {
  const program = isObject(document.program) ? document.program : {}
  const projects = objectsOf(document.projects)
  return {
    schema_version: textOf(document.schema_version),
    program_slug: textOf(program.slug),
    program_name: textOf(program.name),
    project_count: lengthOf(document.projects),
    task_count: projects.reduce((sum, project) => sum + lengthOf(project.tasks), 0),
    resource_count: lengthOf(document.resources),
  }
}

const MAX_CLAIM = 255

/** Also of a document that nobody has checked: without what a database or a client cannot read. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_CLAIM) : null
}
