import { findCycle } from '../../compute/cpm/find-cycle.ts'
import type { Ctx } from '../platform/context.ts'
import { cyclicDependency, selfReference } from './dependency.errors.ts'
import { describeCycle } from './describe-cycle.ts'
import type { EdgeGraph } from './edge-graph.ts'
import { findReturnPath } from './find-return-path.ts'

export interface EdgePair {
  readonly predecessorId: string
  readonly successorId: string
}

/** Why one link of a set cannot stand. */
export interface RefusedEdge {
  readonly index: number
  readonly code: 'self_reference' | 'cyclic_dependency'
  /** Ids along the links, the first repeated at the end. */
  readonly offending: string[]
}

/**
 * The links of a set that would make the graph infeasible: those of a task to itself and those that lie on a cycle. The
 * rest can be written together. Ends that are no tasks of the graph are the caller's to refuse; they are passed over.
 */
export function findRefusedEdges(graph: EdgeGraph, added: readonly EdgePair[]): RefusedEdge[] {
  const refused: RefusedEdge[] = []
  const open = new Map<number, { from: number; to: number }>()
  added.forEach((edge, index) => {
    const from = graph.tasks.findText(edge.predecessorId)
    const to = graph.tasks.findText(edge.successorId)
    if (from === -1 || to === -1) return
    if (from === to) {
      const { predecessorId } = edge
      refused.push({ index, code: 'self_reference', offending: [predecessorId, predecessorId] })
    } else open.set(index, { from, to })
  })
  const [only] = open
  if (open.size === 1 && only) return [...refused, ...judgeOne(graph, only[0], only[1])]
  return [...refused, ...judgeSet(graph, open)].sort((left, right) => left.index - right.index)
}

/** Throws the refusal of the first link that cannot stand, worded with names. */
export async function checkEdges(ctx: Ctx<unknown>, graph: EdgeGraph, added: readonly EdgePair[]): Promise<void> {
  const [first] = findRefusedEdges(graph, added)
  if (!first) return
  const path = await describeCycle(ctx, first.offending)
  if (first.code === 'self_reference') throw selfReference(first.offending[0] as string, path.split(' → ')[0] as string)
  throw cyclicDependency(first.offending, path)
}

function judgeOne(graph: EdgeGraph, index: number, edge: { from: number; to: number }): RefusedEdge[] {
  const way = findReturnPath(graph, edge.from, edge.to)
  return way === null ? [] : [refusalOf(graph, index, [...way, way[0] as number])]
}

/**
 * Takes the links of the set off one cycle after another until none is left. A cycle that was stored before the set is
 * not the set's fault: its links are left out of the search.
 */
function judgeSet(graph: EdgeGraph, open: Map<number, { from: number; to: number }>): RefusedEdge[] {
  const refused: RefusedEdge[] = []
  let stored = Array.from(graph.predecessorIndex, (from, link) => ({ from, to: graph.successorIndex[link] as number }))
  for (;;) {
    const links = [...stored, ...open.values()]
    const cycle = findCycle({
      taskCount: graph.tasks.count,
      predecessorIndex: links.map((link) => link.from),
      successorIndex: links.map((link) => link.to),
      parentIndex: graph.parentIndex,
    })
    if (cycle === null) return refused
    const guilty = [...open].filter(([, edge]) => liesOn(graph, cycle, edge))
    for (const [index] of guilty) {
      open.delete(index)
      refused.push(refusalOf(graph, index, cycle))
    }
    if (guilty.length > 0) continue
    const storedCount = stored.length
    stored = stored.filter((edge) => !liesOn(graph, cycle, edge))
    if (stored.length === storedCount) throw new Error('a cycle of dependencies without a link on it')
  }
}

/** Whether some step of a cycle of leaves can be a step along this link, whose ends may be summaries around them. */
function liesOn(graph: EdgeGraph, cycle: readonly number[], edge: { from: number; to: number }): boolean {
  for (let step = 1; step < cycle.length; step++) {
    if (isWithin(graph, cycle[step - 1] as number, edge.from) && isWithin(graph, cycle[step] as number, edge.to))
      return true
  }
  return false
}

function isWithin(graph: EdgeGraph, task: number, around: number): boolean {
  for (let at = task; at !== -1; at = graph.parentIndex[at] as number) if (at === around) return true
  return false
}

function refusalOf(graph: EdgeGraph, index: number, cycle: readonly number[]): RefusedEdge {
  return { index, code: 'cyclic_dependency', offending: cycle.map((task) => graph.tasks.textAt(task)) }
}
