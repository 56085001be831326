import type { ImportLimits } from '../../plan/import-limits.ts'
import { refuseMoreThan } from '../../plan/refuse-more-than.ts'
import { blankTask } from '../../plan-file/blank-task.ts'
import type { RawHeader, RawProject, RawTask } from '../../plan-file/raw-project.ts'
import type { Kept } from '../kept-fields.ts'
import { noteText } from '../note-markup.ts'
import type {
  PrimaveraActivity,
  PrimaveraCalendar,
  PrimaveraModel,
  PrimaveraProject,
  PrimaveraTable,
} from '../primavera-model.ts'
import { rawCalendar, usualMinutes } from './build-calendars.ts'
import { chooseProject, nameOf } from './choose-project.ts'
import { type CustomValues, readCustomValues } from './custom-values.ts'
import { dataDay } from './data-day.ts'
import { type KeptListsContext, keptLinks, keptWork } from './kept-lists.ts'
import { peoplesCalendars } from './peoples-calendars.ts'
import { type KeptRows, type PlacedRow, placeRows } from './place-rows.ts'
import { isMilestone, isSpan, ownDates, rawActivity } from './raw-activity.ts'
import { rawRelations } from './raw-relations.ts'
import { reportModel } from './report-model.ts'
import { hasMark, keptRow, keptValues, restoreKept } from './restore-kept.ts'
import { rollUp } from './roll-up.ts'

/** One project of the file in the words that all planners' files are turned into. */
export function rawProject(model: PrimaveraModel, wanted: string | undefined, limits: ImportLimits): RawProject {
  const project = chooseProject(model, wanted)
  const activities = activitiesOf(model, project)
  refuseMoreThan(limits.maxTasks, activities.size, 'too_many_tasks', 'activities')
  const calendars = calendarsOf(model, limits)
  const peoples = peoplesCalendars(model, activities, calendars)
  for (const [id, calendarId] of peoples) {
    const activity = activities.get(id)
    if (activity !== undefined) activities.set(id, { ...activity, calendarId })
  }
  const calendarId = defaultCalendar(project, calendars)
  const minutesOf = (id: number | null) => usualMinutes(id === null ? undefined : calendars.get(id))
  const planMinutes = minutesOf(calendarId)
  const minutesPerDayOf = (activity: PrimaveraActivity | undefined) => {
    const own = activity?.calendarId ?? null
    return own !== null && calendars.has(own) ? minutesOf(own) : planMinutes
  }
  const kept = { activities: keptValues(model, 'TASK'), nodes: keptValues(model, 'PROJWBS') }
  const rows = placeRows(model, project, [...activities.values()], keptRows(kept))
  refuseMoreThan(limits.maxTasks, rows.length, 'too_many_tasks', 'activities and nodes of the work breakdown')
  const uidOf = rowNumbers(activities, rows)
  const lists: KeptListsContext = {
    rows,
    keptOf: (row) => (row.kind === 'wbs' ? kept.nodes.get(row.node.id) : kept.activities.get(row.activity.id)),
    uidOf,
    minutesPerDayOf: (row) => minutesPerDayOf(row?.kind === 'activity' ? row.activity : undefined),
  }
  const links = [...rawRelations(model, { project, activities, minutesPerDayOf }), ...keptLinks(model, lists)]
  refuseMoreThan(limits.maxLinks, links.length, 'too_many_links', 'links')
  const assignments = [...assignmentsOf(model, activities), ...keptWork(model, lists)]
  refuseMoreThan(limits.maxAssignments, assignments.length, 'too_many_assignments', 'assignments')
  reportModel(model, project, { activities: [...activities.values()], peoples })
  const nodes = new Set(rows.flatMap((row) => (row.kind === 'wbs' ? [row.node.id] : [])))
  const custom = readCustomValues(model, activities, nodes, minutesPerDayOf)
  return {
    header: {
      ...headerOf(model, project, calendarId, planMinutes),
      dataDay: dataDay(project.dataDate, calendars, { calendarId, diagnostics: model.diagnostics }),
    },
    calendars: [...calendars.values()].map((calendar) => rawCalendar(calendar, planMinutes, model.diagnostics)),
    tasks: tasksOf(model, {
      project,
      rows,
      activities,
      calendars,
      calendarId,
      minutesPerDayOf,
      links,
      custom,
      kept,
      uidOf,
    }),
    links,
    resources: resourcesOf(model, limits),
    assignments,
    customFields: custom.fields,
  }
}

function assignmentsOf({ assignments }: PrimaveraModel, activities: ReadonlyMap<number, PrimaveraActivity>) {
  return assignments
    .filter(({ activityId }) => activities.has(activityId))
    .map(({ activityId, resourceId, units, minutes }) => ({
      taskUid: activityId,
      resourceUid: resourceId,
      units: units ?? (resourceId === null ? 0 : 1),
      workMinutes: minutes,
    }))
}

function headerOf(
  model: PrimaveraModel,
  project: PrimaveraProject,
  calendarUid: number | null,
  minutesPerDay: number,
): RawHeader {
  return {
    format: model.format,
    application: model.application,
    title: nameOf(model, project),
    start: project.start,
    finish: project.finish,
    statusDate: project.dataDate,
    minutesPerDay,
    calendarUid,
    isScheduledFromFinish: false,
    estimateAliases: [null, null, null],
  }
}

function activitiesOf(model: PrimaveraModel, project: PrimaveraProject): Map<number, PrimaveraActivity> {
  const activities = new Map<number, PrimaveraActivity>()
  for (const activity of model.activities) {
    if (activity.projectId !== project.id) continue
    if (!activities.has(activity.id)) activities.set(activity.id, activity)
    else
      model.diagnostics.error('duplicate_key', { uid: activity.id }, `a second activity ${activity.id} is passed over`)
  }
  return activities
}

function calendarsOf(model: PrimaveraModel, limits: ImportLimits): Map<number, PrimaveraCalendar> {
  const calendars = new Map<number, PrimaveraCalendar>()
  let exceptions = 0
  for (const calendar of model.calendars) {
    if (calendars.has(calendar.id)) continue
    calendars.set(calendar.id, calendar)
    exceptions += calendar.exceptions.length
  }
  refuseMoreThan(limits.maxCalendars, calendars.size, 'too_many_calendars', 'calendars')
  // Files list every day off on its own, which is merged into ranges before it counts against the limit of a plan.
  refuseMoreThan(limits.maxExceptions * 10, exceptions, 'too_many_exceptions', 'calendar exceptions')
  return calendars
}

/** The project's calendar, else the one that the file marks as default, else its only one. */
function defaultCalendar(project: PrimaveraProject, calendars: ReadonlyMap<number, PrimaveraCalendar>): number | null {
  if (project.calendarId !== null && calendars.has(project.calendarId)) return project.calendarId
  const marked = [...calendars.values()].find(({ isDefault }) => isDefault)
  if (marked !== undefined) return marked.id
  return calendars.size === 1 ? ([...calendars.keys()][0] ?? null) : null
}

function resourcesOf(model: PrimaveraModel, limits: ImportLimits): RawProject['resources'] {
  refuseMoreThan(limits.maxResources, model.resources.length, 'too_many_resources', 'resources')
  const seen = new Set<number>()
  const kept = keptValues(model, 'RSRC')
  return model.resources.flatMap(({ id, name, kind, email, calendarId }) => {
    if (seen.has(id)) return []
    seen.add(id)
    const type = hasMark(kept.get(id), 'cost') ? 'cost' : kind
    return [{ uid: id, name, type, maxUnits: model.maxUnits.get(id) ?? 1, email, calendarUid: calendarId }]
  })
}

interface TaskParts {
  readonly project: PrimaveraProject
  readonly rows: readonly PlacedRow[]
  readonly activities: ReadonlyMap<number, PrimaveraActivity>
  readonly calendars: ReadonlyMap<number, PrimaveraCalendar>
  readonly calendarId: number | null
  readonly minutesPerDayOf: (activity: PrimaveraActivity | undefined) => number
  readonly links: RawProject['links']
  readonly custom: CustomValues
  readonly kept: KeptOfRows
  readonly uidOf: (row: PlacedRow) => number
}

interface KeptOfRows {
  readonly activities: ReadonlyMap<number, Kept>
  readonly nodes: ReadonlyMap<number, Kept>
}

function keptRows({ activities, nodes }: KeptOfRows): KeptRows {
  return { ofActivity: (id) => keptRow(activities.get(id)), ofNode: (id) => keptRow(nodes.get(id)) }
}

function tasksOf(model: PrimaveraModel, parts: TaskParts): RawTask[] {
  const costs = new Set(model.assignments.filter(({ hasCost }) => hasCost).map(({ activityId }) => activityId))
  const notes = notesOf(model, 'TASK')
  const notesOfNode = notesOf(model, 'PROJWBS')
  const baselines = baselinesOf(model, parts.project)
  const followers = new Set(parts.links.map(({ successorUid }) => successorUid))
  const tasks = parts.rows.map((row, index) => {
    if (row.kind === 'wbs') {
      const customValues = parts.custom.valuesOfNode.get(row.node.id)
      return restoreKept(
        {
          ...summaryRow(row, parts.uidOf(row), index + 1),
          notes: notesOfNode.get(row.node.id) ?? null,
          ...(customValues === undefined ? {} : { customValues }),
          isManual: hasMark(parts.kept.nodes.get(row.node.id), 'byHand'),
        },
        parts.kept.nodes.get(row.node.id),
      )
    }
    const { activity, level } = row
    const kept = parts.kept.activities.get(activity.id)
    const isPlans = activity.calendarId === parts.calendarId && !hasMark(kept, 'calendar')
    return rawActivity(activity, {
      row: index + 1,
      level,
      calendarUid: isPlans ? null : activity.calendarId,
      minutesPerDay: parts.minutesPerDayOf(activity),
      baseline: activity.code === null ? null : (baselines.get(activity.code) ?? null),
      hasCost: costs.has(activity.id),
      notes: notes.get(activity.id) ?? null,
      estimates: parts.custom.estimates.get(activity.id) ?? [null, null, null],
      customValues: parts.custom.valuesOf.get(activity.id),
      kept,
      isHeldToStart: isSpan(activity) && !followers.has(activity.id),
      diagnostics: model.diagnostics,
    })
  })
  takeRolledUp(tasks, parts.rows)
  return tasks
}

/** A node has no dates of its own: the planner shows those of what is inside. */
function takeRolledUp(tasks: readonly RawTask[], rows: readonly PlacedRow[]): void {
  for (const [index, dates] of rollUp(tasks, (at) => rows[at]?.kind === 'wbs').entries()) {
    const task = tasks[index]
    if (task === undefined || dates === null) continue
    task.start ??= dates.start
    task.finish ??= dates.finish
    task.earlyStart ??= dates.earlyStart
    task.earlyFinish ??= dates.earlyFinish
    task.lateStart ??= dates.lateStart
    task.lateFinish ??= dates.lateFinish
  }
}

/** Nodes keep their numbers where no activity has the same; the others get numbers that neither has. */
function rowNumbers(
  activities: ReadonlyMap<number, PrimaveraActivity>,
  rows: readonly PlacedRow[],
): (row: PlacedRow) => number {
  let last = 0
  for (const row of rows) last = Math.max(last, row.kind === 'wbs' ? row.node.id : row.activity.id)
  const given = new Map<number, number>()
  for (const row of rows) {
    if (row.kind !== 'wbs' || !activities.has(row.node.id)) continue
    last += 1
    given.set(row.node.id, last)
  }
  return (row) => (row.kind === 'wbs' ? (given.get(row.node.id) ?? row.node.id) : row.activity.id)
}

function summaryRow({ node, level, code }: Extract<PlacedRow, { kind: 'wbs' }>, uid: number, row: number): RawTask {
  return { ...blankTask(uid), row, name: node.name ?? node.code, outlineLevel: level, wbs: code, isSummary: true }
}

/** Notebooks are pages of markup, one for each topic. */
function notesOf(model: PrimaveraModel, wanted: PrimaveraTable): Map<number, string> {
  const notes = new Map<number, string>()
  for (const { table, rowId, text } of model.notes) {
    if (table !== wanted) continue
    const plain = noteText(text)
    const before = notes.get(rowId)
    if (plain.trim() !== '') notes.set(rowId, before === undefined ? plain : `${before}\n\n${plain}`)
  }
  return notes
}

/** What the baseline that the project is measured against has of each activity, by its code. */
function baselinesOf(model: PrimaveraModel, project: PrimaveraProject): Map<string, RawTask['baseline']> {
  const baselines = model.projects.filter(
    ({ id, baselineOf }) => id === project.baselineId || baselineOf === project.id,
  )
  const used = baselines.find(({ id }) => id === project.baselineId) ?? baselines.find(({ id }) => id !== project.id)
  const found = new Map<string, RawTask['baseline']>()
  if (used === undefined || used.id === project.id) return found
  for (const activity of model.activities) {
    if (activity.projectId !== used.id || activity.code === null) continue
    const dates = ownDates(activity)
    if (dates.start !== null || dates.finish !== null)
      found.set(activity.code, isMilestone(activity) ? { start: dates.start, finish: dates.start } : dates)
  }
  const others = baselines.filter(({ id }) => id !== used.id && id !== project.id).length
  if (others > 0)
    model.diagnostics.warn('baseline_not_imported', { field: 'baseline' }, `Not imported: ${others} further baselines`)
  return found
}
