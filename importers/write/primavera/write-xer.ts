import type { PlanFieldType } from '../../../compute/plan/plan-document.ts'
import type { ImportedPlan } from '../../plan/imported-plan.ts'
import { noteMarkup } from '../../primavera/note-markup.ts'
import type { PrimaveraCalendar, PrimaveraModel } from '../../primavera/primavera-model.ts'
import { serialOfDay } from '../../primavera/shift-times.ts'
import type { ScheduleDates } from '../schedule-dates.ts'
import { modelOfPlan, PRIMAVERA_OMISSIONS } from './model-of-plan.ts'
import { shiftsOf } from './shifts.ts'
import { PROJECT_ID } from './write-context.ts'

export const XER_OMISSIONS: readonly string[] = PRIMAVERA_OMISSIONS

/** The only topic of notes that is written. */
const NOTES_TOPIC = 1

type Cell = string | number | null
type Rows = readonly Readonly<Record<string, Cell>>[]

/** Bytes of the planner's own code page where every character is in it, else of UTF-8. */
export function writeXer(plan: ImportedPlan, dates?: ScheduleDates): Uint8Array<ArrayBuffer> {
  const text = xerText(modelOfPlan(plan, dates), plan.status_date ?? plan.start_date)
  return inCodePage(text) ?? new TextEncoder().encode(text)
}

function xerText(model: PrimaveraModel, day: string): string {
  const header = ['ERMHDR', '19.12', day, 'Project', 'svc', 'svc', 'dbxDatabaseNoName', 'Project Management', 'EUR']
  return [header.join('\t'), ...projectTables(model), ...workTables(model), '%E', ''].join('\r\n')
}

function projectTables(model: PrimaveraModel): string[] {
  const projects = model.projects.map((project) => ({
    proj_id: project.id,
    project_flag: 'Y',
    proj_short_name: project.code,
    name_sep_char: project.codeSeparator,
    orig_proj_id: project.baselineOf,
    clndr_id: project.calendarId,
    sum_base_proj_id: project.baselineId,
    last_recalc_date: moment(project.dataDate),
    plan_start_date: moment(project.start),
    scd_end_date: moment(project.finish),
    export_flag: project.isExported ? 'Y' : 'N',
  }))
  const calendars = model.calendars.map((calendar) => ({
    clndr_id: calendar.id,
    default_flag: calendar.isDefault ? 'Y' : 'N',
    clndr_name: calendar.name,
    base_clndr_id: calendar.parentId,
    clndr_type: 'CA_Base',
    day_hr_cnt: calendar.hoursPerDay,
    clndr_data: calendarData(calendar),
  }))
  const options = [...model.lagCalendars].map(([id, lags], index) => ({
    schedoptions_id: index + 1,
    proj_id: id,
    sched_calendar_on_relationship_lag: lags,
  }))
  const nodes = model.wbs.map((node) => ({
    wbs_id: node.id,
    proj_id: node.projectId,
    seq_num: node.sequence,
    proj_node_flag: node.isProject ? 'Y' : 'N',
    status_code: 'WS_Open',
    wbs_short_name: node.code,
    wbs_name: node.name,
    parent_wbs_id: node.parentId,
  }))
  return [
    ...table('CURRTYPE', [
      {
        curr_id: 1,
        decimal_digit_cnt: 2,
        curr_symbol: 'EUR',
        curr_type: 'Euro',
        curr_short_name: 'EUR',
        base_exch_rate: 1,
      },
    ]),
    ...table('PROJECT', projects),
    ...table('CALENDAR', calendars),
    ...table('SCHEDOPTIONS', options),
    ...table('PROJWBS', nodes),
    ...table('RSRC', resourceRows(model)),
    ...table(
      'RSRCRATE',
      [...model.maxUnits].map(([id, units], index) => ({
        rsrc_rate_id: index + 1,
        rsrc_id: id,
        max_qty_per_hr: units,
      })),
    ),
  ]
}

function resourceRows(model: PrimaveraModel): Rows {
  return model.resources.map((resource, index) => ({
    rsrc_id: resource.id,
    clndr_id: resource.calendarId,
    rsrc_seq_num: index + 1,
    email_addr: resource.email,
    rsrc_name: resource.name,
    rsrc_short_name: `R${resource.id}`,
    rsrc_type: resource.kind === 'material' ? 'RT_Mat' : 'RT_Labor',
  }))
}

function workTables(model: PrimaveraModel): string[] {
  const relations = model.relations.map((relation, index) => ({
    task_pred_id: index + 1,
    task_id: relation.successorId,
    pred_task_id: relation.predecessorId,
    proj_id: relation.projectId,
    pred_proj_id: relation.predecessorProjectId,
    pred_type: relation.kind,
    lag_hr_cnt: relation.lagMinutes / 60,
    comments: relation.comment,
  }))
  const projectOf = new Map(model.activities.map(({ id, projectId }) => [id, projectId]))
  const assignments = model.assignments.map((assignment, index) => ({
    taskrsrc_id: index + 1,
    task_id: assignment.activityId,
    proj_id: projectOf.get(assignment.activityId) ?? null,
    rsrc_id: assignment.resourceId,
    target_qty: assignment.minutes / 60,
    remain_qty: assignment.minutes / 60,
    target_qty_per_hr: assignment.units,
  }))
  const fields = [...model.customFields].map(([id, { table: of, label, type }]) => ({
    udf_type_id: id,
    table_name: of,
    udf_type_name: `user_field_${id}`,
    udf_type_label: label,
    logical_data_type: { NUMBER: 'FT_FLOAT_2_DECIMALS', DATE: 'FT_START_DATE', TEXT: 'FT_TEXT', BOOLEAN: 'FT_TEXT' }[
      type
    ],
  }))
  const values = model.customValues.map(({ rowId, fieldId, text }) => ({
    udf_type_id: fieldId,
    fk_id: rowId,
    proj_id: model.customFields.get(fieldId)?.table === 'RSRC' ? null : PROJECT_ID,
    ...customCells(text, model.customFields.get(fieldId)?.type),
  }))
  return [
    ...table('TASK', activityRows(model)),
    ...table('TASKPRED', relations),
    ...table('TASKRSRC', assignments),
    ...noteTables(model),
    ...(values.length === 0 ? [] : table('UDFTYPE', fields)),
    ...table('UDFVALUE', values),
  ]
}

function noteTables({ notes }: PrimaveraModel): string[] {
  const rows = notes.map(({ table: of, rowId, text }, index) => {
    const memo = noteMarkup(text)
    const which = { memo_type_id: NOTES_TOPIC, proj_id: PROJECT_ID }
    return of === 'TASK'
      ? { memo_id: index + 1, task_id: rowId, ...which, task_memo: memo }
      : { wbs_memo_id: index + 1, wbs_id: rowId, ...which, wbs_memo: memo }
  })
  return [
    ...(rows.length === 0 ? [] : table('MEMOTYPE', [{ memo_type_id: NOTES_TOPIC, memo_type: 'Notes' }])),
    ...table(
      'WBSMEMO',
      rows.filter((row) => 'wbs_id' in row),
    ),
    ...table(
      'TASKMEMO',
      rows.filter((row) => 'task_id' in row),
    ),
  ]
}

function activityRows(model: PrimaveraModel): Rows {
  return model.activities.map((activity) => {
    const first = activity.constraints.find(({ isSecond }) => !isSecond)
    const second = activity.constraints.find(({ isSecond }) => isSecond)
    const hours = (minutes: number | null) => (minutes === null ? null : minutes / 60)
    return {
      task_id: activity.id,
      proj_id: activity.projectId,
      wbs_id: activity.wbsId,
      clndr_id: activity.calendarId,
      phys_complete_pct: activity.physicalPercent,
      complete_pct_type: activity.percentKind,
      task_type: activity.kind,
      duration_type: 'DT_FixedDUR2',
      status_code: activity.status,
      task_code: activity.code,
      task_name: activity.name,
      total_float_hr_cnt: hours(activity.totalFloatMinutes),
      remain_drtn_hr_cnt: hours(activity.remainingMinutes),
      target_drtn_hr_cnt: hours(activity.plannedMinutes),
      cstr_date: moment(first?.date ?? null),
      act_start_date: moment(activity.actualStart),
      act_end_date: moment(activity.actualFinish),
      late_start_date: moment(activity.lateStart),
      late_end_date: moment(activity.lateFinish),
      early_start_date: moment(activity.earlyStart),
      early_end_date: moment(activity.earlyFinish),
      target_start_date: moment(activity.plannedStart),
      target_end_date: moment(activity.plannedFinish),
      cstr_type: first?.code ?? null,
      priority_type: 'PT_Normal',
      cstr_date2: moment(second?.date ?? null),
      cstr_type2: second?.code ?? null,
    }
  })
}

function table(name: string, rows: Rows): string[] {
  const fields = Object.keys(rows[0] ?? {})
  if (fields.length === 0) return []
  const line = (row: Rows[number]) => `%R\t${fields.map((field) => cell(row[field] ?? null)).join('\t')}`
  return [`%T\t${name}`, `%F\t${fields.join('\t')}`, ...rows.map(line)]
}

/** Tabs end a cell and line ends a row; the database's own mark stands for a line end inside of a text. */
function cell(value: Cell): string {
  if (value === null) return ''
  const lines = String(value)
    .replaceAll('"', '""')
    .split(/\r\n?|\n/)
  return lines.map((line) => line.replace(/\p{Cc}/gu, ' ')).join('\u007f\u007f')
}

/** `YYYY-MM-DD HH:MM`. */
function moment(dateTime: string | null): string | null {
  return dateTime === null ? null : dateTime.slice(0, 16).replace('T', ' ')
}

function calendarData({ week, starts, exceptions }: PrimaveraCalendar): string {
  const begins = starts.find((start) => start !== null) ?? null
  const shifts = (minutes: number | null) =>
    shiftsOf(minutes ?? 0, begins)
      .map(([from, to], index) => `(0||${index}(s|${from}|f|${to})())`)
      .join('')
  // Weeks begin on Sunday.
  const days = [6, 0, 1, 2, 3, 4, 5].map((at, index) => `(0||${index + 1}()(${shifts(week[at] ?? 0)}))`)
  const others = exceptions.map(({ day, minutes }, index) => `(0||${index}(d|${serialOfDay(day)})(${shifts(minutes)}))`)
  return `(0||CalendarData()((0||DaysOfWeek()(${days.join('')}))(0||Exceptions()(${others.join('')}))))`
}

function inCodePage(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const byte = codePage().get(text.charCodeAt(at))
    if (byte === undefined) return null
    bytes[at] = byte
  }
  return bytes
}

let page: ReadonlyMap<number, number> | undefined

/** Bytes of windows-1252 by the characters that they decode to. */
function codePage(): ReadonlyMap<number, number> {
  if (page === undefined) {
    const decoded = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
    page = new Map(Array.from({ length: 256 }, (_, byte) => [decoded.charCodeAt(byte), byte]))
  }
  return page
}

/** A table has a column for each kind of value. */
function customCells(text: string, type: PlanFieldType | undefined): Record<string, Cell> {
  return {
    udf_date: type === 'DATE' ? (text.includes('T') ? moment(text) : `${text} 00:00`) : null,
    udf_number: type === 'NUMBER' ? text : null,
    udf_text: type === 'NUMBER' || type === 'DATE' ? null : text,
  }
}
