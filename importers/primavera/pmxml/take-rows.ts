import type { PlanFieldType } from '../../../compute/plan/plan-document.ts'
import { parseDay } from '../../plan/file-day.ts'
import { adoptRows, idOfProject } from '../lone-project.ts'
import {
  type ActivityKind,
  type ActivityStatus,
  type HeldBy,
  minutesOfHours,
  type PercentKind,
  type PrimaveraModel,
  type PrimaveraTable,
  type RelationKind,
} from '../primavera-model.ts'
import { minuteOf, minutesOfShift } from '../shift-times.ts'
import {
  ACTIVITY_KINDS,
  ACTIVITY_STATUSES,
  CONSTRAINT_KINDS,
  codeOfWord,
  PERCENT_KINDS,
  RELATION_KINDS,
  SUBJECT_AREAS,
} from './names.ts'
import type { PmxmlRow } from './pmxml-row.ts'

type Names = Readonly<Record<string, string>>
type Take = (row: PmxmlRow, model: PrimaveraModel) => void

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const leftOut =
  (what: string): Take =>
  (_row, { leftOut: counts }) => {
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }

/** What each kind of record gives to the model. */
export const TAKEN: Readonly<Record<string, Take>> = {
  Project: takeProject,
  BaselineProject: takeProject,
  Calendar: takeCalendar,
  ScheduleOptions: takeOptions,
  WBS: takeWbs,
  Activity: takeActivity,
  Relationship: takeRelation,
  Resource: takeResource,
  ResourceRate: takeRate,
  ResourceAssignment: takeAssignment,
  ActivityNote: takeNote,
  UDFType: takeCustomField,
  ActivityStep: leftOut('steps'),
  ActivityExpense: leftOut('expenses'),
  ActivityRisk: leftOut('risks'),
  Risk: leftOut('risks'),
  ProjectRisk: leftOut('risks'),
  ProjectDocument: leftOut('documents'),
  ProjectNote: takeProjectNote,
  WBSMilestone: leftOut('milestones of the work breakdown'),
}

/** The id of a record; one without an id is named in the receipt. */
function idOf(row: PmxmlRow, element: string, { diagnostics }: PrimaveraModel): number | null {
  const id = row.id(element)
  if (id === null) {
    const named = row.text('Id', 'Name')?.slice(0, 60) ?? 'without a name'
    diagnostics.error(
      'missing_key',
      { field: element },
      `${row.name} ${named}: a record without ${element} is passed over`,
    )
  }
  return id
}

/** The project that a record belongs to: the one it names, else the one around it. */
function projectOf(row: PmxmlRow): number | null {
  return row.id('ProjectObjectId') ?? row.parent?.id('ObjectId') ?? null
}

function takeProject(row: PmxmlRow, model: PrimaveraModel): void {
  const id = idOfProject(row.id('ObjectId'), model) ?? idOf(row, 'ObjectId', model)
  if (id === null) return
  adoptRows(model, id)
  model.projects.push({
    id,
    code: row.text('Id'),
    name: row.text('Name'),
    isExported: row.name === 'Project',
    baselineOf: row.id('OriginalProjectObjectId'),
    baselineId: row.id('CurrentBaselineProjectObjectId'),
    calendarId: row.id('ActivityDefaultCalendarObjectId'),
    start: row.dateTime('PlannedStartDate', 'StartDate'),
    finish: row.dateTime('ScheduledFinishDate', 'FinishDate'),
    mustFinishBy: row.dateTime('MustFinishByDate'),
    dataDate: row.dateTime('DataDate'),
    codeSeparator: row.text('WBSCodeSeparator')?.slice(0, 2) ?? '.',
    rootId: row.id('WBSObjectId'),
  })
}

function takeCalendar(row: PmxmlRow, model: PrimaveraModel): void {
  const id = idOf(row, 'ObjectId', model)
  if (id === null) return
  const listed = row.inside.filter(({ name }) => name === 'StandardWorkHours')
  const week: (number | null)[] = WEEKDAYS.map(() => (listed.length === 0 ? null : 0))
  const starts: (number | null)[] = WEEKDAYS.map(() => null)
  for (const day of listed) {
    const at = WEEKDAYS.indexOf(day.text('DayOfWeek')?.toLowerCase() ?? '')
    if (at < 0) continue
    const worked = shiftsOf(day)
    week[at] = worked.minutes
    starts[at] = worked.start
  }
  const exceptions = row.inside.flatMap((exception) => {
    if (exception.name !== 'HolidayOrException') return []
    const day = parseDay(exception.dateTime('Date')?.slice(0, 10) ?? '')
    return day === null ? [] : [{ day, minutes: shiftsOf(exception).minutes }]
  })
  model.calendars.push({
    id,
    name: row.text('Name'),
    parentId: row.id('BaseCalendarObjectId'),
    isDefault: row.flag('IsDefault'),
    hoursPerDay: row.number('HoursPerDay'),
    week,
    starts,
    exceptions,
  })
}

function shiftsOf(day: PmxmlRow): { minutes: number; start: number | null } {
  let minutes = 0
  let start: number | null = null
  for (const shift of day.inside) {
    const [from, to] = [shift.text('Start'), shift.text('Finish')]
    if (from === null || to === null || !/^\d\d?:\d\d/.test(from) || !/^\d\d?:\d\d/.test(to)) continue
    minutes += minutesOfShift(from, to)
    start = Math.min(start ?? minuteOf(from), minuteOf(from))
  }
  return { minutes: Math.min(1440, minutes), start }
}

function takeOptions(row: PmxmlRow, model: PrimaveraModel): void {
  const project = projectOf(row)
  const lagCalendar = row.text('RelationshipLagCalendar')
  if (project !== null && lagCalendar !== null) model.lagCalendars.set(project, lagCalendar)
  if (project !== null && row.text('OutOfSequenceScheduleType') === 'Progress Override')
    model.overridingProjects.add(project)
}

function takeWbs(row: PmxmlRow, model: PrimaveraModel): void {
  const id = idOf(row, 'ObjectId', model)
  if (id === null) return
  model.wbs.push({
    id,
    projectId: projectOf(row),
    parentId: row.id('ParentObjectId'),
    sequence: row.number('SequenceNumber') ?? 0,
    code: row.text('Code'),
    name: row.text('Name'),
    isProject: false,
  })
  takeInner(row, id, model)
}

function takeActivity(row: PmxmlRow, model: PrimaveraModel): void {
  const id = idOf(row, 'ObjectId', model)
  if (id === null) return
  const hours = (element: string) => {
    const value = row.number(element)
    return value === null ? null : minutesOfHours(value)
  }
  const held = (which: 'Primary' | 'Secondary'): HeldBy[] => {
    const type = row.text(`${which}ConstraintType`, ...(which === 'Primary' ? ['ConstraintType'] : []))
    if (type === null || type === '' || type.toLowerCase() === 'none') return []
    const date = row.dateTime(`${which}ConstraintDate`, ...(which === 'Primary' ? ['ConstraintDate'] : []))
    return [{ code: codeOfWord(CONSTRAINT_KINDS, type) ?? type, date, isSecond: which === 'Secondary' }]
  }
  const work = (what: string) => (row.number(`${what}LaborUnits`) ?? 0) + (row.number(`${what}NonLaborUnits`) ?? 0)
  model.activities.push({
    id,
    projectId: projectOf(row),
    wbsId: row.id('WBSObjectId'),
    calendarId: row.id('CalendarObjectId'),
    code: row.text('Id'),
    name: row.text('Name'),
    kind: namedIn(ACTIVITY_KINDS, row.text('Type'), 'TT_Task') as ActivityKind,
    status: statusOf(row),
    percentKind: namedIn(PERCENT_KINDS, row.text('PercentCompleteType'), 'CP_Drtn') as PercentKind,
    physicalPercent: percentOf(row, 'PhysicalPercentComplete') ?? percentOf(row, 'PercentComplete') ?? 0,
    statedPercent: percentOf(row, 'PercentComplete'),
    plannedMinutes: hours('PlannedDuration') ?? hours('AtCompletionDuration'),
    remainingMinutes: hours('RemainingDuration'),
    workDone: work('Actual'),
    workLeft: work('Remaining'),
    totalFloatMinutes: hours('TotalFloat'),
    constraints: [...held('Primary'), ...held('Secondary')],
    actualStart: row.dateTime('ActualStartDate'),
    actualFinish: row.dateTime('ActualFinishDate'),
    earlyStart: row.dateTime('RemainingEarlyStartDate', 'EarlyStartDate'),
    earlyFinish: row.dateTime('RemainingEarlyFinishDate', 'EarlyFinishDate'),
    lateStart: row.dateTime('RemainingLateStartDate', 'LateStartDate'),
    lateFinish: row.dateTime('RemainingLateFinishDate', 'LateFinishDate'),
    plannedStart: row.dateTime('StartDate', 'PlannedStartDate'),
    plannedFinish: row.dateTime('FinishDate', 'PlannedFinishDate'),
    expectedFinish: row.dateTime('ExpectedFinishDate'),
    suspended: row.dateTime('SuspendDate'),
    resumed: row.dateTime('ResumeDate'),
    externalStart: row.dateTime('ExternalEarlyStartDate'),
    externalFinish: row.dateTime('ExternalLateFinishDate'),
    hasPriority: (row.text('LevelingPriority') ?? 'Normal') !== 'Normal',
  })
  takeInner(row, id, model)
}

/** As the published schema names them, and as web services do. */
const VALUE_ELEMENTS = ['Text', 'Double', 'Integer', 'Cost', 'StartDate', 'FinishDate', 'Indicator', 'Code']
  .flatMap((kind) => [`${kind}Value`, kind])
  .filter((element) => element !== 'Code')

/** Values of fields that people made, and codes of lists, stand inside of the row that has them. */
function takeInner(row: PmxmlRow, rowId: number, model: PrimaveraModel): void {
  for (const inner of row.inside) {
    if (inner.name === 'Code') leftOut('activity codes')(inner, model)
    const fieldId = inner.name === 'UDF' ? inner.id('TypeObjectId') : null
    const text = inner.text(...VALUE_ELEMENTS)
    if (fieldId !== null && text !== null) model.customValues.push({ rowId, fieldId, text })
  }
}

function statusOf(row: PmxmlRow): ActivityStatus {
  const said = namedIn(ACTIVITY_STATUSES, row.text('Status'), null)
  if (said !== null) return said as ActivityStatus
  if (row.dateTime('ActualFinishDate') !== null) return 'TK_Complete'
  return row.dateTime('ActualStartDate') === null ? 'TK_NotStart' : 'TK_Active'
}

/** Percentages are parts of one; small writers count to a hundred. */
function percentOf(row: PmxmlRow, element: string): number | null {
  const value = row.number(element)
  if (value === null) return null
  return value > 1 ? value : value * 100
}

/** The code for a word; the word itself where it is not known, so that the receipt can name it. */
function namedIn<T extends string | null>(names: Names, text: string | null, fallback: T): string | T {
  if (text === null) return fallback
  return codeOfWord(names, text) ?? (fallback === null ? fallback : text)
}

function takeRelation(row: PmxmlRow, model: PrimaveraModel): void {
  const successorId = idOf(row, 'SuccessorActivityObjectId', model)
  const predecessorId = successorId === null ? null : idOf(row, 'PredecessorActivityObjectId', model)
  if (successorId === null || predecessorId === null) return
  model.relations.push({
    projectId: row.id('SuccessorProjectObjectId') ?? row.parent?.id('ObjectId') ?? null,
    predecessorProjectId: row.id('PredecessorProjectObjectId') ?? row.parent?.id('ObjectId') ?? null,
    predecessorId,
    successorId,
    kind: namedIn(RELATION_KINDS, row.text('Type'), 'PR_FS') as RelationKind,
    lagMinutes: minutesOfHours(row.number('Lag') ?? 0),
    comment: row.text('Comments'),
  })
}

function takeResource(row: PmxmlRow, model: PrimaveraModel): void {
  const id = idOf(row, 'ObjectId', model)
  if (id === null) return
  model.resources.push({
    id,
    name: row.text('Name', 'Id'),
    kind: row.text('ResourceType') === 'Material' ? 'material' : 'work',
    email: row.text('EmailAddress'),
    calendarId: row.id('CalendarObjectId'),
  })
  takeInner(row, id, model)
}

function takeRate(row: PmxmlRow, model: PrimaveraModel): void {
  const resource = row.id('ResourceObjectId')
  const units = row.number('MaxUnitsPerTime')
  if (resource !== null && units !== null) model.maxUnits.set(resource, units)
}

function takeAssignment(row: PmxmlRow, model: PrimaveraModel): void {
  const activityId = idOf(row, 'ActivityObjectId', model)
  if (activityId === null) return
  model.assignments.push({
    activityId,
    resourceId: row.id('ResourceObjectId'),
    units: row.number('PlannedUnitsPerTime', 'RemainingUnitsPerTime'),
    minutes: minutesOfHours(row.number('PlannedUnits', 'RemainingUnits') ?? 0),
    hasCost: (row.number('PlannedCost') ?? 0) > 0,
  })
}

function takeNote(row: PmxmlRow, model: PrimaveraModel): void {
  const rowId = row.id('ActivityObjectId')
  const text = row.text('Note', 'RawTextNote')
  if (rowId !== null && text !== null) model.notes.push({ table: 'TASK', rowId, text })
}

/** A note of a project speaks of one node of its work breakdown, if it names one. */
function takeProjectNote(row: PmxmlRow, model: PrimaveraModel): void {
  const rowId = row.id('WBSObjectId')
  const text = row.text('Note', 'RawTextNote')
  if (rowId === null) leftOut('notes of the project')(row, model)
  else if (text !== null) model.notes.push({ table: 'PROJWBS', rowId, text })
}

const FIELD_TYPES: Readonly<Record<string, PlanFieldType>> = {
  'Start Date': 'DATE',
  'Finish Date': 'DATE',
  Double: 'NUMBER',
  Integer: 'NUMBER',
  Cost: 'NUMBER',
}

function takeCustomField(row: PmxmlRow, model: PrimaveraModel): void {
  const id = row.id('ObjectId')
  const table = codeOfWord(SUBJECT_AREAS, row.text('SubjectArea') ?? '')
  if (id !== null && table !== undefined)
    model.customFields.set(id, {
      table: table as PrimaveraTable,
      label: row.text('Title') ?? `field ${id}`,
      type: FIELD_TYPES[row.text('DataType') ?? ''] ?? 'TEXT',
    })
}
