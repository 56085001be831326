// What a person chooses when they draw up a plan in a sheet, one choice independent of the others; the plainest comes first, so
// that what fails shrinks to the choices that matter.

import fc from 'fast-check'
import type { LanguageName } from './layout-words.ts'

export const CHOICES = {
  file: ['comma', 'semicolon', 'tab', 'xlsx', 'ods', 'xls'],
  language: ['en', 'en', 'en', 'en', 'de', 'fr', 'es', 'nl', 'pl'],
  title: ['none', 'none', 'name', 'name and gap', 'block', 'block and gap', 'dated block'],
  blankRowsAbove: [0, 0, 1, 2],
  blankColumnsLeft: [0, 0, 0, 1],
  outline: [
    'none',
    'none',
    'sections',
    'dated sections',
    'indent',
    'wbs',
    'wbs in names',
    'level',
    'group',
    'group once',
    'level columns',
    'level columns once',
    'staggered',
    'dashes',
    'capitals',
    'indent of cells',
    'sections left',
    'bold sections',
    'bold dated sections',
    'coded heads',
  ],
  levels: [1, 2],
  ids: ['none', 'numbers', 'codes', 'tens'],
  when: [
    'start finish',
    'start duration',
    'start finish duration',
    'due',
    'duration',
    'range',
    'weeks',
    'start week duration',
    'chart',
    'start',
    'months',
    'planned actual',
    'quarter',
  ],
  dates: [
    'iso',
    'dmy/',
    'mdy/',
    'dmy.',
    'd-mmm-yy',
    'd month y',
    'month d, y',
    'dmy/yy',
    'mdy/yy',
    'weekday',
    'd-mmm',
    'dm',
    'real',
    'serial',
    'ymd/',
    'iso time',
    'long',
    'dm.',
  ],
  weekForm: ['bare', 'letter', 'word', 'year'],
  summaryDates: [false, true],
  root: [false, false, false, true],
  lengths: ['bare', 'unit', 'word', 'weeks', 'hours'],
  percent: ['none', 'none', 'sign', 'bare', 'fraction', 'share', 'state'],
  people: ['none', 'one', 'comma', 'semicolon', 'slash', 'and', 'line', 'units', 'initials'],
  nothing: ['', '', '', '-', 'TBD', 'n/a'],
  links: ['none', 'none', 'number', 'wbs', 'name', 'typed'],
  milestone: ['none', 'none', 'flag', 'zero', 'name', 'type'],
  fillers: [
    [],
    [],
    ['notes'],
    ['Priority'],
    ['Budget'],
    ['Location', 'Priority'],
    ['notes', 'Cost'],
    ['Risk', 'notes'],
    ['Actual Start', 'Actual Finish'],
    ['Estimated hours'],
    ['Baseline Start', 'Baseline Finish'],
    ['Created', 'Last updated'],
    ['Email'],
    ['Variance'],
    ['Remaining days'],
  ],
  fillerPlace: ['end', 'middle', 'front'],
  order: ['usual', 'people first', 'dates last', 'name first', 'progress first'],
  gaps: ['none', 'none', 'between sections', 'below header', 'repeated headers'],
  below: ['none', 'none', 'total', 'note', 'legend', 'signature', 'total and note', 'people', 'revisions'],
  sheets: ['one', 'one', 'cover', 'lists'],
  merged: ['none', 'title', 'groups'],
  headerCase: ['as is', 'as is', 'upper', 'lower', 'colon', 'blanks', 'lines'],
  headerBand: ['none', 'none', 'none', 'band'],
  chartScale: [
    'weeks dated',
    'days',
    'week numbers',
    'months',
    'weeks below months',
    'days below months',
    'counted weeks',
  ],
  chartHeads: ['with times', 'with times', 'below times', 'above times'],
  chartMark: ['X', '1', '■', 'fill', 'x'],
  chartBeside: [false, false, false, true],
  quotes: ['needed', 'all'],
} as const

type Choice = { [Key in keyof typeof CHOICES]: (typeof CHOICES)[Key][number] }
export type Layout = Choice & { headerWords: number[] }

const choice = Object.fromEntries(
  Object.entries(CHOICES).map(([key, values]) => [key, fc.constantFrom(...(values as readonly unknown[]))]),
) as unknown as { [Key in keyof Choice]: fc.Arbitrary<Choice[Key]> }

/** Any choices, put right where one asks for another. */
export const layouts: fc.Arbitrary<Layout> = fc
  .record({ ...choice, headerWords: fc.array(fc.nat(13), { minLength: 15, maxLength: 15 }) })
  .map(settle)

/** Choices that exclude one another give way to the one that was made first. */
export function settle(drawn: Layout): Layout {
  const layout = { ...drawn }
  const isText = !['xlsx', 'ods', 'xls'].includes(layout.file)
  const language = layout.language as LanguageName
  if (isText) {
    if (layout.chartMark === 'fill') layout.chartMark = 'X'
    layout.merged = 'none'
  }
  if (language !== 'en') {
    if (layout.dates === 'mdy/' || layout.dates === 'mdy/yy' || layout.dates === 'month d, y') layout.dates = 'dmy.'
    if (layout.dates === 'weekday') layout.dates = 'dmy/'
  }
  if (isText && layout.dates === 'real') layout.dates = 'iso'
  if (isText) layout.sheets = 'one'
  if (!['xlsx', 'xls'].includes(layout.file) && layout.outline === 'indent of cells') layout.outline = 'indent'
  const hasFonts = layout.file === 'xlsx' || layout.file === 'xls'
  if (!hasFonts && layout.outline === 'bold sections') layout.outline = 'capitals'
  if (!hasFonts && layout.outline === 'bold dated sections') layout.outline = 'dated sections'
  if (layout.outline === 'coded heads') layout.levels = 2
  if (/^(?:none|group|dated sections|sections|capitals|bold)/.test(layout.outline)) layout.levels = 1
  if (!/^(?:wbs|indent|level$|dashes)/.test(layout.outline)) layout.root = false
  if (/^(?:months|quarter|planned actual)$/.test(layout.when)) layout.chartBeside = false
  if (layout.when === 'planned actual') layout.headerBand = 'none'
  if (layout.when === 'planned actual') layout.fillers = []
  // Rows of totals of a year of weeks are none of the sheet.
  if (layout.dates === 'long' && language !== 'en') layout.dates = 'd month y'
  if (layout.links === 'wbs' && layout.outline !== 'wbs') layout.links = 'number'
  // Positions of rows are not counted where heads of sections have none.
  if ((layout.links === 'number' || layout.links === 'typed') && layout.ids === 'none') layout.ids = 'numbers'
  if (layout.when === 'duration' && layout.links === 'none') {
    layout.links = 'number'
    if (layout.ids === 'none') layout.ids = 'numbers'
  }
  if (layout.milestone === 'zero' && !layout.when.includes('duration')) layout.milestone = 'flag'
  if (layout.when === 'chart' || layout.when === 'weeks' || layout.when === 'start week duration')
    layout.chartBeside = false
  if (layout.title === 'none' && needsYear(layout)) layout.title = 'name'
  return layout
}

/** Whether nothing but the title says of which year the days are. */
export function needsYear({ dates, when, chartBeside, chartScale }: Layout): boolean {
  if (when === 'chart' || chartBeside) return true
  if (when === 'weeks' || when === 'start week duration') return true
  if (when === 'months' || when === 'quarter') return false
  return (dates === 'd-mmm' || dates === 'dm' || dates === 'dm.') && when !== 'duration' && chartScale !== undefined
}
