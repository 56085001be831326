import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { quoted } from '../../plan/diagnostics.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import type { PlanFieldValue } from '../../plan/imported-plan.ts'
import { refuseMoreThan } from '../../plan/refuse-more-than.ts'
import { splitDelimited } from '../../spreadsheet/text/split-delimited.ts'
import { blankTask } from '../blank-task.ts'
import { ESTIMATE_FIELDS, type PlannerField } from '../planner-fields.ts'
import type { RawCalendar, RawProject, RawTask } from '../raw-project.ts'
import { OWN_FIELDS, RESOURCE_FIELDS, TASK_FIELDS } from './mpx-fields.ts'
import { MpxValues } from './mpx-values.ts'
import { readPredecessors } from './read-predecessors.ts'

const STANDARD_WEEK = [true, true, true, true, true, false, false]

/** Reads the text format of the first desktop planners (MPX): records by number, fields by the numbers of a table. */
export function readMpx(bytes: Uint8Array, limits: ImportLimits, diagnostics: Diagnostics): RawProject {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const separator = head.replace(/^\W*MPX/, '').charAt(0)
  const isMac = /^MPX.[^\r\n]*\bMAC\b/.test(head)
  const text = new TextDecoder(isMac ? 'macintosh' : 'windows-1252').decode(bytes)
  const reader = new MpxReader(limits, separator, diagnostics)
  if (/^MPX.[^\r\n]*\b(437|850)\b/.test(head) && /[\u0080-\uffff]/.test(text))
    diagnostics.warn('encoding_guessed', {}, 'the file is of an old code page; its texts are read as windows-1252')
  splitDelimited(text, separator, (line, cells) => reader.take(cells, line))
  return reader.finish()
}

type Fields = ReadonlyMap<string, number>
type Reading = { text: (field: string) => string | null; number: (field: string) => number | null }

class MpxReader {
  readonly #project: RawProject
  readonly #limits: ImportLimits
  readonly #values: MpxValues
  readonly #diagnostics: Diagnostics
  readonly #calendars = new Map<string, RawCalendar>()
  readonly #rows = new Map<number, RawTask>()
  readonly #resources = new Map<number, number>()
  readonly #predecessors: { task: RawTask; text: string; isUid: boolean }[] = []
  readonly #uids = new Set<number>()
  #taskFields: Fields = new Map()
  #resourceFields: Fields = new Map()
  #calendar: RawCalendar | null = null
  #task: RawTask | null = null
  readonly #ownFields = new Set<PlannerField>()
  #calendarName: string | null = null

  constructor(limits: ImportLimits, separator: string, diagnostics: Diagnostics) {
    this.#limits = limits
    this.#diagnostics = diagnostics
    this.#values = new MpxValues(separator)
    this.#project = {
      header: {
        format: 'mpx',
        application: null,
        title: null,
        start: null,
        finish: null,
        statusDate: null,
        minutesPerDay: 480,
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

  take(cells: string[], line: number): void {
    if (line === 1) {
      this.#project.header.application = cells.slice(1, 3).join(' ').trim().slice(0, 80) || null
      return
    }
    const [kind, ...fields] = cells.map((cell) => cell.trim())
    switch (kind) {
      case '10':
        this.#values.decimal = fields[4]?.trim() || '.'
        break
      case '11':
        this.#takeHours(fields)
        break
      case '12':
        this.#values.dateOrder = Number(fields[0]) === 1 ? 'dmy' : Number(fields[0]) === 2 ? 'ymd' : 'mdy'
        break
      case '20':
        this.#openCalendar(fields[0] ?? '', fields.slice(1), null)
        break
      case '26':
      case '57':
        this.#takeException(fields)
        break
      case '30':
        this.#takeHeader(fields)
        break
      case '41':
        this.#resourceFields = fieldsOf(fields, RESOURCE_FIELDS)
        break
      case '50':
        this.#takeResource(fields)
        break
      case '55':
        this.#openResourceCalendar(fields)
        break
      case '61':
        this.#taskFields = fieldsOf(fields, TASK_FIELDS)
        break
      case '70':
        this.#takeTask(fields, line)
        break
      case '71':
        if (this.#task !== null)
          this.#task.notes = fields.join(this.#values.separator).replaceAll('\u007f', '\n') || null
        break
      case '72':
        this.#reportRecurring()
        break
      case '75':
        this.#takeAssignment(fields)
        break
    }
  }

  finish(): RawProject {
    const named = [...this.#calendars].find(([name]) => name === this.#calendarName?.toLowerCase())
    this.#project.header.calendarUid = named?.[1].uid ?? null
    for (const { task, text, isUid } of this.#predecessors) {
      const find = (number: number) => (isUid ? number : (this.#rows.get(number)?.uid ?? -1))
      const links = readPredecessors(text, this.#values, (part) => {
        const where = { uid: task.uid, field: 'predecessors' }
        this.#diagnostics.warn('bad_predecessor', where, `predecessor ${quoted(part)} cannot be read`)
      })
      for (const link of links) {
        this.#project.links.push({ ...link, predecessorUid: find(link.predecessorUid), successorUid: task.uid })
        refuseMoreThan(this.#limits.maxLinks, this.#project.links.length, 'too_many_links', 'links')
      }
    }
    const inUse = OWN_FIELDS.filter((field) => this.#ownFields.has(field))
    this.#project.customFields = inUse.map(({ id, name, type }) => ({ id, name, field_type: type }))
    return this.#project
  }

  #takeHours(fields: readonly string[]): void {
    const hours = this.#values.number(fields[3] ?? '')
    if (hours !== null && hours > 0 && hours <= 24) this.#project.header.minutesPerDay = Math.round(hours * 60)
    this.#values.minutesPerDay = this.#project.header.minutesPerDay
    const week = this.#values.number(fields[4] ?? '')
    if (week !== null && week > 0 && week <= 168) this.#values.minutesPerWeek = week * 60
  }

  #openCalendar(name: string, days: readonly string[], parentUid: number | null): RawCalendar {
    const uid = this.#project.calendars.length + 1
    refuseMoreThan(this.#limits.maxCalendars, uid, 'too_many_calendars', 'calendars')
    const week = STANDARD_WEEK.map((standard, index) => {
      // Weeks of the file begin on Sunday.
      const said = days[(index + 1) % 7]
      if (said === '0' || said === '1') return said === '1'
      return parentUid === null ? standard : null
    })
    const calendar: RawCalendar = { uid, name, parentUid, week, exceptions: [], workWeeks: [] }
    this.#project.calendars.push(calendar)
    this.#calendar = calendar
    if (parentUid === null) this.#calendars.set(name.toLowerCase(), calendar)
    return calendar
  }

  #openResourceCalendar(fields: readonly string[]): void {
    const resource = this.#project.resources.at(-1)
    const base = this.#calendars.get((fields[0] ?? '').toLowerCase())
    this.#calendar = null
    if (resource === undefined) return
    resource.calendarUid = this.#openCalendar(resource.name ?? '', fields.slice(1), base?.uid ?? null).uid
  }

  #takeException(fields: readonly string[]): void {
    const [from = '', to = '', worked = ''] = fields
    const fromDay = this.#values.day(from)
    const toDay = this.#values.day(to) ?? fromDay
    if (this.#calendar === null || fromDay === null || toDay === null || toDay < fromDay) return
    this.#calendar.exceptions.push({ name: null, fromDay, toDay, isWorking: worked === '1', recurrence: null })
    const count = this.#project.calendars.reduce((sum, { exceptions }) => sum + exceptions.length, 0)
    refuseMoreThan(this.#limits.maxExceptions, count, 'too_many_exceptions', 'calendar exceptions')
  }

  #takeHeader(fields: readonly string[]): void {
    const { header } = this.#project
    header.title = fields[0] || null
    this.#calendarName = fields[3] || null
    header.start = this.#values.dateTime(fields[4] ?? '', '08:00:00')
    header.finish = this.#values.dateTime(fields[5] ?? '', '17:00:00')
    header.isScheduledFromFinish = fields[6] === '1'
  }

  #takeResource(fields: readonly string[]): void {
    const { number, text } = this.#reading(fields, this.#resourceFields)
    const uid = number('uid') ?? number('id')
    if (uid === null || !Number.isSafeInteger(uid) || uid <= 0) return
    const row = number('id')
    if (row !== null) this.#resources.set(row, uid)
    const maxUnits = number('max_units') ?? 1
    this.#project.resources.push({
      uid,
      name: text('name'),
      type: 'work',
      maxUnits,
      email: text('email'),
      calendarUid: null,
    })
    refuseMoreThan(this.#limits.maxResources, this.#project.resources.length, 'too_many_resources', 'resources')
  }

  #takeTask(fields: readonly string[], line: number): void {
    const { number, text } = this.#reading(fields, this.#taskFields)
    const id = number('id')
    const uid = number('uid') ?? id
    this.#task = null
    // The row with the number 0 is the project itself.
    if (uid === null || !Number.isSafeInteger(uid) || uid <= 0) return
    if (this.#uids.has(uid)) return
    this.#uids.add(uid)
    const task = this.#filled(blankTask(uid), { number, text })
    task.row = id ?? line
    this.#task = task
    this.#project.tasks.push(task)
    refuseMoreThan(this.#limits.maxTasks, this.#project.tasks.length, 'too_many_tasks', 'tasks')
    this.#rows.set(id ?? uid, task)
    const byUid = text('uid_predecessors')
    const predecessors = byUid ?? text('predecessors')
    if (predecessors !== null) this.#predecessors.push({ task, text: predecessors, isUid: byUid !== null })
  }

  #filled(task: RawTask, { number, text }: Reading): RawTask {
    const values = this.#values
    const at = (field: string, time: string) => values.dateTime(text(field) ?? '', time)
    const duration = text('duration')
    task.name = text('name')
    task.wbs = text('wbs') ?? text('outline_number')
    task.outlineLevel = Math.min(1000, Math.max(0, number('outline_level') ?? 1))
    task.duration = duration === null ? null : values.duration(duration)
    task.isMilestone = values.flag(text('milestone') ?? '') || task.duration?.minutes === 0
    const endTime = task.isMilestone ? '08:00:00' : '17:00:00'
    task.start = at('start', '08:00:00')
    task.finish = at('finish', endTime)
    task.earlyStart = at('early_start', '08:00:00')
    task.earlyFinish = at('early_finish', endTime)
    task.lateStart = at('late_start', '08:00:00')
    task.lateFinish = at('late_finish', endTime)
    task.actualStart = at('actual_start', '08:00:00')
    task.actualFinish = at('actual_finish', endTime)
    const [from, to] = [at('baseline_start', '08:00:00'), at('baseline_finish', endTime)]
    task.baseline = from === null && to === null ? null : { start: from, finish: to }
    task.percentComplete = Math.round(values.percent(text('percent_complete') ?? ''))
    const kind = text('constraint_type') ?? ''
    const code = values.constraint(kind)
    task.constraintCode = code ?? 0
    if (code === null && text('constraint_date') !== null) {
      const message = `constraint ${quoted(kind)} is not imported: its kind is not known`
      this.#diagnostics.warn('constraint_not_imported', { uid: task.uid, field: 'constraint_type' }, message)
    }
    task.constraintDate = at(
      'constraint_date',
      task.constraintCode === 3 || task.constraintCode >= 6 ? endTime : '08:00:00',
    )
    task.isSummary = values.flag(text('summary') ?? '')
    task.notes = text('notes')?.replaceAll('\u007f', '\n') ?? null
    task.hasCost = (values.amount(text('cost') ?? '') ?? 0) > 0
    this.#fillOwn(task, text)
    return task
  }

  /** The planner writes zero and No where nothing was said, and NA for dates. */
  #fillOwn(task: RawTask, text: Reading['text']): void {
    for (const field of OWN_FIELDS) {
      const said = text(field.id)
      if (said === null) continue
      if (field.kind === 'Duration') {
        const duration = this.#values.duration(said)
        if (duration === null || duration.minutes <= 0) continue
        task.ownDurations ??= {}
        task.ownDurations[field.id] = duration
      } else {
        const value = this.#valueOf(field, said)
        if (value === null || value === 0 || value === false) continue
        task.customValues ??= {}
        task.customValues[field.id] = value
      }
      this.#ownFields.add(field)
    }
    const [first, second, third] = ESTIMATE_FIELDS.map(({ id }) => task.ownDurations?.[id] ?? null)
    task.estimates = [first ?? null, second ?? null, third ?? null]
  }

  #valueOf({ kind, type }: PlannerField, said: string): PlanFieldValue | null {
    const values = this.#values
    if (kind === 'Cost') return values.amount(said)
    if (type === 'NUMBER') return values.number(said)
    if (type === 'BOOLEAN') return values.flag(said)
    if (type !== 'DATE') return said
    const day = values.day(said)
    return day === null ? null : formatCivilDay(day)
  }

  #reportRecurring(): void {
    const where = { uid: this.#task?.uid ?? 0 }
    this.#diagnostics.warn('recurrence_not_imported', where, 'the rule by which the task comes again is not imported')
  }

  #takeAssignment(fields: readonly string[]): void {
    const { tasks, assignments } = this.#project
    const task = tasks.at(-1)
    if (task === undefined || this.#task === null) return
    const row = this.#values.number(fields[0] ?? '')
    const uid = this.#values.number(fields.at(-1) ?? '') ?? (row === null ? null : (this.#resources.get(row) ?? row))
    const work = this.#values.duration(fields[2] ?? '')
    const resourceUid = row === null ? uid : (this.#resources.get(row) ?? uid)
    const units = this.#values.number(fields[1] ?? '') ?? 1
    assignments.push({ taskUid: task.uid, resourceUid, units, workMinutes: work?.minutes ?? 0 })
    refuseMoreThan(this.#limits.maxAssignments, assignments.length, 'too_many_assignments', 'assignments')
  }

  /** The fields of a record by their names. */
  #reading(cells: readonly string[], fields: Fields): Reading {
    const text = (field: string) => {
      const index = fields.get(field)
      return (index === undefined ? null : cells[index]) || null
    }
    return { text, number: (field: string) => this.#values.number(text(field) ?? '') }
  }
}

/** Where each named field stands in the records that follow a table of numbers. */
function fieldsOf(numbers: readonly string[], names: Readonly<Record<string, string>>): Fields {
  const fields = new Map<string, number>()
  for (const [index, number] of numbers.entries()) {
    const name = Object.hasOwn(names, number) ? names[number] : undefined
    if (name !== undefined && !fields.has(name)) fields.set(name, index)
  }
  return fields
}
