import type { ImportLimits } from '../../plan/import-limits.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { refuseMoreThan } from '../../plan/refuse-more-than.ts'
import type { RawAssignment, RawHeader, RawProject, RawResource } from '../raw-project.ts'
import { CustomFields } from './custom-fields.ts'
import { ASSIGNMENT, CALENDAR, CUSTOM_FIELD, mspdiShape, PROJECT, RESOURCE, TASK } from './mspdi-shape.ts'
import type { PlanRecord } from './plan-record.ts'
import { rawCalendar } from './raw-calendar.ts'
import { addRawLinks, ESTIMATE_FIELD_IDS, rawTask, uidOrNull } from './raw-task.ts'
import { integerOf } from './read-values.ts'
import { scanRecords } from './scan-records.ts'
import { streamRecords } from './stream-records.ts'

const DEFAULT_MINUTES_PER_DAY = 480
const MOST_MINUTES_PER_DAY = 1440

const ROOT = { name: 'Project', shape: mspdiShape }

/**
 * Reads a plan in Microsoft Project's XML format. Memory follows the plan, not the file: the text is never held. Plain
 * files are scanned; whatever is out of the ordinary, every refusal too, is for the careful reader to judge.
 */
export function readMspdi(bytes: Uint8Array, limits: ImportLimits): RawProject {
  return scanMspdi(bytes, limits) ?? readMspdiCarefully(bytes, limits)
}

/** Reads every form that XML allows, character by character. */
export function readMspdiCarefully(bytes: Uint8Array, limits: ImportLimits): RawProject {
  const collector = new ProjectCollector(limits)
  const root = streamRecords(bytes, ROOT, (record) => collector.take(record))
  return projectOf(root, collector)
}

/** The same in a fraction of the time for a plain file; null for any other, and for one that is to be refused. */
export function scanMspdi(bytes: Uint8Array, limits: ImportLimits): RawProject | null {
  const collector = new ProjectCollector(limits)
  try {
    const root = scanRecords(bytes, ROOT, (record) => collector.take(record))
    return root === null ? null : projectOf(root, collector)
  } catch (error) {
    if (error instanceof ImportRefusal) return null
    throw error
  }
}

function projectOf(root: PlanRecord, collector: ProjectCollector): RawProject {
  return {
    header: header(root, collector.estimateAliases),
    ...collector.parts,
    customFields: collector.customFields.inUse(),
  }
}

function header(root: PlanRecord, estimateAliases: RawHeader['estimateAliases']): RawHeader {
  const minutesPerDay = root.number(PROJECT.MinutesPerDay) ?? DEFAULT_MINUTES_PER_DAY
  const isUsable = minutesPerDay >= 1 && minutesPerDay <= MOST_MINUTES_PER_DAY
  return {
    format: 'mspdi',
    application: application(root),
    title: root.text(PROJECT.Title) ?? root.text(PROJECT.Name)?.replace(/\.(xml|mpp)$/i, '') ?? null,
    start: root.dateTime(PROJECT.StartDate),
    finish: root.dateTime(PROJECT.FinishDate),
    statusDate: root.dateTime(PROJECT.StatusDate),
    minutesPerDay: isUsable ? minutesPerDay : DEFAULT_MINUTES_PER_DAY,
    calendarUid: uidOrNull(integerOf(root, PROJECT.CalendarUID)),
    isScheduledFromFinish: !root.flag(PROJECT.ScheduleFromStart, true),
    estimateAliases,
  }
}

/** The file names its format's version (12 = 2007, 14 = 2010 and later) and, since 2013, the build that wrote it. */
function application(root: PlanRecord): string | null {
  const build = root.text(PROJECT.BuildNumber)
  if (build !== null) return `Microsoft Project ${build}`
  const version = root.text(PROJECT.SaveVersion)
  return version === null ? null : `Microsoft Project XML version ${version}`
}

class ProjectCollector {
  readonly parts: Omit<RawProject, 'header'> = { calendars: [], tasks: [], links: [], resources: [], assignments: [] }
  readonly customFields = new CustomFields()
  readonly estimateAliases: RawHeader['estimateAliases'] = [null, null, null]
  readonly #limits: ImportLimits
  readonly #uids = { Task: new Set<number>(), Resource: new Set<number>(), Calendar: new Set<number>() }
  #exceptionCount = 0

  constructor(limits: ImportLimits) {
    this.#limits = limits
  }

  take(record: PlanRecord): void {
    if (record.name === 'Task') this.#takeTask(record)
    else if (record.name === 'Resource') this.#takeResource(record)
    else if (record.name === 'Assignment') this.#takeAssignment(record)
    else if (record.name === 'Calendar') this.#takeCalendar(record)
    else if (record.name === 'ExtendedAttribute') this.#takeFieldName(record)
    else if (record.name === 'OutlineCode') this.customFields.codes.define(record)
  }

  #takeTask(record: PlanRecord): void {
    const uid = this.#newUid(integerOf(record, TASK.UID), 'Task')
    // The row with uid 0 is the project itself; blank lines carry a uid and nothing else.
    if (uid === null || uid === 0 || record.flag(TASK.IsNull, false)) return
    const { tasks, links } = this.parts
    const task = rawTask(record, uid)
    Object.assign(task, this.customFields.valuesOf(record))
    tasks.push(task)
    refuseMoreThan(this.#limits.maxTasks, tasks.length, 'too_many_tasks', 'tasks')
    addRawLinks(record, uid, links)
    refuseMoreThan(this.#limits.maxLinks, links.length, 'too_many_links', 'links')
  }

  #takeResource(record: PlanRecord): void {
    const uid = this.#newUid(integerOf(record, RESOURCE.UID), 'Resource')
    if (uid === null || record.flag(RESOURCE.IsNull, false)) return
    this.parts.resources.push({
      uid,
      name: record.text(RESOURCE.Name),
      type: resourceType(record),
      maxUnits: record.number(RESOURCE.MaxUnits) ?? 1,
      email: record.text(RESOURCE.EmailAddress),
      calendarUid: uidOrNull(integerOf(record, RESOURCE.CalendarUID)),
    })
    refuseMoreThan(this.#limits.maxResources, this.parts.resources.length, 'too_many_resources', 'resources')
  }

  #takeAssignment(record: PlanRecord): void {
    const taskUid = integerOf(record, ASSIGNMENT.TaskUID)
    if (taskUid === null) return
    const resourceUid = uidOrNull(integerOf(record, ASSIGNMENT.ResourceUID))
    const assignment: RawAssignment = {
      taskUid,
      resourceUid,
      // Work that nobody is assigned to takes nobody's time unless the file says so.
      units: record.number(ASSIGNMENT.Units) ?? (resourceUid === null ? 0 : 1),
      workMinutes: record.minutes(ASSIGNMENT.Work) ?? 0,
    }
    this.parts.assignments.push(assignment)
    const count = this.parts.assignments.length
    refuseMoreThan(this.#limits.maxAssignments, count, 'too_many_assignments', 'assignments')
  }

  #takeCalendar(record: PlanRecord): void {
    const uid = this.#newUid(integerOf(record, CALENDAR.UID), 'Calendar')
    if (uid === null) return
    const calendar = rawCalendar(record, uid)
    this.parts.calendars.push(calendar)
    refuseMoreThan(this.#limits.maxCalendars, this.parts.calendars.length, 'too_many_calendars', 'calendars')
    this.#exceptionCount += calendar.exceptions.length + calendar.workWeeks.length
    refuseMoreThan(this.#limits.maxExceptions, this.#exceptionCount, 'too_many_exceptions', 'calendar exceptions')
  }

  #takeFieldName(record: PlanRecord): void {
    const index = ESTIMATE_FIELD_IDS.indexOf(integerOf(record, CUSTOM_FIELD.FieldID) ?? -1)
    if (index >= 0) this.estimateAliases[index] = record.text(CUSTOM_FIELD.Alias)
    this.customFields.define(record)
  }

  /** The uid of a record, or null when it has none or repeats one: the first of a uid is the one that links mean. */
  #newUid(uid: number | null, kind: 'Task' | 'Resource' | 'Calendar'): number | null {
    if (uid === null || uid < 0 || this.#uids[kind].has(uid)) return null
    this.#uids[kind].add(uid)
    return uid
  }
}

function resourceType(record: PlanRecord): RawResource['type'] {
  if (record.flag(RESOURCE.IsCostResource, false) || integerOf(record, RESOURCE.Type) === 2) return 'cost'
  return integerOf(record, RESOURCE.Type) === 0 ? 'material' : 'work'
}
