import { int32, uint16 } from '../../../binary/read-bytes.ts'
import type { ImportLimits } from '../../../plan/import-limits.ts'
import { refuseMoreThan } from '../../../plan/refuse-more-than.ts'
import type { RawLink } from '../../raw-project.ts'
import type { ProjectStore } from '../container/project-store.ts'
import { readFixedMeta } from '../rows/read-fixed-data.ts'
import { unitCode } from '../values/decode-duration.ts'

const NAME = 'TBkndCons'
const META_RECORD_LENGTH = 10
const ROW_LENGTH = 20
const LEAST_ROW_LENGTH = 14
const NO_LAG = -1

/** The links between tasks; a plan without any has no table of them. Deleted ones are left out. */
export function readLinks(store: ProjectStore, limits: ImportLimits): RawLink[] {
  const meta = readFixedMeta(store.stream(NAME, 'FixedMeta'), META_RECORD_LENGTH)
  const data = store.stream(NAME, 'FixedData')
  // Project 2013 changed the order of lag and unit.
  const places = store.isFrom2013 ? { lag: 14, unit: 18 } : { lag: 16, unit: 14 }
  const links: RawLink[] = []
  for (let index = 0; index < meta.statedCount; index += 1) {
    const record = meta.record(index)
    const from = int32(record, 4)
    if (uint16(record, 0) !== 0 || from < 0 || from > data.length - LEAST_ROW_LENGTH) continue
    const row = data.subarray(from, from + ROW_LENGTH)
    const predecessorUid = int32(row, 4)
    const successorUid = int32(row, 8)
    // Links of a task to itself and links of the project's own row are remnants.
    if (predecessorUid === successorUid || predecessorUid === 0 || successorUid === 0) continue
    const lag = int32(row, places.lag)
    links.push({
      predecessorUid,
      successorUid,
      typeCode: uint16(row, 12),
      lag: lag === NO_LAG ? 0 : lag,
      lagFormat: unitCode(uint16(row, places.unit)),
      isCrossProject: false,
    })
    refuseMoreThan(limits.maxLinks, links.length, 'too_many_links', 'links')
  }
  return links
}
