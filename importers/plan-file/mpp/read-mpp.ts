import type { ImportLimits } from '../../plan/import-limits.ts'
import type { RawCalendar, RawProject, RawResource, RawTask } from '../raw-project.ts'
import { identifyVersion } from './identify-version.ts'
import { numberOutline } from './number-outline.ts'
import { openProjectStore } from './project-store.ts'
import { readAssignments } from './read-assignments.ts'
import { readCalendars } from './read-calendars.ts'
import { readCompoundFile } from './read-compound-file.ts'
import { readHeader } from './read-header.ts'
import { readLinks } from './read-links.ts'
import { readResources } from './read-resources.ts'
import { readTasks } from './read-tasks.ts'

/** Reads a plan in Microsoft Project's own format. */
export function readMpp(bytes: Uint8Array, limits: ImportLimits): RawProject {
  const file = readCompoundFile(bytes)
  const version = identifyVersion(file)
  const store = openProjectStore(file, version)
  const { calendars, byResource } = readCalendars(store, limits)
  const resources = readResources(store, (uid) => byResource.get(uid) ?? null, limits)
  const tasks = readTasks(store, limits).filter((task) => task.uid !== 0)
  numberOutline(tasks)
  const taskUids = new Set(tasks.map((task) => task.uid))
  return {
    header: readHeader(store.props, version, calendars, [null, null, null]),
    calendars: usedCalendars(calendars, resources, tasks),
    tasks,
    links: readLinks(store, limits),
    resources,
    assignments: readAssignments(store, taskUids, limits),
  }
}

/** Derived calendars are made for each resource ever named; those of nobody are noise. The others take its name. */
function usedCalendars(
  calendars: readonly RawCalendar[],
  resources: readonly RawResource[],
  tasks: readonly RawTask[],
): RawCalendar[] {
  const owners = new Map(resources.map((resource) => [resource.calendarUid, resource]))
  const ofTasks = new Set(tasks.map((task) => task.calendarUid))
  return calendars
    .filter(({ uid, parentUid }) => parentUid === null || owners.has(uid) || ofTasks.has(uid))
    .map((calendar) => ({ ...calendar, name: calendar.name ?? owners.get(calendar.uid)?.name ?? null }))
}
