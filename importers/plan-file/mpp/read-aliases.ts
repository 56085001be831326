import type { RawHeader } from '../raw-project.ts'
import type { ProjectStore } from './container/project-store.ts'
import { readProps } from './container/read-props.ts'
import { TASK_ESTIMATES } from './rows/field-numbers.ts'
import { int32, utf16Text } from './values/read-bytes.ts'

const TASK_FIELD = 0x0b40
const CUSTOM_FIELDS = 71_303_169
const OLD_NAMES = 1_048_577
// In plans of 2000-2003 names stand in one fixed order, one for every field that can have one.
const OLD_PLACES = [159, 161, 163]
const LIST_AT = 12
const LONGEST_NAME = 255

/** The names that a plan gives to columns of tasks, by their numbers. */
export function readFieldNames(store: ProjectStore): ReadonlyMap<number, string> {
  return store.version.format === 'mpp9' ? oldNames(store) : newNames(store)
}

/** Those of Duration1, Duration2 and Duration3; null where it gives none. */
export function estimateAliases(names: ReadonlyMap<number, string>): RawHeader['estimateAliases'] {
  const [first, second, third] = TASK_ESTIMATES
  return [names.get(first.value) ?? null, names.get(second.value) ?? null, names.get(third.value) ?? null]
}

function oldNames(store: ProjectStore): ReadonlyMap<number, string> {
  const bytes = store.props.bytes(OLD_NAMES)
  const names = new Map<number, string>()
  if (bytes === null) return names
  const last = OLD_PLACES.at(-1) ?? 0
  for (let at = 0, place = 0; at < bytes.length && place <= last; place += 1) {
    const name = utf16Text(bytes, at)
    const estimate = TASK_ESTIMATES[OLD_PLACES.indexOf(place)]
    if (estimate !== undefined && name.trim() !== '') names.set(estimate.value, name.trim())
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
