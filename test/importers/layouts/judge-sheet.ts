// What a person expects of a sheet, beside what was read: right, wrong with a word about it, or wrong in silence.

import { formatCivilDay, isoWeekday, parseCivilDayOf } from '../../../compute/plan/civil-day.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import type { ImportedPlan, PlanTask } from '../../../importers/plan/imported-plan.ts'
import { readWithPreview } from '../../../importers/read-plan.ts'
import { dayOfMonth, isOrderOpen, mondayOf, monthOf } from './date-texts.ts'
import { barTime, type Chart, drawChart } from './draw-chart.ts'
import type { Layout } from './layout-choices.ts'
import type { Column } from './layout-words.ts'
import { countWorkdays, liesIn, type ModelTask, type PlanModel } from './plan-model.ts'
import { outlineCodes, peopleOf, shownName } from './render-columns.ts'
import { renderSheet, type Sheet } from './render-sheet.ts'
import { writeSheet } from './write-sheet.ts'

export type Aspect =
  | 'crash'
  | 'refused'
  | 'tasks'
  | 'outline'
  | 'start'
  | 'finish'
  | 'duration'
  | 'milestone'
  | 'percent'
  | 'people'
  | 'links'
  | 'week'
  | 'notes'
export type Difference = { aspect: Aspect; task: string; wanted: unknown; got: unknown; isSaid: boolean }

/** Words of the receipt that speak of an aspect; what every sheet is told does not count. */
const SAID: Record<Aspect, RegExp> = {
  crash: /^$/,
  refused: /./,
  tasks: /not imported|set aside|no task name|head|section|group|summar/i,
  outline: /head|section|group|outline|level|indent|summar|phase|parent|codes|depth|no task name/i,
  start: /order|month\/day|day\/month|year|guess|\bdates?\b|chart|mark|colour|week|start|drop/i,
  finish: /order|month\/day|day\/month|year|guess|\bdates?\b|chart|mark|colour|week|finish|drop|deadline/i,
  duration: /duration|\bdays?\b|guess|order|month\/day|year|chart|mark|colour|length/i,
  milestone: /milestone/i,
  percent: /percent|%|fraction|share|state/i,
  people: /people|person|assign|resource|owner/i,
  links: /predecessor|link|reference|depend|unknown/i,
  week: /week|calendar|day off/i,
  notes: /note|comment/i,
}
const OF_TIMES: ReadonlySet<Aspect> = new Set(['start', 'finish', 'duration'])
const ALWAYS =
  /^(?:Durations of \d+ rows are the working days|Line \d+ is taken for the header row|\d+ rows have no duration; 1 day)/

export type Verdict = { differences: Difference[]; notes: string[]; sheet: string; plan: ImportedPlan | null }

export function judge(model: PlanModel, layout: Layout): Verdict {
  const sheet = renderSheet(model, layout)
  const { bytes, fileName } = writeSheet(sheet, layout)
  const shown = sheet.rows
    .map((cells) =>
      cells
        .map((cell) => (cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)))
        .join(' | '),
    )
    .join('\n')
  try {
    const { plan, preview } = readWithPreview(bytes, fileName)
    const notes = plan.receipt.map(({ message, where }) => `${where.field ?? ''} ${message}`.trim())
    const headers = sheet.rows.flat().filter((cell): cell is string => typeof cell === 'string')
    const left =
      preview?.columns.filter(({ field }) => field === null || field === undefined).map(({ header }) => header) ?? []
    const differences = compare(plan, model, layout, { notes, headers: sheet.headers })
    return {
      differences,
      notes,
      sheet: `${shown}\n-- left: ${left.filter((header) => headers.includes(header)).join(', ')}`,
      plan,
    }
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error
    return {
      differences: [{ aspect: 'refused', task: '', wanted: 'a plan', got: error.message || error.code, isSaid: true }],
      notes: [error.message],
      sheet: shown,
      plan: null,
    }
  }
}

function compare(
  plan: ImportedPlan,
  model: PlanModel,
  layout: Layout,
  { notes, headers }: { notes: readonly string[]; headers: Sheet['headers'] },
): Difference[] {
  const differences: Difference[] = []
  const words = notes.filter((note) => !ALWAYS.test(note))
  const differ = (aspect: Aspect, task: string, wanted: unknown, got: unknown) => {
    if (JSON.stringify(wanted) === JSON.stringify(got)) return
    differences.push({ aspect, task, wanted, got, isSaid: isSaid(aspect) })
  }
  const isSaid = (aspect: Aspect) =>
    words.some(
      (note) =>
        SAID[aspect].test(note) ||
        ownHeaders(aspect, headers).some((header) =>
          [header, header.trim()].some((text) => note.includes(`"${text}"`)),
        ) ||
        // The times of a chart that is too small to be one.
        (layout.when === 'chart' && OF_TIMES.has(aspect) && note.startsWith('Columns that are not imported')),
    )
  const codes = outlineCodes(model)
  const knowsMilestones = layout.milestone !== 'none' || (layout.when !== 'chart' && layout.when.includes('duration'))
  const names = new Map(model.tasks.map((task, index) => [task, bareName(shownName(task, codes[index] ?? '', layout))]))
  const isListed = (task: ModelTask) => !task.isSummary || layout.outline !== 'none'
  const wantedNames = model.tasks.filter(isListed).map((task) => names.get(task) ?? '')
  const gotNames = plan.tasks.map(({ name }) => bareName(name))
  // One group of all tasks is no outline.
  const heads = new Set(
    knowsGroups(layout, model)
      ? []
      : model.tasks.filter(({ isSummary }) => isSummary).map((task) => names.get(task) ?? ''),
  )
  const counted = (all: string[]) => all.filter((name) => !heads.has(name)).sort()
  differ('tasks', '', counted(wantedNames), counted(gotNames))
  const byName = new Map(plan.tasks.map((task) => [bareName(task.name), task]))
  const nameById = new Map(plan.tasks.map((task) => [task.id, bareName(task.name)]))
  const chart = layout.when === 'chart' ? drawChart(layout, model) : null
  for (const task of model.tasks) {
    const name = names.get(task) ?? ''
    const got = byName.get(name)
    if (got === undefined) continue
    const parent = task.parent === null ? undefined : names.get(model.tasks[task.parent] as ModelTask)
    if (knowsOutline(layout, model)) differ('outline', name, parent ?? null, nameById.get(got.parent ?? '') ?? null)
    if (task.isSummary) continue
    compareTimes(task, got, { layout, chart, name, knowsMilestones }, differ)
    if (layout.percent !== 'none') {
      const percent = layout.percent === 'state' && task.percent < 100 ? 0 : task.percent
      differ('percent', name, percent, got.percent_complete)
    }
    const people = plan.assignments
      .filter((assignment) => assignment.task === got.id)
      .map(({ resource }) => plan.resources.find(({ id }) => id === resource)?.name ?? '')
    differ('people', name, peopleOf(task, layout).toSorted(), people.toSorted())
    if (layout.links !== 'none')
      differ('links', name, linksOf(task, model, layout, names), gotLinks(plan, got, nameById))
  }
  const week = plan.calendar.working_days.join('')
  if (!/^(?:chart|weeks|months|quarter)$/.test(layout.when)) differ('week', '', '12345', week)
  return differences
}

/** What stands above the columns that an aspect is read from: who says that one is left out says what is lost. */
function ownHeaders(aspect: Aspect, headers: Sheet['headers']): string[] {
  const columns: Partial<Record<Aspect, readonly (Column | 'group')[]>> = {
    tasks: ['name', 'group'],
    outline: ['wbs', 'level', 'group'],
    start: ['start', 'range'],
    finish: ['finish', 'due', 'range'],
    duration: ['duration', 'start', 'finish', 'range', 'milestone'],
    milestone: ['milestone', 'duration'],
    percent: ['percent', 'state'],
    people: ['people'],
    links: ['predecessors', 'id', 'wbs'],
    notes: ['notes'],
  }
  return headers.filter(({ column }) => columns[aspect]?.includes(column as Column)).map(({ header }) => header)
}

/** What is inside another name, such as the code in front, stays comparable. */
const bareName = (name = '') => name.replace(/^\d+(?:\.\d+)*\.?\s+/, '').trim()

/** Heads that only their dates tell from tasks are known where these are both there. */
function knowsOutline(layout: Layout, model: PlanModel): boolean {
  const { outline } = layout
  return outline !== 'none' && outline !== 'dated sections' && knowsGroups(layout, model)
}

/** Whether two of the groups that only columns tell have several tasks. */
function knowsGroups({ outline }: Layout, { tasks }: PlanModel): boolean {
  if (!/^(?:group|level columns)/.test(outline)) return true
  const sizes = tasks.map((head, at) =>
    head.isSummary && head.depth === 0 ? tasks.filter((_, own) => liesIn(tasks, own, at)).length : 0,
  )
  return sizes.filter((size) => size > 1).length > 1
}

type TimeContext = { layout: Layout; chart: Chart | null; name: string; knowsMilestones: boolean }
type Differ = (aspect: Aspect, task: string, wanted: unknown, got: unknown) => void

const dayOf = (text: string | null | undefined) => (text == null ? null : parseCivilDayOf(text.slice(0, 10)))
const show = (day: number | null) => (day === null ? null : formatCivilDay(day))
const monthStart = (day: number, months: number): number => {
  const first = day - dayOfMonth(day) + 1
  return (monthOf(first) - 1) % months === 0 ? first : monthStart(first - 1, months)
}
const forward = (day: number) => day + (isoWeekday(day) > 5 ? 8 - isoWeekday(day) : 0)
const back = (day: number) => day - Math.max(0, isoWeekday(day) - 5)

function compareTimes(
  task: ModelTask,
  got: PlanTask,
  { layout, chart, name, knowsMilestones }: TimeContext,
  differ: Differ,
): void {
  const { when } = layout
  const start = dayOf(got.planned_start)
  const finish = dayOf(got.source?.finish)
  const isMilestone = knowsMilestones && task.isMilestone
  differ('milestone', name, isMilestone, got.is_milestone)
  if (chart !== null || when === 'weeks' || when === 'start week duration') {
    const bar = chart === null ? null : barTime(task, chart)
    const from = bar?.from ?? mondayOf(task.start)
    const to = bar?.to ?? mondayOf(task.finish) + 6
    differ('start', name, show(forward(from)), show(start === null ? null : forward(start)))
    if (when === 'start week duration') differ('duration', name, task.days, got.duration)
    else if (!isMilestone) differ('duration', name, countWorkdays(from, to), got.duration)
    if (when !== 'start week duration' && finish !== null) differ('finish', name, show(back(to)), show(back(finish)))
    return
  }
  if (when === 'due') {
    const due = dayOf(got.deadline) ?? (isMilestone ? start : null)
    differ('finish', name, show(task.finish), show(due))
    return
  }
  if (when === 'months' || when === 'quarter') {
    const months = when === 'months' ? 1 : 3
    const begin = monthStart(task.start, months)
    if (start !== null || when === 'months')
      differ('start', name, show(forward(begin)), show(start === null ? null : forward(start)))
    const end = monthStart(monthStart(task.finish, months) + 31 * months, 1) - 1
    if (when === 'months' && finish !== null) differ('finish', name, show(back(end)), show(back(finish)))
    if (when === 'months' && !isMilestone) differ('duration', name, countWorkdays(begin, end), got.duration)
    return
  }
  if (when !== 'duration') differ('start', name, show(task.start), show(start))
  if (when === 'start finish' || when === 'planned actual' || when === 'range' || when === 'start finish duration') {
    if (!(isMilestone && finish === null)) differ('finish', name, show(task.finish), show(finish))
  }
  const days = isMilestone ? 0 : Math.max(1, task.days)
  if (when !== 'start') differ('duration', name, !knowsMilestones && task.isMilestone ? 1 : days, got.duration)
}

function linksOf(task: ModelTask, model: PlanModel, { links }: Layout, names: Map<ModelTask, string>): string[] {
  return task.links
    .map(({ from, type, lagDays }) => {
      const other = names.get(model.tasks[from] as ModelTask) ?? ''
      return links === 'typed' ? `${other} ${type}${lagDays}` : `${other} FS0`
    })
    .sort()
}

function gotLinks(plan: ImportedPlan, task: PlanTask, nameById: Map<string, string>): string[] {
  return plan.dependencies
    .filter(({ successor }) => successor === task.id)
    .map(({ predecessor, dep_type, lag }) => `${nameById.get(predecessor)} ${dep_type}${lag}`)
    .sort()
}

/** Whether the sheet itself leaves no doubt about its days. */
export function isProven({ dates, when }: Layout, { tasks }: PlanModel): boolean {
  if (when === 'duration' || when === 'weeks' || !isOrderOpen(dates)) return true
  return tasks.some(({ start, finish }) => dayOfMonth(start) > 12 || dayOfMonth(finish) > 12)
}
