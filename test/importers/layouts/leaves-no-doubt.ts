import { isOrderOpen } from './date-texts.ts'
import { isProven } from './judge-sheet.ts'
import type { Layout } from './layout-choices.ts'
import type { PlanModel } from './plan-model.ts'

const OUTLINES = new Set<Layout['outline']>([
  'none',
  'sections',
  'capitals',
  'indent',
  'wbs',
  'wbs in names',
  'level',
  'group',
  'group once',
  'indent of cells',
])
const TIMES = new Set<Layout['when']>([
  'start finish',
  'start duration',
  'start finish duration',
  'start',
  'duration',
  'due',
  'planned actual',
])
const ENDINGS = new Set<Layout['below']>(['none', 'total', 'note', 'legend', 'signature', 'total and note'])

/** Whether everybody reads a sheet of such choices in the same way: it is read exactly. */
export function leavesNoDoubt(layout: Layout, model: PlanModel): boolean {
  const { language, outline, when, below, people, dates } = layout
  if (language !== 'en' || people === 'and' || ['d-mmm', 'dm', 'dm.'].includes(dates)) return false
  if (isOrderOpen(dates) && !isProven(layout, model)) return false
  return OUTLINES.has(outline) && TIMES.has(when) && ENDINGS.has(below)
}
