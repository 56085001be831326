import type { RawTask } from '../../plan-file/raw-project.ts'

type Dates = Pick<RawTask, 'start' | 'finish' | 'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish'>
type Row = Dates & Pick<RawTask, 'outlineLevel'>

const BEGINS = ['start', 'earlyStart', 'lateStart'] as const
const ENDS = ['finish', 'earlyFinish', 'lateFinish'] as const

/**
 * The dates of each row that others stand in: planners roll them up from what is inside, from the first start to the last
 * finish. Rows stand below what is around them.
 */
export function rollUp(rows: readonly Row[], isSummary: (index: number) => boolean): (Dates | null)[] {
  const rolled: (Dates | null)[] = rows.map(() => null)
  /** What stands inside of the row before, by its level. */
  const inside: (Dates | undefined)[] = []
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index] as Row
    const level = row.outlineLevel
    const within = isSummary(index) ? (inside[level + 1] ?? null) : row
    if (isSummary(index)) rolled[index] = within
    inside.length = level + 1
    inside[level] = within === null ? inside[level] : merged(inside[level], within)
  }
  return rolled
}

function merged(known: Dates | undefined, more: Dates): Dates {
  const dates = { ...more }
  if (known === undefined) return dates
  for (const field of BEGINS) dates[field] = pick(known[field], more[field], (a, b) => a < b)
  for (const field of ENDS) dates[field] = pick(known[field], more[field], (a, b) => a > b)
  return dates
}

function pick(a: string | null, b: string | null, isBetter: (a: string, b: string) => boolean): string | null {
  if (a === null || b === null) return a ?? b
  return isBetter(a, b) ? a : b
}
