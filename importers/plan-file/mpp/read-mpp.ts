import { type CompoundFile, readCompoundFile } from '../../binary/read-compound-file.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import type { RawCalendar, RawProject, RawResource, RawTask } from '../raw-project.ts'
import { readCalendars } from './calendars/read-calendars.ts'
import { identifyVersion } from './container/identify-version.ts'
import { openProjectStore, type ProjectStore } from './container/project-store.ts'
import { readProject98 } from './project98/read-project98.ts'
import { estimateAliases, readFieldNames } from './read-aliases.ts'
import { readAssignments } from './read-assignments.ts'
import { readHeader } from './read-header.ts'
import { readResources } from './read-resources.ts'
import { readTitle } from './read-title.ts'
import { numberOutline } from './tasks/number-outline.ts'
import { OwnFields } from './tasks/own-fields.ts'
import { readLinks } from './tasks/read-links.ts'
import { readTasks } from './tasks/read-tasks.ts'

/** Reads a plan in Microsoft Project's own format, from Project 98 to today. */
export function readMpp(bytes: Uint8Array, limits: ImportLimits): RawProject {
  const file = readCompoundFile(bytes)
  const version = identifyVersion(file)
  const { format } = version
  const project =
    format === 'mpp8' ? readProject98(file, version, limits) : readProject(file, { ...version, format }, limits)
  project.header.title = readTitle(file) ?? project.header.title
  project.calendars = usedCalendars(project.calendars, project.resources, project.tasks)
  numberOutline(project.tasks)
  return project
}

function readProject(file: CompoundFile, version: ProjectStore['version'], limits: ImportLimits): RawProject {
  const store = openProjectStore(file, version)
  const { calendars, byResource } = readCalendars(store, limits)
  const ownFields = new OwnFields()
  const tasks = readTasks(store, limits, ownFields).filter((task) => task.uid !== 0)
  const names = readFieldNames(store)
  const taskUids = new Set(tasks.map((task) => task.uid))
  return {
    header: readHeader(store.props, version, calendars, estimateAliases(names)),
    calendars,
    tasks,
    links: readLinks(store, limits),
    resources: readResources(store, (uid) => byResource.get(uid) ?? null, limits),
    assignments: readAssignments(store, taskUids, limits),
    customFields: ownFields.inUse(names),
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
