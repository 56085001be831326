import path from 'node:path'
import { detectFormat } from '../../../importers/plan-file/detect-format.ts'
import { IMPORT_KINDS } from '../../imports/import-kinds.ts'
import { UsageError } from '../usage-error.ts'

export type Door = 'csv' | 'planfile' | 'tracker' | 'ndjson'

const DOORS: readonly (readonly [door: Door, extensions: readonly string[]])[] = [
  ['planfile', IMPORT_KINDS.plan_file.extensions],
  ['csv', IMPORT_KINDS.spreadsheet.extensions],
  ['ndjson', IMPORT_KINDS.ndjson.extensions],
]

/** Which endpoint takes the file; XML is looked into, because planners and trackers share the ending. */
export function chooseDoor(file: string, bytes: Uint8Array): Door {
  const extension = path.extname(file).toLowerCase()
  const door = DOORS.find(([, extensions]) => extensions.includes(extension))?.[0]
  if (door === undefined) {
    const all = DOORS.flatMap(([, extensions]) => extensions)
    throw new UsageError(`${file}: the service imports ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`)
  }
  return extension === '.xml' && detectFormat(bytes) === 'tracker' ? 'tracker' : door
}
