import type { Diagnostics } from '../../plan/diagnostics.ts'
import { parseDay } from '../../plan/file-day.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { refuseMoreThan } from '../../plan/refuse-more-than.ts'
import { parseXml, type XmlAttributes } from '../../xml/parse-xml.ts'
import { blankTask } from '../blank-task.ts'
import type { RawCalendar, RawProject, RawTask } from '../raw-project.ts'
import { TaskNumbers } from '../task-numbers.ts'
import { parseDateTime, parseNumber } from '../xml/read-values.ts'
import { KindsOfDays } from './day-types.ts'

const MINUTES_PER_DAY = 480
const ELAPSED_DAYS = 8
const LINK_CODES: Readonly<Record<string, number>> = { FF: 0, FS: 1, SF: 2, SS: 3 }
const CONSTRAINT_CODES: Readonly<Record<string, number>> = {
  'must-start-on': 2,
  'start-no-earlier-than': 4,
  'finish-no-later-than': 7,
}
const MATERIAL = '2'

/** What no plan of ours has a place for. */
const LEFT_OUT: Readonly<Record<string, string>> = { phase: 'phases', group: 'groups of people' }

/** Reads a file of GNOME Planner. Work and lags are in seconds; times are those of the place, whatever their `Z` says. */
export function readGnomePlanner(bytes: Uint8Array, limits: ImportLimits, diagnostics: Diagnostics): RawProject {
  const reader = new GnomePlannerReader(limits)
  parseXml(bytes, {
    open: (name, attributes) => reader.open(name, attributes),
    text: () => {},
    close: () => reader.close(),
  })
  const project = reader.finish()
  for (const [what, count] of reader.leftOut)
    diagnostics.warn('not_imported', { field: what }, `Not imported: ${what} (${count} in the file)`)
  return project
}

class GnomePlannerReader {
  readonly leftOut = new Map<string, number>()
  readonly #project: RawProject
  readonly #limits: ImportLimits
  readonly #path: string[] = []
  readonly #openTasks: RawTask[] = []
  readonly #openCalendars: { raw: RawCalendar; kinds: KindsOfDays }[] = []
  readonly #calendars: { raw: RawCalendar; kinds: KindsOfDays }[] = []
  readonly #uids = new TaskNumbers()
  readonly #calendarUids = new Set<number>()
  readonly #people = new Set<number>()
  readonly #links: { to: number; attributes: XmlAttributes }[] = []
  /** Of tasks whose length follows from their work and the people on it. */
  readonly #work = new Map<number, { task: RawTask; minutes: number; isFixed: boolean }>()
  #dayCount = 0
  #hasTasks = false

  constructor(limits: ImportLimits) {
    this.#limits = limits
    this.#project = {
      header: {
        format: 'planner',
        application: 'GNOME Planner',
        title: null,
        start: null,
        finish: null,
        statusDate: null,
        minutesPerDay: MINUTES_PER_DAY,
        calendarUid: null,
        isScheduledFromFinish: false,
        estimateAliases: [null, null, null],
      },
      calendars: [],
      tasks: [],
      links: [],
      resources: [],
      assignments: [],
    }
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#path.length === 0) this.#openRoot(attributes)
    else if (name === 'tasks') this.#hasTasks = true
    else if (name === 'task') this.#openTask(attributes)
    else if (name === 'predecessor') this.#takeLink(attributes)
    else if (name === 'constraint') this.#takeConstraint(attributes)
    else if (name === 'calendar') this.#openCalendar(attributes)
    else if (name === 'resource') this.#takeResource(attributes)
    else if (name === 'allocation') this.#takeAllocation(attributes)
    else if (name === 'property' && attributes.value !== undefined) this.#leaveOut('values of fields of people’s own')
    else this.#takeDays(name, attributes)
    const left = Object.hasOwn(LEFT_OUT, name) ? LEFT_OUT[name] : undefined
    if (left !== undefined) this.#leaveOut(left)
    this.#path.push(name)
  }

  close(): void {
    const name = this.#path.pop()
    if (name === 'task') this.#openTasks.pop()
    else if (name === 'calendar') this.#openCalendars.pop()
  }

  finish(): RawProject {
    if (!this.#hasTasks) throw new ImportRefusal('unsupported_format', 'the file is XML of another kind than a plan')
    for (const { raw, kinds } of this.#calendars) kinds.settle(raw)
    this.#project.header.minutesPerDay = this.#usualDay()
    for (const { to, attributes } of this.#links) this.#addLink(to, attributes)
    this.#spreadWork()
    return this.#project
  }

  #leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1)
  }

  #openRoot(attributes: XmlAttributes): void {
    const { header } = this.#project
    header.title = attributes.name?.trim() || null
    header.start = timeOf(attributes['project-start'])
    header.calendarUid = parseUid(attributes.calendar)
  }

  #openTask(attributes: XmlAttributes): void {
    const parent = this.#openTasks.at(-1)
    if (parent !== undefined) parent.isSummary = true
    const task = blankTask(this.#uids.take(attributes.id ?? ''))
    const isMilestone = attributes.type === 'milestone'
    task.row = this.#project.tasks.length + 1
    task.name = attributes.name?.trim() || null
    task.outlineLevel = Math.min(1000, this.#openTasks.length + 1)
    // It may begin in the evening before or on a day off: the first work is what people see.
    task.start = (isMilestone ? null : timeOf(attributes['work-start'])) ?? timeOf(attributes.start)
    task.finish = timeOf(attributes.end)
    task.isMilestone = isMilestone
    task.percentComplete = Math.min(
      100,
      Math.max(0, Math.round(parseNumber(attributes['percent-complete'] ?? null) ?? 0)),
    )
    task.priority = (parseNumber(attributes.priority ?? null) ?? 0) === 0 ? 500 : 600
    task.notes = attributes.note?.trim() || null
    this.#takeLength(task, attributes)
    this.#openTasks.push(task)
    this.#project.tasks.push(task)
    refuseMoreThan(this.#limits.maxTasks, this.#project.tasks.length, 'too_many_tasks', 'tasks')
  }

  #takeLength(task: RawTask, attributes: XmlAttributes): void {
    const isFixed = attributes.scheduling === 'fixed-duration'
    const seconds = parseNumber(
      (isFixed ? attributes.duration : null) ?? attributes.work ?? attributes.duration ?? null,
    )
    if (task.isMilestone) task.duration = { minutes: 0, isElapsed: false }
    else if (seconds !== null && seconds >= 0)
      this.#work.set(task.uid, { task, minutes: seconds / 60, isFixed: isFixed && attributes.duration !== undefined })
  }

  #takeConstraint(attributes: XmlAttributes): void {
    const task = this.#openTasks.at(-1)
    const code = CONSTRAINT_CODES[attributes.type ?? '']
    const time = timeOf(attributes.time)
    if (task !== undefined && code !== undefined) Object.assign(task, { constraintCode: code, constraintDate: time })
  }

  #takeLink(attributes: XmlAttributes): void {
    const task = this.#openTasks.at(-1)
    if (task === undefined) return
    this.#links.push({ to: task.uid, attributes })
    refuseMoreThan(this.#limits.maxLinks, this.#links.length, 'too_many_links', 'links')
  }

  /** The planner adds lags to the time at which the other task ends or begins, through nights and days off. */
  #addLink(to: number, attributes: XmlAttributes): void {
    const seconds = parseNumber(attributes.lag ?? null) ?? 0
    this.#project.links.push({
      predecessorUid: this.#uids.of(attributes['predecessor-id']) ?? -1,
      successorUid: to,
      typeCode: LINK_CODES[attributes.type ?? 'FS'] ?? 1,
      lag: seconds / 6,
      lagFormat: seconds === 0 ? null : ELAPSED_DAYS,
      isCrossProject: false,
    })
  }

  #openCalendar(attributes: XmlAttributes): void {
    const around = this.#openCalendars.at(-1) ?? null
    const uid = parseUid(attributes.id) ?? 0
    const [name, parentUid] = [attributes.name?.trim() || null, around?.raw.uid ?? null]
    const raw = { uid, name, parentUid, week: [], exceptions: [], workWeeks: [] }
    const calendar = { raw, kinds: new KindsOfDays(around?.kinds ?? null) }
    this.#openCalendars.push(calendar)
    if (uid === 0 || this.#calendarUids.has(uid)) return
    this.#calendarUids.add(uid)
    this.#calendars.push(calendar)
    this.#project.calendars.push(raw)
    refuseMoreThan(this.#limits.maxCalendars, this.#project.calendars.length, 'too_many_calendars', 'calendars')
  }

  #takeDays(name: string, attributes: XmlAttributes): void {
    const kinds = this.#openCalendars.at(-1)?.kinds
    if (kinds === undefined) return
    if (name === 'default-week') kinds.takeWeek(attributes)
    else if (name === 'overridden-day-type') kinds.openKind(attributes.id ?? '')
    else if (name === 'interval') kinds.takeHours(attributes)
    else if (name === 'day') this.#takeDay(kinds, attributes)
  }

  #takeDay(kinds: KindsOfDays, attributes: XmlAttributes): void {
    const day = parseDay(timeOf(attributes.date)?.slice(0, 10) ?? '')
    if (day === null || attributes.id === undefined) return
    kinds.takeDay(day, attributes.id)
    this.#dayCount += 1
    refuseMoreThan(this.#limits.maxExceptions, this.#dayCount, 'too_many_exceptions', 'single days')
  }

  #takeResource(attributes: XmlAttributes): void {
    const uid = parseUid(attributes.id)
    if (uid === null || this.#people.has(uid)) return
    this.#people.add(uid)
    this.#project.resources.push({
      uid,
      name: attributes.name?.trim() || attributes['short-name']?.trim() || null,
      type: attributes.type === MATERIAL ? 'material' : 'work',
      maxUnits: 1,
      email: attributes.email?.trim() || null,
      calendarUid: parseUid(attributes.calendar),
    })
    refuseMoreThan(this.#limits.maxResources, this.#project.resources.length, 'too_many_resources', 'resources')
  }

  #takeAllocation(attributes: XmlAttributes): void {
    const taskUid = this.#uids.of(attributes['task-id'])
    const resourceUid = parseUid(attributes['resource-id'])
    if (taskUid === undefined || resourceUid === null) return
    const units = (parseNumber(attributes.units ?? null) ?? 100) / 100
    this.#project.assignments.push({ taskUid, resourceUid, units, workMinutes: 0 })
    refuseMoreThan(this.#limits.maxAssignments, this.#project.assignments.length, 'too_many_assignments', 'assignments')
  }

  /** People share the work of a task; where its length is fixed they work as long as it lasts. */
  #spreadWork(): void {
    const units = new Map<number, number>()
    const materials = new Set(this.#project.resources.flatMap(({ uid, type }) => (type === 'material' ? [uid] : [])))
    const working = this.#project.assignments.filter(({ resourceUid }) => !materials.has(resourceUid ?? 0))
    for (const one of working) units.set(one.taskUid, (units.get(one.taskUid) ?? 0) + one.units)
    for (const [uid, { task, minutes, isFixed }] of this.#work) {
      const shared = isFixed || task.isSummary ? 1 : units.get(uid) || 1
      task.duration = { minutes: minutes / shared, isElapsed: false }
    }
    for (const one of working) one.workMinutes = (this.#work.get(one.taskUid)?.task.duration?.minutes ?? 0) * one.units
  }

  /** Minutes of the first weekday that the plan's calendar works. */
  #usualDay(): number {
    const { header, calendars } = this.#project
    const own = calendars.find(({ uid }) => uid === header.calendarUid) ?? calendars[0]
    return own?.hours?.find((of) => of !== null)?.minutes ?? MINUTES_PER_DAY
  }
}

/** `20260316T080000Z`, or a date alone. */
function timeOf(text: string | undefined): string | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text ?? '') ?? []
  return year === undefined ? null : parseDateTime(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
}

function parseUid(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null
}
