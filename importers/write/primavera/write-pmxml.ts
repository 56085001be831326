import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { PlanFieldType } from '../../../compute/plan/plan-document.ts'
import type { ImportedPlan } from '../../plan/imported-plan.ts'
import { noteMarkup } from '../../primavera/note-markup.ts'
import {
  ACTIVITY_KINDS,
  ACTIVITY_STATUSES,
  CONSTRAINT_KINDS,
  PERCENT_KINDS,
  RELATION_KINDS,
  SUBJECT_AREAS,
  wordOfCode,
} from '../../primavera/pmxml/names.ts'
import type {
  PrimaveraActivity,
  PrimaveraCalendar,
  PrimaveraModel,
  PrimaveraProject,
  PrimaveraTable,
} from '../../primavera/primavera-model.ts'
import type { ScheduleDates } from '../schedule-dates.ts'
import { element } from '../xml-text.ts'
import { modelOfPlan, PRIMAVERA_OMISSIONS } from './model-of-plan.ts'
import { shiftsOf } from './shifts.ts'

export const PMXML_OMISSIONS: readonly string[] = PRIMAVERA_OMISSIONS

const NAMESPACE = 'http://xmlns.oracle.com/Primavera/P6/V19.12/API/BusinessObjects'
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The only topic of notes that is written. */
const NOTES_TOPIC = 1
const DATA_TYPES = { NUMBER: 'Double', DATE: 'Start Date', TEXT: 'Text', BOOLEAN: 'Text' } as const

type Fields = Readonly<Record<string, string | number | boolean | null>>

/** Writes a plan as Primavera's XML. Reading it back gives the same plan, apart from the omissions. */
export function writePmxml(plan: ImportedPlan, dates?: ScheduleDates): string {
  const model = modelOfPlan(plan, dates)
  const valuesOf = customValues(model)
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<APIBusinessObjects xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n`,
    ...[...model.customFields].map(([id, { table, label, type }]) =>
      record('UDFType', {
        DataType: DATA_TYPES[type],
        ObjectId: id,
        SubjectArea: wordOfCode(SUBJECT_AREAS, table),
        Title: label,
      }),
    ),
    model.notes.length === 0
      ? ''
      : record('NotebookTopic', {
          AvailableForActivity: true,
          AvailableForWBS: true,
          Name: 'Notes',
          ObjectId: NOTES_TOPIC,
        }),
    ...model.calendars.map(calendarRecord),
    ...model.resources.map((resource) =>
      record(
        'Resource',
        {
          CalendarObjectId: resource.calendarId,
          EmailAddress: resource.email,
          Id: `R${resource.id}`,
          Name: resource.name,
          ObjectId: resource.id,
          ResourceType: resource.kind === 'material' ? 'Material' : 'Labor',
        },
        valuesOf('RSRC', resource.id),
      ),
    ),
    ...[...model.maxUnits].map(([id, units], index) =>
      record('ResourceRate', { MaxUnitsPerTime: units, ObjectId: index + 1, ResourceObjectId: id }),
    ),
    ...model.projects.map((project) => projectRecord(model, project, valuesOf)),
    '</APIBusinessObjects>\n',
  ].join('')
}

function record(name: string, fields: Fields, inside = ''): string {
  const leaves = Object.entries(fields).map(([field, value]) => element(field, value))
  return `<${name}>${leaves.join('')}${inside}</${name}>\n`
}

function calendarRecord(calendar: PrimaveraCalendar): string {
  const begins = calendar.starts.find((start) => start !== null) ?? null
  const times = (minutes: number | null) =>
    shiftsOf(minutes ?? 0, begins)
      .map(([from, to]) => `<WorkTime>${element('Start', `${from}:00`)}${element('Finish', lastMinute(to))}</WorkTime>`)
      .join('')
  const days = WEEKDAYS.map(
    (name, at) =>
      `<StandardWorkHours>${element('DayOfWeek', name)}${times(calendar.week[at] ?? 0)}</StandardWorkHours>`,
  )
  const others = calendar.exceptions.map(
    ({ day, minutes }) =>
      `<HolidayOrException>${element('Date', `${formatCivilDay(day)}T00:00:00`)}${times(minutes)}</HolidayOrException>`,
  )
  const inside = `<StandardWorkWeek>${days.join('')}</StandardWorkWeek><HolidayOrExceptions>${others.join('')}</HolidayOrExceptions>`
  const fields = {
    BaseCalendarObjectId: calendar.parentId,
    HoursPerDay: calendar.hoursPerDay,
    IsDefault: calendar.isDefault,
    Name: calendar.name,
    ObjectId: calendar.id,
    Type: 'Global',
  }
  return record('Calendar', fields, inside)
}

/** The format names the last minute that is worked and not the end. */
function lastMinute(to: string): string {
  const [hours = 0, minutes = 0] = to.split(':').map(Number)
  const last = (hours * 60 + minutes + 1439) % 1440
  return `${String(Math.floor(last / 60)).padStart(2, '0')}:${String(last % 60).padStart(2, '0')}:00`
}

function projectRecord(model: PrimaveraModel, project: PrimaveraProject, valuesOf: ValuesOf): string {
  const isBaseline = project.baselineOf !== null
  const activities = model.activities.filter(({ projectId }) => projectId === project.id)
  const ids = new Set(activities.map(({ id }) => id))
  const fields = {
    ActivityDefaultCalendarObjectId: project.calendarId,
    CurrentBaselineProjectObjectId: project.baselineId,
    DataDate: project.dataDate,
    Id: project.code,
    Name: project.name,
    ObjectId: project.id,
    OriginalProjectObjectId: project.baselineOf,
    PlannedStartDate: project.start,
    ScheduledFinishDate: project.finish,
    WBSCodeSeparator: project.codeSeparator,
    WBSObjectId: project.rootId,
  }
  const nodes = model.wbs.filter(({ projectId, isProject }) => projectId === project.id && !isProject)
  const inside = [
    ...nodes.map((node) =>
      record(
        'WBS',
        {
          Code: node.code,
          Name: node.name,
          ObjectId: node.id,
          ParentObjectId: node.parentId,
          ProjectObjectId: project.id,
          SequenceNumber: node.sequence,
        },
        valuesOf('PROJWBS', node.id),
      ),
    ),
    ...activities.map((activity) => activityRecord(activity, valuesOf('TASK', activity.id))),
    ...(isBaseline ? [] : workRecords(model, project, ids)),
  ]
  return record(isBaseline ? 'BaselineProject' : 'Project', fields, `\n${inside.join('')}`)
}

function workRecords(model: PrimaveraModel, project: PrimaveraProject, ids: ReadonlySet<number>): string[] {
  return [
    ...model.assignments
      .filter(({ activityId }) => ids.has(activityId))
      .map((assignment, index) =>
        record('ResourceAssignment', {
          ActivityObjectId: assignment.activityId,
          ObjectId: index + 1,
          PlannedUnits: assignment.minutes / 60,
          PlannedUnitsPerTime: assignment.units,
          ResourceObjectId: assignment.resourceId,
        }),
      ),
    ...model.notes.map(({ table, rowId, text }, index) => {
      const note = { Note: noteMarkup(text), NotebookTopicObjectId: NOTES_TOPIC, ObjectId: index + 1 }
      return table === 'TASK'
        ? record('ActivityNote', { ActivityObjectId: rowId, ...note })
        : record('ProjectNote', { ...note, ProjectObjectId: project.id, WBSObjectId: rowId })
    }),
    ...model.relations.map((relation, index) =>
      record('Relationship', {
        Comments: relation.comment,
        Lag: relation.lagMinutes / 60,
        ObjectId: index + 1,
        PredecessorActivityObjectId: relation.predecessorId,
        PredecessorProjectObjectId: relation.predecessorProjectId,
        SuccessorActivityObjectId: relation.successorId,
        SuccessorProjectObjectId: relation.projectId,
        Type: wordOfCode(RELATION_KINDS, relation.kind),
      }),
    ),
    record('ScheduleOptions', {
      ObjectId: 1,
      ProjectObjectId: project.id,
      RelationshipLagCalendar: /24/.test(model.lagCalendars.get(project.id) ?? '')
        ? '24 Hour Calendar'
        : 'Predecessor Activity Calendar',
    }),
  ]
}

type ValuesOf = (table: PrimaveraTable, rowId: number) => string

/** Elements with what a row has in fields that people made. */
function customValues(model: PrimaveraModel): ValuesOf {
  const rows = Map.groupBy(
    model.customValues,
    ({ rowId, fieldId }) => `${model.customFields.get(fieldId)?.table} ${rowId}`,
  )
  return (table, rowId) =>
    (rows.get(`${table} ${rowId}`) ?? [])
      .map(({ fieldId, text }) => customValue(fieldId, text, model.customFields.get(fieldId)?.type))
      .join('')
}

function activityRecord(activity: PrimaveraActivity, inside: string): string {
  const first = activity.constraints.find(({ isSecond }) => !isSecond)
  const second = activity.constraints.find(({ isSecond }) => isSecond)
  const hours = (minutes: number | null) => (minutes === null ? null : minutes / 60)
  const fields = {
    ActualFinishDate: activity.actualFinish,
    ActualStartDate: activity.actualStart,
    CalendarObjectId: activity.calendarId,
    FinishDate: activity.actualFinish ?? activity.plannedFinish,
    Id: activity.code,
    LateFinishDate: activity.lateFinish,
    LateStartDate: activity.lateStart,
    Name: activity.name,
    ObjectId: activity.id,
    PercentComplete: activity.physicalPercent / 100,
    PercentCompleteType: wordOfCode(PERCENT_KINDS, activity.percentKind),
    PhysicalPercentComplete: activity.physicalPercent / 100,
    PlannedDuration: hours(activity.plannedMinutes),
    PlannedFinishDate: activity.plannedFinish,
    PlannedStartDate: activity.plannedStart,
    PrimaryConstraintDate: first?.date ?? null,
    PrimaryConstraintType: first === undefined ? null : wordOfCode(CONSTRAINT_KINDS, first.code),
    ProjectObjectId: activity.projectId,
    RemainingDuration: hours(activity.remainingMinutes),
    RemainingEarlyFinishDate: activity.earlyFinish,
    RemainingEarlyStartDate: activity.earlyStart,
    SecondaryConstraintDate: second?.date ?? null,
    SecondaryConstraintType: second === undefined ? null : wordOfCode(CONSTRAINT_KINDS, second.code),
    StartDate: activity.actualStart ?? activity.plannedStart,
    Status: wordOfCode(ACTIVITY_STATUSES, activity.status),
    TotalFloat: hours(activity.totalFloatMinutes),
    Type: wordOfCode(ACTIVITY_KINDS, activity.kind),
    WBSObjectId: activity.wbsId,
  }
  return record('Activity', fields, inside)
}

function customValue(fieldId: number, text: string, type: PlanFieldType | undefined): string {
  const said =
    type === 'NUMBER'
      ? element('DoubleValue', text)
      : type === 'DATE'
        ? element('StartDateValue', text.includes('T') ? text : `${text}T00:00:00`)
        : element('TextValue', text)
  return `<UDF>${element('TypeObjectId', fieldId)}${said}</UDF>`
}
