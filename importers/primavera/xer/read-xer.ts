import type { PlanFieldType } from '../../../compute/plan/plan-document.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { adoptStrays, idOfProject } from '../lone-project.ts'
import {
  type ActivityKind,
  type ActivityStatus,
  emptyModel,
  type HeldBy,
  minutesOfHours,
  type PercentKind,
  type PrimaveraModel,
  type PrimaveraTable,
  type RelationKind,
} from '../primavera-model.ts'
import { readCalendarData } from './calendar-data.ts'
import { decodeXer } from './decode-xer.ts'
import { readTables, type XerRow } from './read-tables.ts'

type Take = (row: XerRow, model: PrimaveraModel) => void

const UNREAD_WEEK = [null, null, null, null, null, null, null]

/** What each table gives to the model. A row without the ids that it cannot do without is named and passed over. */
const TAKEN: Readonly<Record<string, Take>> = {
  PROJECT: takeProject,
  CALENDAR: takeCalendar,
  SCHEDOPTIONS: takeOptions,
  PROJWBS: takeWbs,
  TASK: takeActivity,
  TASKPRED: takeRelation,
  RSRC: takeResource,
  RSRCRATE: takeRate,
  TASKRSRC: takeAssignment,
  TASKMEMO: takeNote('TASK', 'task_id', 'task_memo'),
  WBSMEMO: takeNote('PROJWBS', 'wbs_id', 'wbs_memo'),
  UDFTYPE: takeCustomField,
  UDFVALUE: takeCustomValue,
}

/** Tables of work that a plan of ours has no place for, by what stands in them. Lists that others choose from are not work. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  TASKACTV: 'activity codes',
  TASKPROC: 'steps',
  PROJCOST: 'expenses',
  TASKRISK: 'risks',
  PROJRISK: 'risks',
  TASKDOC: 'documents',
  TASKFIN: 'past periods',
  WBSSTEP: 'milestones of the work breakdown',
}

/** Reads the tables of a Primavera export (XER). */
export function readXer(bytes: Uint8Array, diagnostics: Diagnostics): PrimaveraModel {
  const model = emptyModel('xer', diagnostics)
  const { text, encoding } = decodeXer(bytes)
  const header = readTables(
    text,
    (table, row) => {
      const take = Object.hasOwn(TAKEN, table) ? TAKEN[table] : undefined
      const left = Object.hasOwn(LEFT_OUT, table) ? LEFT_OUT[table] : undefined
      if (take !== undefined) take(row, model)
      else if (left !== undefined) model.leftOut.set(left, (model.leftOut.get(left) ?? 0) + 1)
    },
    diagnostics,
  )
  adoptStrays(model)
  model.application = header.version === null ? 'Primavera P6' : `Primavera P6 ${header.version}`
  if (encoding === 'windows-1252' && /[\u0080-\u{10ffff}]/u.test(text))
    diagnostics.warn(
      'encoding_guessed',
      {},
      'the file names no code page and is no UTF-8; its texts are read as windows-1252',
    )
  return model
}

/** The id of a row; a row without one is named in the receipt. */
function idOf(row: XerRow, field: string, { diagnostics }: PrimaveraModel): number | null {
  const id = row.id(field)
  if (id === null)
    diagnostics.error(
      'missing_key',
      { row: row.line, field },
      `line ${row.line}: a row without ${field} is passed over`,
    )
  return id
}

function takeProject(row: XerRow, model: PrimaveraModel): void {
  const id = idOfProject(row.id('proj_id'), model) ?? idOf(row, 'proj_id', model)
  if (id === null || row.text('project_flag')?.toUpperCase() === 'N') return
  model.projects.push({
    id,
    code: row.text('proj_short_name'),
    name: null,
    isExported: row.text('export_flag') === null || row.flag('export_flag'),
    baselineOf: row.id('orig_proj_id'),
    baselineId: row.id('sum_base_proj_id'),
    calendarId: row.id('clndr_id'),
    start: row.dateTime('plan_start_date'),
    finish: row.dateTime('scd_end_date'),
    mustFinishBy: row.dateTime('plan_end_date'),
    dataDate: row.dateTime('last_recalc_date'),
    codeSeparator: row.text('name_sep_char')?.slice(0, 2) ?? '.',
    rootId: null,
  })
}

function takeCalendar(row: XerRow, model: PrimaveraModel): void {
  const id = idOf(row, 'clndr_id', model)
  if (id === null) return
  const data = row.text('clndr_data')
  const days = data === null ? null : readCalendarData(data)
  if (days === null) {
    const text = `line ${row.line}: the days of calendar ${id} cannot be read; Monday to Friday stands in`
    model.diagnostics.warn('calendar_unreadable', { row: row.line, field: 'clndr_data' }, text)
  }
  model.calendars.push({
    id,
    name: row.text('clndr_name'),
    parentId: row.id('base_clndr_id'),
    isDefault: row.flag('default_flag'),
    hoursPerDay: row.number('day_hr_cnt'),
    week: days?.week ?? UNREAD_WEEK,
    starts: days?.starts ?? UNREAD_WEEK,
    exceptions: days?.exceptions ?? [],
  })
}

function takeOptions(row: XerRow, model: PrimaveraModel): void {
  const project = row.id('proj_id')
  const lagCalendar = row.text('sched_calendar_on_relationship_lag')
  if (project !== null && lagCalendar !== null) model.lagCalendars.set(project, lagCalendar)
  if (project !== null && row.flag('sched_progress_override')) model.overridingProjects.add(project)
}

function takeWbs(row: XerRow, model: PrimaveraModel): void {
  const id = idOf(row, 'wbs_id', model)
  if (id === null) return
  model.wbs.push({
    id,
    projectId: row.id('proj_id'),
    parentId: row.id('parent_wbs_id'),
    sequence: row.number('seq_num') ?? 0,
    code: row.text('wbs_short_name'),
    name: row.text('wbs_name'),
    isProject: row.flag('proj_node_flag'),
  })
}

function takeActivity(row: XerRow, model: PrimaveraModel): void {
  const id = idOf(row, 'task_id', model)
  if (id === null) return
  const hours = (field: string) => {
    const value = row.number(field)
    return value === null ? null : minutesOfHours(value)
  }
  const held = (code: string, date: string): HeldBy[] => {
    const named = row.text(code)
    return named === null
      ? []
      : [{ code: named.toUpperCase(), date: row.dateTime(date), isSecond: code === 'cstr_type2' }]
  }
  const work = (labour: string, machine: string) => (row.number(labour) ?? 0) + (row.number(machine) ?? 0)
  model.activities.push({
    id,
    projectId: row.id('proj_id'),
    wbsId: row.id('wbs_id'),
    calendarId: row.id('clndr_id'),
    code: row.text('task_code'),
    name: row.text('task_name'),
    kind: (row.text('task_type') ?? 'TT_Task') as ActivityKind,
    status: statusOf(row),
    percentKind: (row.text('complete_pct_type') ?? 'CP_Drtn') as PercentKind,
    physicalPercent: row.number('phys_complete_pct') ?? 0,
    statedPercent: null,
    plannedMinutes: hours('target_drtn_hr_cnt'),
    remainingMinutes: hours('remain_drtn_hr_cnt'),
    workDone: work('act_work_qty', 'act_equip_qty'),
    workLeft: work('remain_work_qty', 'remain_equip_qty'),
    totalFloatMinutes: hours('total_float_hr_cnt'),
    constraints: [...held('cstr_type', 'cstr_date'), ...held('cstr_type2', 'cstr_date2')],
    actualStart: row.dateTime('act_start_date'),
    actualFinish: row.dateTime('act_end_date'),
    earlyStart: row.dateTime('early_start_date'),
    earlyFinish: row.dateTime('early_end_date'),
    lateStart: row.dateTime('late_start_date'),
    lateFinish: row.dateTime('late_end_date'),
    plannedStart: row.dateTime('target_start_date'),
    plannedFinish: row.dateTime('target_end_date'),
    expectedFinish: row.dateTime('expect_end_date'),
    suspended: row.dateTime('suspend_date'),
    resumed: row.dateTime('resume_date'),
    externalStart: row.dateTime('external_early_start_date'),
    externalFinish: row.dateTime('external_late_end_date'),
    hasPriority: (row.text('priority_type') ?? 'PT_Normal') !== 'PT_Normal',
  })
}

/** Files without a status say by their dates what has begun. */
function statusOf(row: XerRow): ActivityStatus {
  const said = row.text('status_code')
  if (said === 'TK_NotStart' || said === 'TK_Active' || said === 'TK_Complete') return said
  if (row.dateTime('act_end_date') !== null) return 'TK_Complete'
  return row.dateTime('act_start_date') === null ? 'TK_NotStart' : 'TK_Active'
}

function takeRelation(row: XerRow, model: PrimaveraModel): void {
  const successorId = idOf(row, 'task_id', model)
  const predecessorId = successorId === null ? null : idOf(row, 'pred_task_id', model)
  if (successorId === null || predecessorId === null) return
  model.relations.push({
    projectId: row.id('proj_id'),
    predecessorProjectId: row.id('pred_proj_id'),
    predecessorId,
    successorId,
    kind: (row.text('pred_type') ?? 'PR_FS').replace(/^PR_(..)\d$/, 'PR_$1') as RelationKind,
    lagMinutes: minutesOfHours(row.number('lag_hr_cnt') ?? 0),
    comment: row.text('comments'),
  })
}

function takeResource(row: XerRow, model: PrimaveraModel): void {
  const id = idOf(row, 'rsrc_id', model)
  if (id === null) return
  model.resources.push({
    id,
    name: row.text('rsrc_name') ?? row.text('rsrc_short_name'),
    kind: row.text('rsrc_type') === 'RT_Mat' ? 'material' : 'work',
    email: row.text('email_addr'),
    calendarId: row.id('clndr_id'),
  })
}

function takeRate(row: XerRow, model: PrimaveraModel): void {
  const resource = row.id('rsrc_id')
  const units = row.number('max_qty_per_hr')
  if (resource !== null && units !== null) model.maxUnits.set(resource, units)
}

function takeAssignment(row: XerRow, model: PrimaveraModel): void {
  const activityId = idOf(row, 'task_id', model)
  if (activityId === null) return
  model.assignments.push({
    activityId,
    resourceId: row.id('rsrc_id'),
    units: row.number('target_qty_per_hr') ?? row.number('remain_qty_per_hr'),
    minutes: minutesOfHours(row.number('target_qty') ?? row.number('remain_qty') ?? 0),
    hasCost: (row.number('target_cost') ?? 0) > 0,
  })
}

function takeNote(table: PrimaveraTable, id: string, memo: string): Take {
  return (row, model) => {
    const rowId = row.id(id)
    const text = row.text(memo)
    if (rowId !== null && text !== null) model.notes.push({ table, rowId, text })
  }
}

const FIELD_TYPES: Readonly<Record<string, PlanFieldType>> = {
  FT_START_DATE: 'DATE',
  FT_END_DATE: 'DATE',
  FT_FLOAT_2_DECIMALS: 'NUMBER',
  FT_INT: 'NUMBER',
  FT_MONEY: 'NUMBER',
}

function takeCustomField(row: XerRow, model: PrimaveraModel): void {
  const id = row.id('udf_type_id')
  const table = row.text('table_name')?.toUpperCase()
  if (id !== null && (table === 'TASK' || table === 'PROJWBS' || table === 'RSRC'))
    model.customFields.set(id, {
      table,
      label: row.text('udf_type_label') ?? row.text('udf_type_name') ?? `field ${id}`,
      type: FIELD_TYPES[row.text('logical_data_type') ?? ''] ?? 'TEXT',
    })
}

function takeCustomValue(row: XerRow, model: PrimaveraModel): void {
  const fieldId = row.id('udf_type_id')
  const rowId = row.id('fk_id')
  const number = row.number('udf_number')
  const text =
    row.text('udf_text') ?? (number === null ? null : String(number)) ?? row.text('udf_date') ?? row.text('udf_code_id')
  if (fieldId !== null && rowId !== null && text !== null) model.customValues.push({ rowId, fieldId, text })
}
