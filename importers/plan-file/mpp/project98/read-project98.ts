import { int32, int48, uint8, uint16 } from '../../../binary/read-bytes.ts'
import type { CompoundFile } from '../../../binary/read-compound-file.ts'
import type { ImportLimits } from '../../../plan/import-limits.ts'
import { refuseMoreThan } from '../../../plan/refuse-more-than.ts'
import type { RawAssignment, RawLink, RawProject, RawResource } from '../../raw-project.ts'
import type { MppVersion } from '../container/identify-version.ts'
import { readHeader } from '../read-header.ts'
import { OwnFields } from '../tasks/own-fields.ts'
import { unitCode } from '../values/decode-duration.ts'
import { equalRows, type OldStore, openOldStore } from './old-store.ts'
import { readOldCalendars } from './read-old-calendars.ts'
import { readOldTasks } from './read-old-tasks.ts'

const LINK_ROW = 36
const RESOURCE_ROW = 196
const ASSIGNMENT_ROW = 204
const LONG_ASSIGNMENT_ROW = 238
const ASSIGNMENT_DELETED = 2
const ITEM_EMAIL = 63
const FULL_TIME = 10_000
const MINUTE_OF_WORK = 1000

/** Reads a plan of Project 98, whose container is the same and whose contents are laid out otherwise. */
export function readProject98(file: CompoundFile, version: MppVersion, limits: ImportLimits): RawProject {
  const store = openOldStore(file)
  const calendars = readOldCalendars(store, limits)
  const resources = readResources(store, limits)
  const ownFields = new OwnFields()
  const tasks = readOldTasks(store, limits, ownFields)
  const uids = {
    tasks: new Set(tasks.map((task) => task.uid)),
    resources: new Set(resources.map((resource) => resource.uid)),
  }
  return {
    header: readHeader(store.props, version, calendars, [null, null, null]),
    calendars,
    tasks,
    links: readLinks(store, limits),
    resources,
    assignments: readAssignments(store, uids, limits),
    customFields: ownFields.inUse(new Map()),
  }
}

function readLinks(store: OldStore, limits: ImportLimits): RawLink[] {
  const links: RawLink[] = []
  for (const row of equalRows(store.rows('TBkndCons'), LINK_ROW)) {
    const predecessorUid = int32(row, 12)
    const successorUid = int32(row, 16)
    const isDeleted = int32(row, 28) !== 0
    if (isDeleted || predecessorUid === successorUid || predecessorUid === 0 || successorUid === 0) continue
    links.push({
      predecessorUid,
      successorUid,
      typeCode: uint16(row, 20),
      lag: int32(row, 24),
      lagFormat: unitCode(uint16(row, 22)),
      isCrossProject: false,
    })
    refuseMoreThan(limits.maxLinks, links.length, 'too_many_links', 'links')
  }
  return links
}

function readResources(store: OldStore, limits: ImportLimits): RawResource[] {
  const blocks = store.blocks('TBkndRsc')
  const resources = new Map<number, RawResource>()
  for (const row of equalRows(store.rows('TBkndRsc'), RESOURCE_ROW)) {
    const uid = int32(row, 0)
    const isBlank = (uint8(row, 8) & 1) !== 0
    const isDeleted = uint16(row, 164) !== 0
    if (uid < 1 || isBlank || isDeleted || resources.has(uid)) continue
    const email = blocks.list(int32(row, 192)).get(ITEM_EMAIL)
    const calendarUid = int32(row, 24)
    resources.set(uid, {
      uid,
      name: blocks.text(int32(row, 156)),
      type: 'work',
      maxUnits: int32(row, 52) / FULL_TIME,
      email: email === undefined ? null : blocks.text(int32(email, 0)),
      calendarUid: calendarUid > 0 ? calendarUid : null,
    })
    refuseMoreThan(limits.maxResources, resources.size, 'too_many_resources', 'resources')
  }
  return [...resources.values()]
}

type Uids = { tasks: ReadonlySet<number>; resources: ReadonlySet<number> }

/** A row whose task or resource is gone is left out; of two for one pair the later holds. */
function readAssignments(store: OldStore, uids: Uids, limits: ImportLimits): RawAssignment[] {
  const bytes = store.rows('TBkndAssn')
  const assignments = new Map<string, RawAssignment>()
  for (const row of equalRows(bytes, assignmentRowLength(bytes, uids))) {
    const taskUid = int32(row, 16)
    const resourceUid = int32(row, 20)
    if (uint8(row, 168) === ASSIGNMENT_DELETED) continue
    if (!uids.tasks.has(taskUid) || !uids.resources.has(resourceUid)) continue
    const units = uint16(row, 80) / FULL_TIME
    const workMinutes = int48(row, 84) / MINUTE_OF_WORK
    assignments.set(`${taskUid} ${resourceUid}`, { taskUid, resourceUid, units, workMinutes })
    refuseMoreThan(limits.maxAssignments, assignments.size, 'too_many_assignments', 'assignments')
  }
  return [...assignments.values()]
}

/** Rows have one of two lengths. Where both divide the bytes, the shorter one is right when every row names something. */
function assignmentRowLength(bytes: Uint8Array, uids: Uids): number {
  if (bytes.length % ASSIGNMENT_ROW !== 0) return LONG_ASSIGNMENT_ROW
  if (bytes.length % LONG_ASSIGNMENT_ROW !== 0) return ASSIGNMENT_ROW
  for (const row of equalRows(bytes, ASSIGNMENT_ROW)) {
    if (!uids.tasks.has(int32(row, 16)) && !uids.resources.has(int32(row, 20))) return LONG_ASSIGNMENT_ROW
  }
  return ASSIGNMENT_ROW
}
