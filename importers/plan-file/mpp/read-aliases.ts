import { int32, utf16Text } from '../../binary/read-bytes.ts'
import { ESTIMATE_FIELDS, PLANNER_FIELDS, type PlannerFieldKind } from '../planner-fields.ts'
import type { RawHeader } from '../raw-project.ts'
import type { ProjectStore } from './container/project-store.ts'
import { readProps } from './container/read-props.ts'

const TASK_FIELD = 0x0b40
const CUSTOM_FIELDS = 71_303_169
const OLD_NAMES = 1_048_577
/** In plans of 2000-2003 names stand in one fixed order, one for every field that can have one. */
const OLD_PLACES: ReadonlyMap<number, number> = new Map([
  ...oldPlaces('Text', 1, 10, 118, 1),
  ...oldPlaces('Start', 1, 10, 128, 2),
  ...oldPlaces('Finish', 1, 10, 129, 2),
  ...oldPlaces('Number', 1, 10, 149, 1),
  ...oldPlaces('Duration', 1, 10, 159, 2),
  ...oldPlaces('Date', 1, 10, 184, 1),
  ...oldPlaces('Text', 11, 30, 194, 1),
  ...oldPlaces('Number', 11, 20, 214, 1),
  ...oldPlaces('Outline Code', 1, 10, 227, 1),
  ...oldPlaces('Flag', 1, 20, 237, 1),
  ...oldPlaces('Cost', 1, 10, 278, 1),
])
const LAST_OLD_PLACE = Math.max(...OLD_PLACES.keys())

/** The place of each field of a kind, from one to another of its numbers, and its column. */
function oldPlaces(kind: PlannerFieldKind, from: number, to: number, first: number, step: number): [number, number][] {
  const fields = PLANNER_FIELDS.filter((field) => field.kind === kind).slice(from - 1, to)
  return fields.map(({ column }, index) => [first + index * step, column])
}
const LIST_AT = 12
const LONGEST_NAME = 255

/** The names that a plan gives to columns of tasks, by their numbers. */
export function readFieldNames(store: ProjectStore): ReadonlyMap<number, string> {
  return store.version.format === 'mpp9' ? oldNames(store) : newNames(store)
}

/** Those of Duration1, Duration2 and Duration3; null where it gives none. */
export function estimateAliases(names: ReadonlyMap<number, string>): RawHeader['estimateAliases'] {
  const [first = null, second = null, third = null] = ESTIMATE_FIELDS.map(({ column }) => names.get(column) ?? null)
  return [first, second, third]
}

function oldNames(store: ProjectStore): ReadonlyMap<number, string> {
  const bytes = store.props.bytes(OLD_NAMES)
  const names = new Map<number, string>()
  if (bytes === null) return names
  for (let at = 0, place = 0; at < bytes.length && place <= LAST_OLD_PLACE; place += 1) {
    const name = utf16Text(bytes, at)
    const column = OLD_PLACES.get(place)
    const shown = name.trim().slice(0, LONGEST_NAME)
    if (column !== undefined && shown !== '') names.set(column, shown)
    at += (name.length + 1) * 2
  }
  return names
}

/** A list of field number and place of the name, both of four bytes; places count from the fifth byte on. */
function newNames(store: ProjectStore): ReadonlyMap<number, string> {
  const bytes = readProps(store.stream('TBkndTask', 'Props')).bytes(CUSTOM_FIELDS)
  const names = new Map<number, string>()
  if (bytes === null) return names
  const end = Math.min(bytes.length, int32(bytes, 0))
  const count = int32(bytes, 8)
  for (let index = 0, at = LIST_AT; index < count && at + 8 <= end; index += 1, at += 8) {
    const id = int32(bytes, at)
    const nameAt = int32(bytes, at + 4) + 4
    const name = id >>> 16 === TASK_FIELD && nameAt > 0 ? utf16Text(bytes, nameAt).trim().slice(0, LONGEST_NAME) : ''
    if (name !== '') names.set(id & 0xffff, name)
  }
  return names
}
