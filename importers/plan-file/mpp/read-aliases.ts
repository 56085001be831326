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

/** The names that the plan gives to Duration1, Duration2 and Duration3; null where it gives none. */
export function readEstimateAliases(store: ProjectStore): RawHeader['estimateAliases'] {
  const names = store.version.format === 'mpp9' ? oldNames(store) : newNames(store)
  return [names[0] ?? null, names[1] ?? null, names[2] ?? null]
}

function oldNames(store: ProjectStore): (string | null)[] {
  const bytes = store.props.bytes(OLD_NAMES)
  const names: (string | null)[] = [null, null, null]
  if (bytes === null) return names
  const last = OLD_PLACES.at(-1) ?? 0
  for (let at = 0, place = 0; at < bytes.length && place <= last; place += 1) {
    const name = utf16Text(bytes, at)
    const index = OLD_PLACES.indexOf(place)
    if (index >= 0) names[index] = name.trim() || null
    at += (name.length + 1) * 2
  }
  return names
}

/** A list of field number and place of the name, both of four bytes; places count from the fifth byte on. */
function newNames(store: ProjectStore): (string | null)[] {
  const bytes = readProps(store.stream('TBkndTask', 'Props')).bytes(CUSTOM_FIELDS)
  const names: (string | null)[] = [null, null, null]
  if (bytes === null) return names
  const end = Math.min(bytes.length, int32(bytes, 0))
  const count = int32(bytes, 8)
  for (let index = 0, at = LIST_AT; index < count && at + 8 <= end; index += 1, at += 8) {
    const id = int32(bytes, at)
    const estimate = TASK_ESTIMATES.findIndex(({ value }) => id === ((TASK_FIELD << 16) | value))
    const nameAt = int32(bytes, at + 4) + 4
    if (estimate >= 0 && nameAt > 0) names[estimate] = utf16Text(bytes, nameAt).trim() || null
  }
  return names
}
