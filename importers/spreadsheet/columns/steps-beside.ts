import { quoted } from '../../plan/diagnostics.ts'
import { dayInAnyOrder } from '../cells/parse-date.ts'
import { putCell, type SheetRow, type SheetTable, type Step } from '../sheet-table.ts'
import { happenedField } from './actual-columns.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, isPlanned } from './header-fields.ts'

/** Words in front of dates of the same work as it was planned at another time, or may be at another. */
const OF_ANOTHER_PLAN =
  /(?<!\p{L})(?:plan(?:ned)?|actual|real|base(?:line)?|revised|revision|forecast|original|initial|early|earliest|late|latest|target|estimated?|expected|contract|new|old|current|previous|proposed|soll|ist)(?!\p{L})/iu
const MOSTLY = 0.8
const [FEWEST_STEPS, FEWEST_OVERLAPPING] = [2, 3]
const MOST_FIELD_WORDS = 2
const NAMED_STEPS = 8

/**
 * Several pairs of a start and an end side by side, each under the name of a step (`Design | Build | Test`): the row goes from the first
 * to the last, and the steps are its parts. They begin one after the other, which plans of the same work at other times do not.
 */
export function readStepsBeside(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  const steps = stepsOf(headers)
  if (steps.length < FEWEST_STEPS || !areInTurn(table, steps)) return []
  const others = headers.some(
    (header, index) => isTime(header) && steps.every((step) => !placesOf(step).includes(index)),
  )
  if (others) return []
  const at = table.addColumns('Start (steps)', 'End (steps)')
  for (const { cells } of table.rows) {
    const filled = (places: number[]) =>
      places.map((place) => (cells[place] ?? '').trim()).filter((cell) => cell !== '')
    putCell(cells, at, filled(steps.map(({ start }) => start))[0] ?? '')
    putCell(cells, at + 1, filled(steps.map(({ finish }) => finish)).at(-1) ?? '')
  }
  const places = steps.flatMap(placesOf)
  table.readInto(...places)
  for (const place of places) headers[place] = ''
  table.steps = steps
  const named = steps
    .slice(0, NAMED_STEPS)
    .map(({ name }) => quoted(name))
    .join(', ')
  return [`Each row has steps with a start and an end of their own; they are read as its parts: ${named}.`]
}

const placesOf = ({ start, finish }: Step) => [start, finish]

function isTime(header: string): boolean {
  const field = exactHeader(header)?.field
  return field === 'start' || field === 'finish' || field === 'duration'
}

/** The pairs under names of their own; none where one of these says that it is a plan among others. */
function stepsOf(headers: readonly string[]): Step[] {
  const found = new Map<string, { start?: number; finish?: number }>()
  for (const [index, header] of headers.entries()) {
    const parted = partedHeader(header)
    if (parted === null) continue
    if (isPlanned(header) || happenedField(header) !== null || OF_ANOTHER_PLAN.test(parted.name)) return []
    const pair = found.get(parted.name) ?? {}
    if (pair[parted.field] !== undefined) return []
    found.set(parted.name, { ...pair, [parted.field]: index })
  }
  const steps = [...found].map(([name, { start, finish }]) => ({ name, start: start ?? -1, finish: finish ?? -1 }))
  return steps.every(({ start, finish }) => start >= 0 && finish >= 0) ? steps : []
}

/** `设计 开始时间`, `Design start`, `End of design`: a step and the end of it that stands below. */
function partedHeader(header: string): { name: string; field: 'start' | 'finish' } | null {
  if (header.length > LONGEST || isTime(header)) return null
  const words = header.trim().split(/[\s_]+/u)
  for (let count = 1; count <= MOST_FIELD_WORDS && count < words.length; count += 1)
    for (const [said, rest] of [
      [words.slice(-count), words.slice(0, -count)],
      [words.slice(0, count), words.slice(count)],
    ] as const) {
      const field = exactHeader(said.join(' '))?.field
      const name = rest
        .join(' ')
        .replace(/^(?:of|of the|de|del|do|da|di|von|der)\s/iu, '')
        .replace(/[\s:–—-]+$/u, '')
      if ((field === 'start' || field === 'finish') && /\p{L}/u.test(name)) return { name, field }
    }
  return null
}
const LONGEST = 60

/** Whether the pairs hold days, and the steps begin one after the other; two of them where the first has ended. */
function areInTurn({ rows }: SheetTable, steps: readonly Step[]): boolean {
  const areDays = steps.flatMap(placesOf).every((place) => {
    const texts = filledTexts(rows, place)
    return texts.length > 0 && texts.filter((text) => dayInAnyOrder(text) !== null).length >= MOSTLY * texts.length
  })
  const pairs = rows.flatMap((row) => {
    const filled = steps.filter(({ start }) => dayAt(row, start) !== null)
    return filled.slice(1).map((step, index) => ({ row, step, before: filled[index] as Step }))
  })
  const mustEnd = steps.length < FEWEST_OVERLAPPING
  const isNext = ({ row, step, before }: (typeof pairs)[number]) => {
    const start = dayAt(row, step.start) ?? 0
    const earlier = dayAt(row, mustEnd ? before.finish : before.start)
    return earlier === null || (mustEnd ? start >= earlier : start > earlier)
  }
  return areDays && pairs.length > 0 && pairs.filter(isNext).length >= MOSTLY * pairs.length
}

const dayAt = ({ cells }: SheetRow, place: number) => dayInAnyOrder((cells[place] ?? '').trim())
