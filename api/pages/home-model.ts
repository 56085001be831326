import type { PlanCalendar } from '../../compute/plan/plan-document.ts'
import type { GanttLink, GanttRow } from '../pictures/gantt-frame.ts'
import type { KeptForecast } from '../schedule/monte-carlo/monte-carlo.queries.ts'

/** What the start page shows of a sample. Every name in it comes from the bundled file, never from the database. */
export interface HomeModel {
  readonly title: string
  readonly description: string
  readonly projects: readonly HomeProject[]
  readonly crossLinks: readonly CrossLink[]
  /** Whether a forecast could not be made now, and can be a moment later. */
  readonly isPartial: boolean
}

export interface HomeProject {
  readonly name: string
  readonly description: string
  readonly rows: readonly HomeRow[]
  readonly links: readonly GanttLink[]
  readonly calendar: PlanCalendar
  readonly dataDate: string | null
  readonly isComputed: boolean
  /** Whether it waits for tasks of other projects, which are in its dates and not in its own simulation. */
  readonly waitsForOthers: boolean
  readonly forecast: HomeForecast | null
}

export interface HomeForecast extends Omit<KeptForecast, 'takenAt'> {
  /** Whether the runs are of the whole program. */
  readonly isOfProgram: boolean
}

export interface HomeRow extends GanttRow {
  readonly duration: number
  readonly totalFloat: number | null
}

/** A link between two projects, in words. */
export interface CrossLink {
  readonly predecessor: string
  readonly successor: string
  readonly type: string
}

export interface ProjectFacts {
  readonly start: string | null
  readonly finish: string | null
  readonly leafCount: number
  readonly doneCount: number
  readonly criticalCount: number
  /** Of the leaves still to do; null when there is none, or no schedule. */
  readonly leastFloat: number | null
}

/** The figures of one project over its leaves. */
export function factsOf(project: HomeProject): ProjectFacts {
  const leaves = project.rows.filter((row) => !row.isSummary)
  const starts = leaves.flatMap((row) => row.start ?? [])
  const open = leaves.filter((row) => row.percentComplete < 100)
  const floats = open.flatMap((row) => row.totalFloat ?? [])
  const finishes = leaves.flatMap((row) => row.finish ?? [])
  return {
    start: starts.sort()[0] ?? null,
    finish: finishes.sort().at(-1) ?? null,
    leafCount: leaves.length,
    doneCount: leaves.filter((row) => row.percentComplete >= 100).length,
    criticalCount: open.filter((row) => row.isCritical).length,
    leastFloat: floats.length === 0 ? null : Math.min(...floats),
  }
}

interface TreeRow {
  readonly id: string
  readonly parentId: string | null
  readonly duration: number
  readonly percentComplete: number
}

/** Progress of summaries: their leaves weighed by duration. A milestone weighs as little as it takes to count. */
export function rollUpProgress(rows: readonly TreeRow[]): Map<string, number> {
  const parents = new Set(rows.map((row) => row.parentId))
  const parentOf = new Map(rows.map((row) => [row.id, row.parentId]))
  const weights = new Map<string, { done: number; all: number }>()
  for (const row of rows) {
    if (parents.has(row.id)) continue
    const weight = Math.max(row.duration, 0.01)
    for (let above = row.parentId; above !== null; above = parentOf.get(above) ?? null) {
      const sum = weights.get(above) ?? { done: 0, all: 0 }
      weights.set(above, { done: sum.done + weight * row.percentComplete, all: sum.all + weight })
    }
  }
  return new Map([...weights].map(([id, sum]) => [id, sum.done / sum.all]))
}
