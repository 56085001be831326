// The columns of a sheet: what stands above them and in their cells.

import { type Cell, dateCell, mondayOf, monthOf, weekOf, yearOf } from './date-texts.ts'
import type { Layout } from './layout-choices.ts'
import { type Column, LANGUAGES } from './layout-words.ts'
import type { ModelTask, PlanModel } from './plan-model.ts'

export type Part = {
  column?: Column | 'group'
  header: string
  /** What stands above the header, in a row of bands. */
  band?: string
  cell: (task: ModelTask, index: number) => Cell
  kind: 'time' | 'other' | 'name'
}

const WEEK_HEADERS = {
  en: ['Start Week', 'End Week'],
  de: ['KW von', 'KW bis'],
  fr: ['Semaine début', 'Semaine fin'],
  es: ['Semana inicio', 'Semana fin'],
  nl: ['Startweek', 'Eindweek'],
  pl: ['Tydzień od', 'Tydzień do'],
}
const LEVEL_HEADERS = {
  en: ['Phase', 'Section', 'Task'],
  de: ['Phase', 'Abschnitt', 'Aufgabe'],
  fr: ['Phase', 'Lot', 'Tâche'],
  es: ['Fase', 'Área', 'Tarea'],
  nl: ['Fase', 'Onderdeel', 'Taak'],
  pl: ['Etap', 'Obszar', 'Zadanie'],
}
const TYPE_HEADERS = { en: 'Type', de: 'Typ', fr: 'Type', es: 'Tipo', nl: 'Type', pl: 'Typ' }
const QUARTER_HEADERS = {
  en: 'Quarter',
  de: 'Quartal',
  fr: 'Trimestre',
  es: 'Trimestre',
  nl: 'Kwartaal',
  pl: 'Kwartał',
}
const PLACES = ['North', 'South', 'Hall 2']
const RANKS = ['High', 'Medium', 'Low']

/** Codes of the outline, by places of tasks. */
export function outlineCodes({ tasks }: PlanModel): string[] {
  const counts: number[] = []
  return tasks.map(({ depth }) => {
    counts.length = depth + 1
    counts[depth] = (counts[depth] ?? 0) + 1
    return counts.map((count) => count ?? 1).join('.')
  })
}

export const hasSummaryRows = ({ outline }: Pick<Layout, 'outline'>) => !/^(?:none|group|level columns)/.test(outline)

/** The tasks that have rows of their own. */
export const shownTasks = (model: PlanModel, layout: Layout) =>
  model.tasks.filter(({ isSummary }) => !isSummary || hasSummaryRows(layout))

export function idsOf(model: PlanModel, layout: Layout): Map<ModelTask, string> {
  const isNumbered = (task: ModelTask) => !(task.isSummary && isHeadOnly(layout))
  const numbered = shownTasks(model, layout).filter(isNumbered)
  const write = (place: number) =>
    layout.ids === 'codes' ? `T-${String(place).padStart(2, '0')}` : String(layout.ids === 'tens' ? place * 10 : place)
  return new Map(numbered.map((task, index) => [task, layout.ids === 'none' ? '' : write(index + 1)]))
}

export function shownName(task: ModelTask, code: string, { outline, milestone, language }: Layout): string {
  const word = LANGUAGES[language].headers.milestone[0]
  const named = task.isMilestone && milestone === 'name' ? `${word}: ${task.name}` : task.name
  if (outline === 'wbs in names') return `${code} ${named}`
  return outline === 'capitals' && task.isSummary ? named.toUpperCase() : named
}

/** What a cell says of how long a task takes. */
function lengthCell(task: ModelTask, { lengths, language }: Layout, header: string): Cell {
  const { days, weeks, hours } = LANGUAGES[language]
  const hasUnit = /[([]|tage|days|día|jour|dagen|dni|jours/i.test(header)
  if (hasUnit || lengths === 'bare' || task.days === 0) return task.days
  if (lengths === 'unit') return `${task.days}${days[0]}`
  if (lengths === 'hours') return `${task.days * 8} ${hours}`
  if (lengths === 'weeks' && task.days % 5 === 0) return `${task.days / 5} ${weeks[1]}`
  return `${task.days} ${task.days === 1 ? days[2] : days[1]}`
}

function percentCell(task: ModelTask, { percent, file, language }: Layout): Cell {
  const [none, some, all] = LANGUAGES[language].states
  if (percent === 'state') return task.percent === 0 ? none : task.percent === 100 ? all : some
  if (percent === 'sign') return `${task.percent}%`
  if (percent === 'bare') return task.percent
  if (percent === 'fraction') return task.percent / 100
  return ['xlsx', 'ods', 'xls'].includes(file) ? { share: task.percent / 100 } : `${task.percent}%`
}

const SEPARATORS = {
  none: '',
  one: '',
  comma: ', ',
  semicolon: '; ',
  slash: ' / ',
  and: ' & ',
  line: '\n',
  units: ', ',
  initials: ', ',
}

const initialsOf = (name: string) => (name.includes(' ') ? name.replace(/[^A-Z]/g, '') : name.slice(0, 2).toUpperCase())

export function peopleOf(task: ModelTask, { people }: Layout): string[] {
  if (people === 'none') return []
  if (people === 'initials') return task.people.map((name) => initialsOf(name))
  return people === 'one' ? task.people.slice(0, 1) : task.people
}

function peopleCell(task: ModelTask, layout: Layout): Cell {
  const names = peopleOf(task, layout).map((name) => (layout.people === 'units' ? `${name} [50%]` : name))
  return names.length === 0 && !task.isSummary ? layout.nothing : names.join(SEPARATORS[layout.people])
}

function linkCell(task: ModelTask, model: PlanModel, layout: Layout, ids: Map<ModelTask, string>): Cell {
  const codes = outlineCodes(model)
  const texts = task.links.map(({ from, type, lagDays }) => {
    const other = model.tasks[from] as ModelTask
    const code = codes[from] ?? ''
    if (layout.links === 'wbs') return code
    if (layout.links === 'name') return shownName(other, code, { ...layout, outline: 'none' })
    const id = ids.get(other) ?? ''
    if (layout.links !== 'typed' || (type === 'FS' && lagDays === 0)) return id
    return `${id}${type}${lagDays > 0 ? `+${lagDays}d` : ''}`
  })
  if (texts.length === 0 && !task.isSummary) return layout.nothing
  return texts.length === 1 && /^\d+$/.test(texts[0] ?? '') ? Number(texts[0]) : texts.join(', ')
}

/** Whether summaries have dates as tasks have. */
export const showsDates = ({ outline, summaryDates }: Layout) =>
  outline === 'dated sections' ||
  outline === 'bold dated sections' ||
  (summaryDates && hasSummaryRows({ outline }) && !isHeadOnly({ outline }))

export const isHeadOnly = ({ outline }: Pick<Layout, 'outline'>) =>
  outline === 'sections' || outline === 'capitals' || outline === 'sections left'

type Sources = {
  ids: Map<ModelTask, string>
  codes: Map<ModelTask | undefined, string>
  wordOf: (column: Column) => string
}

export function partsOf(model: PlanModel, layout: Layout, { ids, codes, wordOf }: Sources): Part[] {
  const { outline, language, when, milestone } = layout
  const own = (task: ModelTask) => !task.isSummary || showsDates(layout)
  const part = (column: Column, cell: Part['cell'], kind: Part['kind'] = 'other'): Part => ({
    column,
    header: wordOf(column),
    cell,
    kind,
  })
  const id: Part[] = layout.ids === 'none' ? [] : [part('id', (task) => asNumber(ids.get(task) ?? ''))]
  const isCoded = (task: ModelTask) => outline === 'wbs' || (outline === 'coded heads' && task.isSummary)
  const wbs: Part[] =
    outline === 'wbs' || outline === 'coded heads'
      ? [part('wbs', (task) => (isCoded(task) ? (codes.get(task) ?? '') : null))]
      : []
  const level: Part[] = outline === 'level' ? [part('level', ({ depth }) => depth + 1)] : []
  const name: Part[] = nameParts(model, layout, codes, wordOf('name'))
  const time: Part[] = timeParts(layout, wordOf, own).map((found) => ({ ...found, kind: 'time' }))
  const people = layout.people === 'none' ? [] : [part('people', (task) => peopleCell(task, layout))]
  const percentColumn: Column = layout.percent === 'state' ? 'state' : 'percent'
  const percent =
    layout.percent === 'none'
      ? []
      : [part(percentColumn, (task) => (task.isSummary ? null : percentCell(task, layout)))]
  const links = layout.links === 'none' ? [] : [part('predecessors', (task) => linkCell(task, model, layout, ids))]
  const flag =
    milestone === 'flag' ? [part('milestone', (task) => (task.isMilestone ? LANGUAGES[language].yes : null))] : []
  const words = LANGUAGES[language].headers
  const type: Part = {
    header: TYPE_HEADERS[language],
    kind: 'other',
    cell: ({ isSummary, isMilestone }) =>
      (isSummary ? (LEVEL_HEADERS[language][0] ?? '') : isMilestone ? words.milestone[0] : words.name[0]) ?? '',
  }
  const kinds = milestone === 'type' ? [type] : []
  const fillers = layout.fillers.map((filler) => fillerPart(filler, wordOf, layout))
  const key = [...id, ...wbs, ...level]
  const rest = [...links, ...flag, ...kinds]
  const ends = layout.fillerPlace === 'end' ? fillers : []
  const middle = layout.fillerPlace === 'middle' ? fillers : []
  const front = layout.fillerPlace === 'front' && outline !== 'group once' ? fillers : []
  const spare = layout.fillerPlace === 'front' && outline === 'group once' ? fillers : []
  const front2 = (cells: Part[]) => (when === 'chart' ? cells : [...front, ...cells])
  switch (layout.order) {
    case 'people first':
      return front2([...key, ...name, ...people, ...middle, ...time, ...percent, ...rest, ...ends, ...spare])
    case 'dates last':
      return front2([...key, ...name, ...rest, ...people, ...percent, ...middle, ...ends, ...spare, ...time])
    case 'name first':
      return front2([...name, ...key, ...time, ...middle, ...people, ...percent, ...rest, ...ends, ...spare])
    case 'progress first':
      return front2([...key, ...name, ...percent, ...middle, ...time, ...rest, ...people, ...ends, ...spare])
    default:
      return front2([...key, ...name, ...time, ...middle, ...rest, ...people, ...percent, ...ends, ...spare])
  }
}

const asNumber = (text: string): Cell => (/^\d+$/.test(text) ? Number(text) : text)

function nameParts({ tasks }: PlanModel, layout: Layout, codes: Sources['codes'], word: string): Part[] {
  const { outline, language, levels } = layout
  const plain: Part = {
    column: 'name',
    header: word,
    kind: 'name',
    cell: (task) => {
      const name = shownName(task, codes.get(task) ?? '', layout)
      if (outline === 'indent') return '    '.repeat(task.depth) + name
      if (outline === 'dashes') return task.depth === 0 ? name : `${'-'.repeat(task.depth)} ${name}`
      if (outline.startsWith('bold') && task.isSummary) return { text: name, indent: 0, isBold: true }
      return outline === 'indent of cells' ? { text: name, indent: task.depth } : name
    },
  }
  const headers = LEVEL_HEADERS[language]
  const above = (task: ModelTask, depth: number): ModelTask | undefined => {
    let at: ModelTask | undefined = task
    while (at !== undefined && at.depth > depth) at = at.parent === null ? undefined : tasks[at.parent]
    return at === task ? undefined : at
  }
  const isFirst = (task: ModelTask, holder: ModelTask) =>
    tasks.find((other) => !other.isSummary && above(other, holder.depth) === holder) === task
  const group = (depth: number, once: boolean): Part => ({
    column: 'group',
    header: headers[depth] ?? '',
    kind: 'other',
    cell: (task) => {
      const holder = above(task, depth)
      return holder === undefined || (once && !isFirst(task, holder)) ? null : holder.name
    },
  })
  if (outline === 'group' || outline === 'group once') return [group(0, outline === 'group once'), plain]
  if (outline.startsWith('level columns')) {
    const once = outline === 'level columns once'
    return [...Array.from({ length: levels }, (_, depth) => group(depth, once)), { ...plain, header: headers[2] ?? '' }]
  }
  if (outline === 'staggered') {
    const depths = levels === 1 ? [0, 1] : [0, 1, 2]
    return depths.map((depth) => ({
      ...plain,
      header: depth === 0 ? (headers[0] ?? '') : depth === depths.length - 1 ? (headers[2] ?? '') : (headers[1] ?? ''),
      cell: (task) => (task.depth === depth ? plain.cell(task, 0) : null),
    }))
  }
  return [plain]
}

function timeParts(layout: Layout, wordOf: Sources['wordOf'], own: (task: ModelTask) => boolean): Omit<Part, 'kind'>[] {
  const { when, language } = layout
  const of = (column: Column, header: string, cell: (task: ModelTask) => Cell) => ({
    column,
    header,
    cell: (task: ModelTask) => (own(task) ? cell(task) : null),
  })
  const start = of('start', wordOf('start'), (task) => dateCell(task.start, layout))
  const finish = of('finish', wordOf('finish'), (task) => dateCell(task.finish, layout))
  const header = wordOf('duration')
  const duration = of('duration', header, (task) => lengthCell(task, layout, header))
  const weeks = WEEK_HEADERS[language]
  switch (when) {
    case 'start finish':
      return [start, finish]
    case 'start duration':
      return [start, duration]
    case 'start finish duration':
      return layout.order === 'dates last' ? [duration, start, finish] : [start, finish, duration]
    case 'due':
      return [of('due', wordOf('due'), (task) => dateCell(task.finish, layout))]
    case 'duration':
      return [duration]
    case 'range':
      return [
        of('range', wordOf('range'), (task) => `${rangeText(task.start, layout)} - ${rangeText(task.finish, layout)}`),
      ]
    case 'weeks':
      return [
        of('start', weeks[0] ?? '', (task) => weekCell(task.start, layout)),
        of('finish', weeks[1] ?? '', (task) => weekCell(task.finish, layout)),
      ]
    case 'start week duration':
      return [of('start', weeks[0] ?? '', (task) => weekCell(task.start, layout)), duration]
    case 'months':
      return [
        of('start', wordOf('start'), (task) => monthCell(task.start, layout)),
        of('finish', wordOf('finish'), (task) => monthCell(task.finish, layout)),
      ]
    case 'quarter':
      return [
        of(
          'start',
          QUARTER_HEADERS[language],
          (task) => `Q${Math.ceil(monthOf(task.start) / 3)} ${yearOf(task.start)}`,
        ),
      ]
    case 'planned actual':
      return [
        { ...start, band: 'Planned' },
        { ...finish, band: '' },
        {
          ...start,
          band: 'Actual',
          column: undefined,
          cell: (task) => (task.percent > 0 ? dateCell(task.start, layout) : null),
        },
        {
          ...finish,
          band: '',
          column: undefined,
          cell: (task) => (task.percent === 100 ? dateCell(task.finish, layout) : null),
        },
      ]
    case 'start':
      return [start]
    case 'chart':
      return []
  }
}

function weekCell(day: number, { weekForm, language }: Layout): Cell {
  const week = weekOf(day)
  if (weekForm === 'bare') return week
  if (weekForm === 'year') return `${yearOf(mondayOf(day) + 3)}-W${String(week).padStart(2, '0')}`
  return weekForm === 'letter' && language === 'en' ? `W${week}` : `${LANGUAGES[language].week} ${week}`
}

const monthCell = (day: number, { language }: Layout): Cell =>
  `${LANGUAGES[language].months[monthOf(day) - 1]} ${yearOf(day)}`

const rangeText = (day: number, layout: Layout) => {
  const dates = layout.dates === 'real' || layout.dates === 'serial' ? 'iso' : layout.dates
  return dateCell(day, { ...layout, dates })
}

function fillerPart(filler: string, wordOf: Sources['wordOf'], layout: Layout): Part {
  const money = (index: number) => 500 + ((index * 350) % 4000)
  const cell = (task: ModelTask, index: number): Cell => {
    if (task.isSummary) return null
    if (filler === 'notes') return index % 3 === 0 ? 'ask the client first' : null
    if (filler === 'Location') return PLACES[index % 3] ?? ''
    if (filler === 'Created' || filler === 'Last updated') return dateCell(task.start - 40 + (index % 5), layout)
    if (filler === 'Baseline Start') return dateCell(task.start - 7, layout)
    if (filler === 'Baseline Finish') return dateCell(task.finish - 7, layout)
    if (filler === 'Email') return `${PLACES[index % 3]?.toLowerCase().replace(' ', '')}@example.org`
    if (filler === 'Variance') return (index % 4) - 1
    if (filler === 'Remaining days') return Math.max(0, task.days - 1)
    if (filler === 'Actual Start') return task.percent > 0 ? dateCell(task.start, layout) : null
    if (filler === 'Actual Finish') return task.percent === 100 ? dateCell(task.finish, layout) : null
    if (filler === 'Budget' || filler === 'Cost') return money(index)
    if (filler === 'Estimated hours') return task.days === 0 ? null : task.days * 8
    return RANKS[index % 3] ?? ''
  }
  return { header: filler === 'notes' ? wordOf('notes') : filler, cell, kind: 'other' }
}
