import type { LinkTypeName } from '../../../compute/plan/constraint-names.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { PlanDependency, PlanTask } from '../../plan/imported-plan.ts'
import { isElapsedUnit, isPercentUnit } from '../duration-units.ts'
import type { RawLink, RawProject } from '../raw-project.ts'
import { MAX_DURATION_DAYS, MINUTES_PER_ELAPSED_DAY, plainNumber, roundAwayFromZero } from './convert-duration.ts'
import { daysWithin } from './start-to-finish.ts'
import { NumberSet, type TaskPlaces } from './task-places.ts'

export const LINK_TYPES: readonly LinkTypeName[] = ['FF', 'FS', 'SF', 'SS']

type LinkContext = { raw: RawProject; lastInside: Int32Array; diagnostics: Diagnostics }

/** The links between tasks that are in the plan; each one left out is named in the receipt. */
export function buildLinks(
  raw: RawProject,
  tasks: readonly PlanTask[],
  places: TaskPlaces,
  diagnostics: Diagnostics,
): PlanDependency[] {
  const context = { raw, lastInside: lastPlacesInside(tasks, places), diagnostics }
  const seen = new NumberSet(raw.links.length)
  const links: PlanDependency[] = []
  for (const link of raw.links) {
    const from = places.of(link.predecessorUid)
    const to = places.of(link.successorUid)
    const problem = linkProblem(link, from, to, context)
    if (problem !== null) {
      diagnostics.warn(problem.code, { uid: link.successorUid, field: 'predecessors' }, problem.message)
      continue
    }
    const type = LINK_TYPES[link.typeCode] ?? 'FS'
    if (!seen.add((from * tasks.length + to) * LINK_TYPES.length + LINK_TYPES.indexOf(type))) {
      const text = `second ${type} link from ${link.predecessorUid} is dropped`
      diagnostics.warn('duplicate_link', { uid: link.successorUid, field: 'predecessors' }, text)
      continue
    }
    const ends = { predecessor: tasks[from] as PlanTask, successor: tasks[to] as PlanTask }
    links.push(buildLink(link, type, ends, context))
  }
  return links
}

function linkProblem(
  link: RawLink,
  from: number,
  to: number,
  { raw, lastInside }: LinkContext,
): { code: string; message: string } | null {
  // Such a link is sound where its other end has a stand-in here; otherwise its number means a task of another file.
  if (link.isCrossProject && raw.tasks[from]?.isExternal !== true)
    return { code: 'cross_project_link', message: 'link to another project is not imported' }
  if (from < 0 || to < 0)
    return { code: 'unknown_predecessor', message: `predecessor ${link.predecessorUid} is not in the plan` }
  if (from === to) return { code: 'self_dependency', message: 'a link of a task to itself is dropped' }
  // Tasks stand in the order of the outline: what is inside a task follows it without a gap.
  if (((from < to ? lastInside[from] : lastInside[to]) as number) >= Math.max(from, to)) {
    const text = `link with ${link.predecessorUid} joins a summary and a task inside it`
    return { code: 'link_to_own_summary', message: text }
  }
  return null
}

/** Where what is inside each task ends; the task itself where nothing is. Makes answers cheap however deep the tree. */
function lastPlacesInside(tasks: readonly PlanTask[], places: TaskPlaces): Int32Array {
  const last = new Int32Array(tasks.length)
  for (let index = tasks.length - 1; index >= 0; index -= 1) {
    const parent = tasks[index]?.parent ?? null
    last[index] = Math.max(last[index] ?? 0, index)
    const at = parent === null ? -1 : places.of(Number(parent))
    if (at >= 0) last[at] = Math.max(last[at] ?? 0, last[index] ?? 0)
  }
  return last
}

type LinkEnds = { predecessor: PlanTask; successor: PlanTask }

function buildLink(
  link: RawLink,
  type: LinkTypeName,
  { predecessor, successor }: LinkEnds,
  { raw, diagnostics }: LinkContext,
): PlanDependency {
  const where = { uid: link.successorUid, field: 'lag' }
  const isElapsed = isElapsedUnit(link.lagFormat)
  let minutes = link.lag / 10
  if (isPercentUnit(link.lagFormat)) {
    const predecessorMinutes = predecessor.source?.duration_minutes ?? 0
    minutes = (link.lag / 100) * predecessorMinutes
    diagnostics.warn('percent_lag', where, `lag of ${link.lag} % became ${plainNumber(minutes)} minutes`)
  }
  const minutesPerDay = isElapsed ? MINUTES_PER_ELAPSED_DAY : (link.minutesPerDay ?? raw.header.minutesPerDay)
  const exact = minutes / minutesPerDay
  const rounded = Math.max(-MAX_DURATION_DAYS, Math.min(MAX_DURATION_DAYS, roundAwayFromZero(exact)))
  if (rounded !== exact)
    diagnostics.warn('lag_rounded', where, `lag of ${plainNumber(exact)} days became ${rounded} whole days`)
  const lag = rounded - daysWithin(type, successor)
  if (lag !== rounded) {
    const text = 'a finish counts its whole day here: one day less of lag keeps the dates of the file'
    diagnostics.warn('start_to_finish_lag', where, text)
  }
  return {
    predecessor: predecessor.id,
    successor: successor.id,
    dep_type: type,
    // Rounding away from zero turns a small lead into -0, which is no number anybody wants to read.
    lag: lag === 0 ? 0 : lag,
    lag_unit: isElapsed ? 'elapsed' : 'working',
    source: {
      lag_minutes: minutes === 0 ? 0 : minutes,
      lag_format: link.lagFormat,
      ...(isPercentUnit(link.lagFormat) ? { lag_percent: link.lag } : {}),
    },
  }
}
