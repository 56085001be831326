import { findNodeCycle } from '../../../compute/plan/find-cycle.ts'
import { type Diagnostics, quoted } from '../../plan/diagnostics.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { PlanDependency, ReceiptPlace } from '../../plan/imported-plan.ts'
import {
  joinedPredecessors,
  type PredecessorCell,
  type PredecessorReading,
  rangedPredecessors,
} from '../cells/parse-predecessors.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { LooseNames } from './loose-names.ts'
import type { ParsedRow } from './read-row.ts'
import type { Resolver } from './row-references.ts'

const NAMED_ROWS = 10
const FEW = 8
const TYPES = ['FS', 'SS', 'FF', 'SF'] as const

/** Links, and beside them the rows they join: predecessor and successor of the first, then of the second … */
export type SheetLinks = { links: PlanDependency[]; ends: readonly number[] }

/** Rows with the ids that their tasks got and the tree they stand in. */
export type PlacedRows = { rows: readonly ParsedRow[]; ids: readonly string[]; parents: Int32Array }

type LinkContext = { columns: ColumnSet; limits: ImportLimits; diagnostics: Diagnostics }
type Link = (found: { reading: PredecessorReading; text: string }, ends: [number, number], where: ReceiptPlace) => void
/** A link to a row that is called almost so. */
type LooseLink = { reading: PredecessorReading; text: string; ends: [number, number]; where: ReceiptPlace }

/** Turns predecessor cells into links. What cannot be resolved is dropped with a warning. */
export function linkRows(
  placed: PlacedRows,
  { resolve, loose }: { resolve: Resolver; loose: LooseNames },
  { columns, limits, diagnostics }: LinkContext,
): SheetLinks {
  const links: PlanDependency[] = []
  const ends: number[] = []
  // Nearly every row names one or two: a list that is used again for each row costs less than a set.
  const few: number[] = []
  const likely: LooseLink[] = []
  const link: Link = ({ reading, text }, [from, to], where) => {
    if (from === to) {
      diagnostics.warn('self_dependency', where, 'the task depends on itself; the link is dropped')
    } else if (isInside(placed.parents, from, to) || isInside(placed.parents, to, from)) {
      const message = `link to ${quoted(text)} joins a summary and a task inside it; it is dropped`
      diagnostics.warn('link_to_own_summary', where, message)
    } else {
      const lag = lagDays(reading, placed.rows[from])
      if (reading.isRounded || lag.isRounded)
        diagnostics.warn('lag_rounded', where, `lag of ${quoted(text)} became ${lag.days} whole days`)
      links.push(planLink(reading, lag.days, [placed.ids[from] ?? '', placed.ids[to] ?? '']))
      ends.push(from, to)
    }
    if (links.length > limits.maxLinks)
      throw new ImportRefusal('too_many_links', `the file holds more than ${limits.maxLinks} links`)
  }
  for (const [successor, row] of placed.rows.entries()) {
    if (row.predecessors.length === 0) continue
    const where = { row: row.line, field: columns.header('predecessors') }
    const seen = row.predecessors.length > FEW ? new Set<number>() : null
    few.length = 0
    takeFound(row.predecessors, resolve, (text, found, asWritten) => {
      if (found === null) {
        const index = loose.find(text)
        if (index !== undefined && asWritten !== undefined)
          likely.push({ reading: asWritten, text, ends: [index, successor], where })
        else
          diagnostics.warn(
            'unknown_predecessor',
            where,
            `predecessor ${quoted(text)} is not in the file and is dropped`,
          )
        return
      }
      const { reading, index } = found
      const key = index * TYPES.length + TYPES.indexOf(reading.type)
      if (seen === null ? few.includes(key) : seen.has(key)) return
      if (seen === null) few.push(key)
      else seen.add(key)
      link({ reading, text }, [index, successor], where)
    })
  }
  if (columns.has('successors')) linkSuccessors(placed, resolve, { ends, link, columns, diagnostics })
  const linked = new Set(likely.length === 0 ? [] : pairsOf(ends, placed.rows.length))
  // A guess must not be what makes links run in a circle.
  const isSafe = likely.length > 0 && runsDownwards(placed.parents, ends)
  for (const { reading, text, ends: guessed, where } of likely) {
    const pair = guessed[0] * placed.rows.length + guessed[1]
    if (linked.has(pair)) continue
    if (isSafe && runsDownwards(placed.parents, guessed)) {
      linked.add(pair)
      loose.take(text, guessed[0])
      link({ reading, text }, guessed, where)
    } else
      diagnostics.warn('unknown_predecessor', where, `predecessor ${quoted(text)} is not in the file and is dropped`)
  }
  return { links, ends }
}

type SuccessorContext = Pick<LinkContext, 'columns' | 'diagnostics'> & {
  ends: readonly number[]
  link: Link
}

/** Successors say the same links from their other end; a pair that is linked already stays as its predecessor cell says. */
function linkSuccessors(
  { rows }: PlacedRows,
  resolve: Resolver,
  { ends, link, columns, diagnostics }: SuccessorContext,
): void {
  const pairOf = (from: number, to: number) => from * rows.length + to
  const linked = new Set(pairsOf(ends, rows.length))
  for (const [predecessor, row] of rows.entries()) {
    const where = { row: row.line, field: columns.header('successors') }
    takeFound(row.successors, resolve, (text, found) => {
      if (found === null) {
        const message = `successor ${quoted(text)} is not in the file and is dropped`
        diagnostics.warn('unknown_successor', where, message)
      } else if (!linked.has(pairOf(predecessor, found.index))) {
        linked.add(pairOf(predecessor, found.index))
        link({ reading: found.reading, text }, [predecessor, found.index], where)
      }
    })
  }
}

/** Each pair of rows that a link joins, as one number. */
function pairsOf(ends: readonly number[], count: number): number[] {
  return ends.flatMap((end, at) => (at % 2 === 0 ? [end * count + (ends[at + 1] ?? 0)] : []))
}

function planLink(
  reading: PredecessorReading,
  lag: number,
  [predecessor, successor]: [string, string],
): PlanDependency {
  const lag_unit = reading.isElapsed ? 'elapsed' : 'working'
  return { predecessor, successor, dep_type: reading.type, lag, lag_unit }
}

/** A share of the predecessor's duration in whole days; a row without a duration takes a day. */
function lagDays(
  reading: PredecessorReading,
  predecessor: ParsedRow | undefined,
): { days: number; isRounded: boolean } {
  if (reading.lagPercent === undefined) return { days: reading.lagDays, isRounded: false }
  const exact = ((predecessor?.durationDays ?? 1) * reading.lagPercent) / 100
  const days = Math.round(exact) + 0
  return { days, isRounded: days !== exact }
}

type Found = { reading: PredecessorReading; index: number }

/** `plain` is how to read what names no row. */
type Take = (text: string, found: Found | null, plain?: PredecessorReading) => void

/** What each cell as it stands means, or its parts or several of them where only those name rows. */
function takeFound(cells: readonly PredecessorCell[], resolve: Resolver, take: Take): void {
  const founds = cells.map(({ readings }) => firstResolved(readings, resolve))
  const areClear = !founds.includes(null)
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] as PredecessorCell
    const whole = areClear ? null : withComma(cells, founds, at, resolve)
    if (whole !== null) {
      take(whole.text, whole.found)
      at = whole.last
    } else if (founds[at] != null) take(cell.text, founds[at] as Found)
    else takeParts(cell, resolve, take)
  }
}

function takeParts(cell: PredecessorCell, resolve: Resolver, take: Take): void {
  const cells = rangedPredecessors(cell) ?? joinedPredecessors(cell)
  const parts = cells.map((part) => ({ ...part, found: firstResolved(part.readings, resolve) }))
  if (!parts.some(({ found }) => found !== null)) take(cell.text, null, cell.readings[0])
  else for (const { text, found, readings } of parts) take(text, found, readings[0])
}

const MOST_COMMAS = 4

/** The longest run of parts from one on that is the name of a row with commas in it, where not all of them name rows. */
function withComma(
  cells: readonly PredecessorCell[],
  founds: readonly (Found | null)[],
  from: number,
  resolve: Resolver,
): { text: string; found: Found; last: number } | null {
  for (let last = Math.min(cells.length - 1, from + MOST_COMMAS); last > from; last -= 1) {
    if (!founds.slice(from, last + 1).includes(null)) continue
    const parts = cells.slice(from, last + 1).map(({ text }) => text)
    const reading = cells[from]?.readings[0]
    const index = resolve(parts.join(', ')) ?? resolve(parts.join(','))
    if (index !== undefined && reading !== undefined) return { text: parts.join(', '), found: { reading, index }, last }
  }
  return null
}

function firstResolved(readings: readonly PredecessorReading[], resolve: Resolver): Found | null {
  for (const reading of readings) {
    const index = resolve(reading.reference)
    if (index !== undefined) return { reading, index }
  }
  return null
}

function isInside(parents: Int32Array, index: number, ancestor: number): boolean {
  let parent = parents[index] ?? -1
  while (parent >= 0 && parent !== ancestor) parent = parents[parent] ?? -1
  return parent >= 0
}

/**
 * Refuses a file whose links run in a circle. A summary begins before and ends after all that is inside it, so circles
 * through summaries are found too. The message names the rows.
 */
export function refuseCycle(placed: PlacedRows, { ends }: SheetLinks): void {
  if (runsDownwards(placed.parents, ends)) return
  const count = placed.ids.length
  // Two nodes a row: its start is numbered like the row, its finish comes after all starts.
  const most = 3 * count + ends.length / 2
  const from = new Int32Array(most)
  const to = new Int32Array(most)
  let edgeCount = 0
  const add = (a: number, b: number) => {
    from[edgeCount] = a
    to[edgeCount] = b
    edgeCount += 1
  }
  for (let index = 0; index < count; index += 1) {
    add(index, count + index)
    const parent = placed.parents[index] ?? -1
    if (parent < 0) continue
    add(parent, index)
    add(count + index, count + parent)
  }
  for (let at = 0; at < ends.length; at += 2) add(count + (ends[at] ?? 0), ends[at + 1] ?? 0)
  const cycle = findNodeCycle(2 * count, from.subarray(0, edgeCount), to.subarray(0, edgeCount))
  if (cycle === null) return
  const linked = new Set(ends)
  const onCycle = new Set(cycle.map((node) => node % count))
  const named = [...onCycle].filter((index) => linked.has(index)).map((index) => nameRow(placed.rows[index]))
  const shown = named.slice(0, NAMED_ROWS)
  if (named.length > NAMED_ROWS) shown.push(`and ${named.length - NAMED_ROWS} more`)
  throw new ImportRefusal('cyclic_dependency', `predecessors run in a circle: ${shown.join(', ')}`, named)
}

/**
 * Most files name their rows in an order in which they can be done: summaries stand above what is inside them, and links
 * lead from above to below all that their predecessor holds. Nothing can run in a circle then.
 */
function runsDownwards(parents: Int32Array, ends: readonly number[]): boolean {
  const lastInside = Int32Array.from(parents, (_, index) => index)
  for (let index = parents.length - 1; index >= 0; index -= 1) {
    const parent = parents[index] ?? -1
    if (parent >= index) return false
    if (parent >= 0) lastInside[parent] = Math.max(lastInside[parent] ?? 0, lastInside[index] ?? 0)
  }
  for (let at = 0; at < ends.length; at += 2) if ((lastInside[ends[at] ?? 0] ?? 0) >= (ends[at + 1] ?? 0)) return false
  return true
}

function nameRow(row: ParsedRow | undefined): string {
  return row === undefined ? '' : `row ${row.line} (${row.name.slice(0, 60)})`
}
