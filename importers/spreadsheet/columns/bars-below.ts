import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { listLines } from '../rows/arrange-rows.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import type { CellFills } from './filled-columns.ts'
import { HAPPENED, PLANNED } from './second-rows.ts'

const FEWEST_LINES = 2
const MOSTLY = 0.8

type Lower = { row: SheetRow; places: number[] }

/**
 * Bars in the blank lines below tasks, in a colour that no other bar has: a name is merged over both lines. Where a legend calls that colour
 * what happened, it is when the task above was done; else nothing says what they are, and a note does. `upper` are the bars of the rows.
 */
export function readBarsBelow(
  table: SheetTable,
  { columns }: Chart,
  fills: CellFills,
  upper: readonly (readonly number[])[],
): string[] {
  const lines = new Set(table.rows.map(({ line }) => line))
  const colourAt = (line: number, place: number) => fills.get(line)?.get(place)
  const ofBars = new Set(
    upper.flatMap((places, index) => places.map((place) => colourAt(table.rows[index]?.line ?? 0, place))),
  )
  const lower = table.rows.flatMap((row): Lower[] => {
    const below = row.line + 1
    if (lines.has(below)) return []
    const places = columns.map(({ index }) => index).filter((place) => colourAt(below, place) !== undefined)
    return places.length === 0 || places.length === columns.length ? [] : [{ row, places }]
  })
  const counts = Map.groupBy(
    lower.flatMap(({ row, places }) => places.map((place) => colourAt(row.line + 1, place) ?? '')),
    (colour) => colour,
  )
  const [colour = '', count = 0] =
    [...counts].map(([colour, { length }]) => [colour, length] as const).toSorted((a, b) => b[1] - a[1])[0] ?? []
  const all = [...counts.values()].reduce((sum, { length }) => sum + length, 0)
  const own = lower
    .map(({ row, places }) => ({ row, places: places.filter((place) => colourAt(row.line + 1, place) === colour) }))
    .filter(({ places }) => places.length > 0)
  if (own.length < FEWEST_LINES || count < MOSTLY * all || ofBars.has(colour)) return []
  const listed = listLines(own.map(({ row }) => row.line + 1))
  if (!isExplained(table, fills, { colour, ofBars }))
    return [`Coloured lines without a name below tasks are not read, as nothing says what they are: ${listed}.`]
  const at = table.addColumns('Actual start', 'Actual finish')
  for (const { row, places } of own) {
    const [begin, end] = [places[0], places.at(-1)].map((place) => columns.find(({ index }) => index === place))
    if (begin === undefined || end === undefined) continue
    putCell(row.cells, at, formatCivilDay(begin.first))
    putCell(row.cells, at + 1, formatCivilDay(end.last))
  }
  return [`Coloured lines below tasks are read as when these were done, as the legend says: ${listed}.`]
}

/** Whether a word beside a sample of the colour says that it is what happened, and none says so of the other bars. */
function isExplained(
  { header, above, rows }: SheetTable,
  fills: CellFills,
  { colour, ofBars }: { colour: string; ofBars: ReadonlySet<string | undefined> },
): boolean {
  const samplesOf = (word: RegExp) =>
    [...above, ...(header === null ? [] : [header]), ...rows].flatMap(({ line, cells }) =>
      cells.flatMap((cell, at) =>
        word.test(cell.trim()) ? [at, at - 1, at + 1].map((place) => fills.get(line)?.get(place)) : [],
      ),
    )
  const [happened, planned] = [samplesOf(HAPPENED), samplesOf(PLANNED)]
  return (
    happened.includes(colour) &&
    !planned.includes(colour) &&
    !happened.some((found) => found !== undefined && ofBars.has(found))
  )
}
