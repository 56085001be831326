import type { ImportLimits } from '../../plan/import-limits.ts'
import { ImportRefusal, type ImportRefusalCode } from '../../plan/import-refusal.ts'
import type { RawAssignment, RawHeader, RawProject, RawResource } from '../raw-project.ts'
import { mspdiShape } from './mspdi-shape.ts'
import { rawCalendar } from './raw-calendar.ts'
import { ESTIMATE_FIELD_IDS, rawLinks, rawTask, uidOrNull } from './raw-task.ts'
import { dateTimeOf, flagOf, integerOf, minutesOf, numberOf, textOf } from './read-values.ts'
import { streamRecords, type XmlRecord } from './stream-records.ts'

const DEFAULT_MINUTES_PER_DAY = 480
const MOST_MINUTES_PER_DAY = 1440

/** Reads a plan in Microsoft Project's XML format. Memory follows the plan, not the file: the text is never held. */
export function readMspdi(bytes: Uint8Array, limits: ImportLimits): RawProject {
  const collector = new ProjectCollector(limits)
  const root = streamRecords(bytes, { name: 'Project', shape: mspdiShape }, (record) => collector.take(record))
  return { header: header(root, collector.estimateAliases), ...collector.parts }
}

function header(root: XmlRecord, estimateAliases: RawHeader['estimateAliases']): RawHeader {
  const minutesPerDay = numberOf(root, 'MinutesPerDay') ?? DEFAULT_MINUTES_PER_DAY
  const isUsable = minutesPerDay >= 1 && minutesPerDay <= MOST_MINUTES_PER_DAY
  return {
    format: 'mspdi',
    application: application(root),
    title: textOf(root, 'Title') ?? textOf(root, 'Name')?.replace(/\.(xml|mpp)$/i, '') ?? null,
    start: dateTimeOf(root, 'StartDate'),
    finish: dateTimeOf(root, 'FinishDate'),
    statusDate: dateTimeOf(root, 'StatusDate'),
    minutesPerDay: isUsable ? minutesPerDay : DEFAULT_MINUTES_PER_DAY,
    calendarUid: uidOrNull(integerOf(root, 'CalendarUID')),
    isScheduledFromFinish: !flagOf(root, 'ScheduleFromStart', true),
    estimateAliases,
  }
}

/** The file names its format's version (12 = 2007, 14 = 2010 and later) and, since 2013, the build that wrote it. */
function application(root: XmlRecord): string | null {
  const build = textOf(root, 'BuildNumber')
  if (build !== null) return `Microsoft Project ${build}`
  const version = textOf(root, 'SaveVersion')
  return version === null ? null : `Microsoft Project XML version ${version}`
}

class ProjectCollector {
  readonly parts: Omit<RawProject, 'header'> = { calendars: [], tasks: [], links: [], resources: [], assignments: [] }
  readonly estimateAliases: RawHeader['estimateAliases'] = [null, null, null]
  readonly #limits: ImportLimits
  readonly #uids = { Task: new Set<number>(), Resource: new Set<number>(), Calendar: new Set<number>() }
  #exceptionCount = 0

  constructor(limits: ImportLimits) {
    this.#limits = limits
  }

  take(record: XmlRecord): void {
    if (record.name === 'Task') this.#takeTask(record)
    else if (record.name === 'Resource') this.#takeResource(record)
    else if (record.name === 'Assignment') this.#takeAssignment(record)
    else if (record.name === 'Calendar') this.#takeCalendar(record)
    else if (record.name === 'ExtendedAttribute') this.#takeFieldName(record)
  }

  #takeTask(record: XmlRecord): void {
    const uid = this.#newUid(record, 'Task')
    // The row with uid 0 is the project itself; blank lines carry a uid and nothing else.
    if (uid === null || uid === 0 || flagOf(record, 'IsNull', false)) return
    const { tasks, links } = this.parts
    tasks.push(rawTask(record, uid))
    refuseMoreThan(this.#limits.maxTasks, tasks.length, 'too_many_tasks', 'tasks')
    for (const link of rawLinks(record, uid)) links.push(link)
    refuseMoreThan(this.#limits.maxLinks, links.length, 'too_many_links', 'links')
  }

  #takeResource(record: XmlRecord): void {
    const uid = this.#newUid(record, 'Resource')
    if (uid === null || flagOf(record, 'IsNull', false)) return
    this.parts.resources.push({
      uid,
      name: textOf(record, 'Name'),
      type: resourceType(record),
      maxUnits: numberOf(record, 'MaxUnits') ?? 1,
      email: textOf(record, 'EmailAddress'),
      calendarUid: uidOrNull(integerOf(record, 'CalendarUID')),
    })
    refuseMoreThan(this.#limits.maxResources, this.parts.resources.length, 'too_many_resources', 'resources')
  }

  #takeAssignment(record: XmlRecord): void {
    const taskUid = integerOf(record, 'TaskUID')
    if (taskUid === null) return
    const resourceUid = uidOrNull(integerOf(record, 'ResourceUID'))
    const assignment: RawAssignment = {
      taskUid,
      resourceUid,
      // Work that nobody is assigned to takes nobody's time unless the file says so.
      units: numberOf(record, 'Units') ?? (resourceUid === null ? 0 : 1),
      workMinutes: minutesOf(record, 'Work') ?? 0,
    }
    this.parts.assignments.push(assignment)
    const count = this.parts.assignments.length
    refuseMoreThan(this.#limits.maxAssignments, count, 'too_many_assignments', 'assignments')
  }

  #takeCalendar(record: XmlRecord): void {
    const uid = this.#newUid(record, 'Calendar')
    if (uid === null) return
    const calendar = rawCalendar(record, uid)
    this.parts.calendars.push(calendar)
    refuseMoreThan(this.#limits.maxCalendars, this.parts.calendars.length, 'too_many_calendars', 'calendars')
    this.#exceptionCount += calendar.exceptions.length + calendar.workWeeks.length
    refuseMoreThan(this.#limits.maxExceptions, this.#exceptionCount, 'too_many_exceptions', 'calendar exceptions')
  }

  #takeFieldName(record: XmlRecord): void {
    const index = ESTIMATE_FIELD_IDS.indexOf(integerOf(record, 'FieldID') ?? -1)
    if (index >= 0) this.estimateAliases[index] = textOf(record, 'Alias')
  }

  /** The uid of a record, or null when it has none or repeats one: the first of a uid is the one that links mean. */
  #newUid(record: XmlRecord, kind: 'Task' | 'Resource' | 'Calendar'): number | null {
    const uid = integerOf(record, 'UID')
    if (uid === null || uid < 0 || this.#uids[kind].has(uid)) return null
    this.#uids[kind].add(uid)
    return uid
  }
}

function resourceType(record: XmlRecord): RawResource['type'] {
  if (flagOf(record, 'IsCostResource', false) || integerOf(record, 'Type') === 2) return 'cost'
  return integerOf(record, 'Type') === 0 ? 'material' : 'work'
}

function refuseMoreThan(most: number, count: number, code: ImportRefusalCode, what: string): void {
  if (count > most) throw new ImportRefusal(code, `the file holds more than ${most} ${what}`)
}
