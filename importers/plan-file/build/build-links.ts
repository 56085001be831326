import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { DependencyType, PlanDependency, PlanTask } from '../../plan/imported-plan.ts'
import { isElapsedUnit, isPercentUnit } from '../duration-units.ts'
import type { RawLink, RawProject } from '../raw-project.ts'
import { MAX_DURATION_DAYS, MINUTES_PER_ELAPSED_DAY, plainNumber, roundAwayFromZero } from './convert-duration.ts'
import { daysWithin } from './start-to-finish.ts'

const LINK_TYPES: readonly DependencyType[] = ['FF', 'FS', 'SF', 'SS']

/** The links between tasks that are in the plan; each one left out is named in the receipt. */
export function buildLinks(raw: RawProject, tasks: readonly PlanTask[], diagnostics: Diagnostics): PlanDependency[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const externalUids = new Set(raw.tasks.filter((task) => task.isExternal).map((task) => task.uid))
  const spans = new OutlineSpans(tasks)
  const seen = new Set<string>()
  const links: PlanDependency[] = []
  for (const link of raw.links) {
    const problem = linkProblem(link, { byId, externalUids, spans })
    if (problem !== null) {
      diagnostics.warn(problem.code, { uid: link.successorUid, field: 'predecessors' }, problem.message)
      continue
    }
    const type = LINK_TYPES[link.typeCode] ?? 'FS'
    const key = `${link.predecessorUid} ${link.successorUid} ${type}`
    if (seen.has(key)) {
      const text = `second ${type} link from ${link.predecessorUid} is dropped`
      diagnostics.warn('duplicate_link', { uid: link.successorUid, field: 'predecessors' }, text)
      continue
    }
    seen.add(key)
    links.push(buildLink(link, type, { raw, byId, diagnostics }))
  }
  return links
}

function linkProblem(
  link: RawLink,
  {
    byId,
    externalUids,
    spans,
  }: { byId: Map<string, PlanTask>; externalUids: ReadonlySet<number>; spans: OutlineSpans },
): { code: string; message: string } | null {
  const { predecessorUid, successorUid } = link
  // Such a link is sound where its other end has a stand-in here; otherwise its number means a task of another file.
  if (link.isCrossProject && !externalUids.has(predecessorUid))
    return { code: 'cross_project_link', message: 'link to another project is not imported' }
  const predecessor = byId.get(String(predecessorUid))
  const successor = byId.get(String(successorUid))
  if (predecessor === undefined || successor === undefined) {
    return { code: 'unknown_predecessor', message: `predecessor ${predecessorUid} is not in the plan` }
  }
  if (predecessorUid === successorUid)
    return { code: 'self_dependency', message: 'a link of a task to itself is dropped' }
  if (spans.isInside(predecessor.id, successor.id) || spans.isInside(successor.id, predecessor.id)) {
    return { code: 'link_to_own_summary', message: `link with ${predecessorUid} joins a summary and a task inside it` }
  }
  return null
}

/**
 * Answers whether one task lies inside another. Tasks stand in the order of the outline, so what is inside a task follows
 * it without a gap, and remembering where that ends makes each answer cheap however deep the tree.
 */
class OutlineSpans {
  readonly #indexOf = new Map<string, number>()
  readonly #lastInside: Int32Array

  constructor(tasks: readonly PlanTask[]) {
    for (const [index, task] of tasks.entries()) this.#indexOf.set(task.id, index)
    this.#lastInside = Int32Array.from(tasks, (_, index) => index)
    for (let index = tasks.length - 1; index >= 0; index -= 1) {
      const parent = this.#indexOf.get(tasks[index]?.parent ?? '')
      if (parent === undefined) continue
      this.#lastInside[parent] = Math.max(this.#lastInside[parent] ?? 0, this.#lastInside[index] ?? 0)
    }
  }

  isInside(id: string, ancestorId: string): boolean {
    const index = this.#indexOf.get(id) ?? -1
    const ancestor = this.#indexOf.get(ancestorId) ?? -1
    return ancestor >= 0 && ancestor < index && index <= (this.#lastInside[ancestor] ?? -1)
  }
}

type LinkContext = { raw: RawProject; byId: Map<string, PlanTask>; diagnostics: Diagnostics }

function buildLink(link: RawLink, type: DependencyType, { raw, byId, diagnostics }: LinkContext): PlanDependency {
  const where = { uid: link.successorUid, field: 'lag' }
  const isElapsed = isElapsedUnit(link.lagFormat)
  let minutes = link.lag / 10
  if (isPercentUnit(link.lagFormat)) {
    const predecessorMinutes = byId.get(String(link.predecessorUid))?.source?.duration_minutes ?? 0
    minutes = (link.lag / 100) * predecessorMinutes
    diagnostics.warn('percent_lag', where, `lag of ${link.lag} % became ${plainNumber(minutes)} minutes`)
  }
  const minutesPerDay = isElapsed ? MINUTES_PER_ELAPSED_DAY : raw.header.minutesPerDay
  const exact = minutes / minutesPerDay
  const rounded = Math.max(-MAX_DURATION_DAYS, Math.min(MAX_DURATION_DAYS, roundAwayFromZero(exact)))
  if (rounded !== exact)
    diagnostics.warn('lag_rounded', where, `lag of ${plainNumber(exact)} days became ${rounded} whole days`)
  const lag = rounded - daysWithin(type, byId.get(String(link.successorUid)))
  if (lag !== rounded) {
    const text = 'a finish counts its whole day here: one day less of lag keeps the dates of the file'
    diagnostics.warn('start_to_finish_lag', where, text)
  }
  return {
    predecessor: String(link.predecessorUid),
    successor: String(link.successorUid),
    dep_type: type,
    // Rounding away from zero turns a small lead into -0, which is no number anybody wants to read.
    lag: lag === 0 ? 0 : lag,
    lag_unit: isElapsed ? 'elapsed' : 'working',
    source: { lag_minutes: minutes === 0 ? 0 : minutes, lag_format: link.lagFormat },
  }
}
