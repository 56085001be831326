import { z } from 'zod'
import { MAX_FIELDS } from './seed-custom-fields.ts'
import type { SeedErrors } from './seed-errors.ts'
import { dateKinds } from './seed-kinds.ts'
import { type SeedDocument, type SeedSections, seedSections } from './seed-schema.ts'

type Json = Readonly<Record<string, unknown>>
type Section = keyof SeedSections

interface ListRule {
  readonly section: Section
  readonly max: number
}

const SHARED_LISTS: Readonly<Record<string, ListRule>> = {
  accounts: { section: 'account', max: 500 },
  calendars: { section: 'calendar', max: 100 },
  resources: { section: 'resource', max: 2000 },
  risks: { section: 'risk', max: 2000 },
}
const PROJECT_LISTS: Readonly<Record<string, ListRule>> = {
  labels: { section: 'label', max: 1000 },
  custom_fields: { section: 'customField', max: MAX_FIELDS },
  tasks: { section: 'task', max: 20_000 },
  dependencies: { section: 'dependency', max: 50_000 },
  sprints: { section: 'sprint', max: 1000 },
  baselines: { section: 'baseline', max: 100 },
  risks: { section: 'risk', max: 2000 },
}
const EVENTS: Readonly<Record<string, ListRule>> = { events: { section: 'event', max: 100_000 } }
const MAX_PROJECTS = 200

const sectionsOf = { '1.0': seedSections('1.0'), '2.0': seedSections('2.0') }

/** Checks a document against its version, row by row, so that a broken one costs no more than a good one. */
export function checkShape(document: Json, version: '1.0' | '2.0', errors: SeedErrors): SeedDocument {
  const sections = sectionsOf[version]
  const reader = { sections, errors }
  const lists = version === '2.0' ? { ...SHARED_LISTS, ...EVENTS } : SHARED_LISTS
  const known = new Set(['schema_version', 'program', 'projects', ...Object.keys(lists)])
  if (version === '2.0') known.add('anchor')
  for (const key of Object.keys(document)) if (!known.has(key)) errors.add([key], 'Unknown field')
  const checked: Record<string, unknown> = { schema_version: version }
  if (version === '2.0' && document.anchor !== undefined) {
    checked.anchor = read(dateKinds(false).date, document.anchor, ['anchor'], errors)
  }
  checked.program = read(sections.program, document.program, ['program'], errors)
  Object.assign(checked, readLists(reader, lists, document, []))
  checked.projects = readProjects(reader, document.projects)
  return checked as unknown as SeedDocument
}

/** The same as one schema: what `checkShape` takes row by row. */
export function seedDocument(version: '1.0' | '2.0') {
  const sections = sectionsOf[version]
  const listsOf = (rules: Readonly<Record<string, ListRule>>) =>
    Object.fromEntries(
      Object.entries(rules).map(([key, { section, max }]) => [key, z.array(sections[section]).max(max).optional()]),
    )
  const isNew = version === '2.0'
  return z.strictObject({
    schema_version: z.literal(version),
    ...(isNew ? { anchor: dateKinds(false).date.optional() } : {}),
    program: sections.program,
    projects: z
      .array(sections.project.extend(listsOf(PROJECT_LISTS)))
      .min(1)
      .max(MAX_PROJECTS),
    ...listsOf(isNew ? { ...SHARED_LISTS, ...EVENTS } : SHARED_LISTS),
  })
}

interface Reader {
  readonly sections: SeedSections
  readonly errors: SeedErrors
}

function readProjects(reader: Reader, value: unknown): unknown[] {
  const { errors } = reader
  if (!isList(value, ['projects'], MAX_PROJECTS, errors)) return []
  if (value.length === 0) errors.add(['projects'], 'At least one project is needed')
  return value.map((project, index) => {
    const place = ['projects', index]
    if (!isObject(project)) {
      errors.add(place, 'Must be an object')
      return project
    }
    const own = Object.fromEntries(Object.entries(project).filter(([key]) => !(key in PROJECT_LISTS)))
    return {
      ...(read(reader.sections.project, own, place, errors) as Json | undefined),
      ...readLists(reader, PROJECT_LISTS, project, place),
    }
  })
}

function readLists(
  { sections, errors }: Reader,
  rules: Readonly<Record<string, ListRule>>,
  holder: Json,
  place: PropertyKey[],
): Record<string, unknown[]> {
  const lists: Record<string, unknown[]> = {}
  for (const [key, { section, max }] of Object.entries(rules)) {
    const value = holder[key]
    if (value === undefined || !isList(value, [...place, key], max, errors)) continue
    lists[key] = value.map((item, index) => read(sections[section], item, [...place, key, index], errors))
  }
  return lists
}

function read(schema: z.ZodType, value: unknown, place: readonly PropertyKey[], errors: SeedErrors): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  errors.addIssues(place, parsed.error.issues, value)
  return undefined
}

function isList(value: unknown, place: readonly PropertyKey[], max: number, errors: SeedErrors): value is unknown[] {
  if (!Array.isArray(value)) {
    errors.add(place, value === undefined ? 'This field is required' : 'Must be a list')
    return false
  }
  if (value.length > max) errors.add(place, `Holds ${value.length} items; at most ${max} are allowed`)
  return value.length <= max
}

export function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
