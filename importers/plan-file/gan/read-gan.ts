import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { dayNumber, parseDay } from '../../plan/file-day.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { refuseMoreThan } from '../../plan/refuse-more-than.ts'
import { parseXml, refuseLongText, type XmlAttributes } from '../../xml/parse-xml.ts'
import { blankTask } from '../blank-task.ts'
import type { RawException, RawProject, RawTask } from '../raw-project.ts'
import { TaskNumbers } from '../task-numbers.ts'
import { parseNumber } from '../xml/read-values.ts'
import { lastWorkedDay } from './last-worked-day.ts'
import { OwnFields } from './own-fields.ts'

const CALENDAR_UID = 1
const MINUTES_PER_DAY = 480
const DAYS_FORMAT = 7
const SNET = 4
/** Start to start, finish to start, finish to finish, start to finish, as the file counts them, in codes of links. */
const LINK_CODES: Readonly<Record<string, number>> = { 1: 3, 2: 1, 3: 0, 4: 2 }
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const EVERY_YEAR = { kind: 2, period: 1, monthItem: 0, monthPosition: 0, daysOfWeek: 0 }

/** Reads a GanttProject file. Tasks stand where a person put them, unless a strong link says otherwise. */
export function readGan(bytes: Uint8Array, limits: ImportLimits, diagnostics: Diagnostics): RawProject {
  const reader = new GanReader(limits)
  parseXml(bytes, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: () => reader.close(),
  })
  const project = reader.finish()
  for (const [what, count] of reader.leftOut)
    diagnostics.warn('not_imported', { field: what }, `Not imported: ${what} (${count} in the file)`)
  return project
}

/** What no plan of ours has a place for. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  vacation: 'vacations of people',
  'previous-tasks': 'baselines',
}

class GanReader {
  readonly leftOut = new Map<string, number>()
  readonly #project: RawProject
  readonly #limits: ImportLimits
  readonly #path: string[] = []
  readonly #open: RawTask[] = []
  readonly #uids = new TaskNumbers()
  readonly #links: { from: number; to: string; attributes: XmlAttributes }[] = []
  readonly #earliest = new Map<RawTask, string>()
  readonly #ownFields = new OwnFields()
  readonly #people = new Set<number>()
  #hasTasks = false
  #isNotes = false

  constructor(limits: ImportLimits) {
    this.#limits = limits
    const week = [true, true, true, true, true, false, false]
    this.#project = {
      header: {
        format: 'gan',
        application: 'GanttProject',
        title: null,
        start: null,
        finish: null,
        statusDate: null,
        minutesPerDay: MINUTES_PER_DAY,
        calendarUid: CALENDAR_UID,
        isScheduledFromFinish: false,
        estimateAliases: [null, null, null],
      },
      calendars: [{ uid: CALENDAR_UID, name: 'Calendar', parentUid: null, week, exceptions: [], workWeeks: [] }],
      tasks: [],
      links: [],
      resources: [],
      assignments: [],
    }
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#path.length === 0) this.#openRoot(name, attributes)
    else if (name === 'tasks') this.#hasTasks = true
    else if (name === 'task') this.#openTask(attributes)
    else if (name === 'depend') this.#takeLink(attributes)
    else if (name === 'resource' && this.#path.includes('resources')) this.#takeResource(attributes)
    else if (name === 'allocation') this.#takeAllocation(attributes)
    else if (name === 'default-week') this.#takeWeek(attributes)
    else if (name === 'only-show-weekends' && attributes.value === 'true')
      this.#calendar.week = WEEKDAYS.map(() => true)
    else if (name === 'date' && this.#path.includes('calendars')) this.#takeDate(attributes)
    else if (name === 'taskproperty') this.#ownFields.define(attributes)
    else if (name === 'customproperty' && !this.#ownFields.take(this.#open.at(-1), attributes))
      this.#leaveOut('values of fields of people’s own')
    const left = Object.hasOwn(LEFT_OUT, name) ? LEFT_OUT[name] : undefined
    if (left !== undefined) this.#leaveOut(left)
    this.#isNotes = name === 'notes'
    this.#path.push(name)
  }

  #leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1)
  }

  text(text: string): void {
    const task = this.#open.at(-1)
    if (!this.#isNotes || task === undefined) return
    task.notes = (task.notes ?? '') + text
    refuseLongText(task.notes.length)
  }

  close(): void {
    this.#isNotes = false
    if (this.#path.pop() !== 'task') return
    const task = this.#open.pop()
    if (task !== undefined && task.notes !== null) task.notes = task.notes.trim() || null
  }

  finish(): RawProject {
    if (!this.#hasTasks) throw new ImportRefusal('unsupported_format', 'the file is XML of another kind than a plan')
    const pulled = this.#resolveLinks()
    for (const task of this.#project.tasks) {
      const held = this.#earliest.get(task) ?? (pulled.has(task.uid) ? null : task.start)
      if (held !== null && !task.isSummary) Object.assign(task, { constraintCode: SNET, constraintDate: held })
      task.finish = this.#finishOf(task)
    }
    this.#project.customFields = this.#ownFields.inUse()
    return this.#project
  }

  get #calendar(): RawProject['calendars'][number] {
    return this.#project.calendars[0] as RawProject['calendars'][number]
  }

  #openRoot(name: string, attributes: XmlAttributes): void {
    if (name !== 'project') throw new ImportRefusal('unsupported_format', `the root element is ${name.slice(0, 60)}`)
    this.#project.header.title = attributes.name?.trim() || null
    if (attributes.version) this.#project.header.application = `GanttProject ${attributes.version.slice(0, 40)}`
  }

  #openTask(attributes: XmlAttributes): void {
    const uid = this.#uids.take(attributes.id ?? '')
    const parent = this.#open.at(-1)
    if (parent !== undefined) parent.isSummary = true
    const task = blankTask(uid)
    const days = parseNumber(attributes.duration ?? null)
    const start = parseDay(attributes.start ?? '')
    const earliest = parseDay(attributes.thirdDate ?? '')
    task.row = this.#project.tasks.length + 1
    task.name = attributes.name?.trim() || null
    task.outlineLevel = Math.min(1000, this.#open.length + 1)
    task.start = start === null ? null : `${formatCivilDay(start)}T08:00:00`
    task.isMilestone = attributes.meeting === 'true'
    task.duration =
      days === null || days < 0 ? null : { minutes: task.isMilestone ? 0 : days * MINUTES_PER_DAY, isElapsed: false }
    task.percentComplete = Math.min(100, Math.max(0, Math.round(parseNumber(attributes.complete ?? null) ?? 0)))
    task.priority = attributes.priority === undefined || attributes.priority === '1' ? 500 : 600
    task.hasCost = (parseNumber(attributes['cost-manual-value'] ?? null) ?? 0) > 0
    if (earliest !== null && attributes['thirdDate-constraint'] === '1')
      this.#earliest.set(task, `${formatCivilDay(earliest)}T08:00:00`)
    this.#open.push(task)
    this.#project.tasks.push(task)
    refuseMoreThan(this.#limits.maxTasks, this.#project.tasks.length, 'too_many_tasks', 'tasks')
  }

  #takeLink(attributes: XmlAttributes): void {
    const task = this.#open.at(-1)
    if (task === undefined || attributes.id === undefined) return
    this.#links.push({ from: task.uid, to: attributes.id, attributes })
    refuseMoreThan(this.#limits.maxLinks, this.#links.length, 'too_many_links', 'links')
  }

  /** A task names those that follow it. Returns what a strong link pulls to its predecessor. */
  #resolveLinks(): Set<number> {
    const pulled = new Set<number>()
    for (const { from, to, attributes } of this.#links) {
      const successorUid = this.#uids.of(to) ?? -1
      if (attributes.hardness !== 'Rubber') pulled.add(successorUid)
      this.#project.links.push({
        predecessorUid: from,
        successorUid,
        typeCode: LINK_CODES[attributes.type ?? '2'] ?? 1,
        lag: (parseNumber(attributes.difference ?? null) ?? 0) * MINUTES_PER_DAY * 10,
        lagFormat: DAYS_FORMAT,
        isCrossProject: false,
      })
    }
    return pulled
  }

  #takeResource(attributes: XmlAttributes): void {
    const uid = this.#resourceUid(attributes.id)
    if (uid === null || this.#people.has(uid)) return
    this.#people.add(uid)
    const email = /@/.test(attributes.contacts ?? '') ? (attributes.contacts?.trim() ?? null) : null
    const name = attributes.name?.trim() || null
    this.#project.resources.push({ uid, name, type: 'work', maxUnits: 1, email, calendarUid: null })
    refuseMoreThan(this.#limits.maxResources, this.#project.resources.length, 'too_many_resources', 'resources')
  }

  #resourceUid(id: string | undefined): number | null {
    return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) + 1 : null
  }

  #takeAllocation(attributes: XmlAttributes): void {
    const taskUid = this.#uids.of(attributes['task-id'])
    const resourceUid = this.#resourceUid(attributes['resource-id'])
    if (taskUid === undefined || resourceUid === null) return
    const units = (parseNumber(attributes.load ?? null) ?? 100) / 100
    this.#project.assignments.push({ taskUid, resourceUid, units, workMinutes: 0 })
    refuseMoreThan(this.#limits.maxAssignments, this.#project.assignments.length, 'too_many_assignments', 'assignments')
  }

  /** The week says of each day whether it is free. */
  #takeWeek(attributes: XmlAttributes): void {
    if (this.#calendar.week.every(Boolean)) return
    this.#calendar.week = WEEKDAYS.map((name) => attributes[name] !== '1')
  }

  /** A holiday, or a day that is worked all the same; without a year it comes every year. */
  #takeDate(attributes: XmlAttributes): void {
    const [year, month, day] = [attributes.year, attributes.month, attributes.date].map((text) =>
      parseNumber(text?.trim() || null),
    )
    const first = dayNumber(year ?? 2000, month ?? 0, day ?? 0)
    if (first === null || attributes.type === 'NEUTRAL') return
    const isWorking = attributes.type === 'WORKING_DAY'
    const span =
      year === null
        ? { fromDay: dayNumber(1900, 1, 1) ?? first, toDay: dayNumber(2199, 12, 31) ?? first }
        : { fromDay: first, toDay: first }
    const recurrence = year === null ? { ...EVERY_YEAR, month: month ?? 1, monthDay: day ?? 1 } : null
    const exception: RawException = { ...span, name: null, isWorking, recurrence }
    this.#calendar.exceptions.push(exception)
    refuseMoreThan(this.#limits.maxExceptions, this.#calendar.exceptions.length, 'too_many_exceptions', 'holidays')
  }

  #finishOf(task: RawTask): string | null {
    if (task.start === null) return null
    if (task.isMilestone || task.duration === null) return task.start
    const start = parseDay(task.start.slice(0, 10)) ?? 0
    const last = lastWorkedDay(this.#calendar, start, Math.round(task.duration.minutes / MINUTES_PER_DAY))
    return last === null ? null : `${formatCivilDay(last)}T17:00:00`
  }
}
