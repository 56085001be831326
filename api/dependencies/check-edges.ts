import type { Ctx } from '../platform/context.ts'
import { cyclicDependency, selfReference } from './dependency.errors.ts'
import { describeCycle } from './describe-cycle.ts'
import type { EdgeGraph } from './edge-graph.ts'
import { type EdgeEnds, edgeNetwork, exitOf } from './edge-network.ts'
import { findReturnPath } from './find-return-path.ts'
import { strongComponents } from './strong-components.ts'

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
  const open = new Map<number, EdgeEnds>()
  added.forEach((edge, index) => {
    const from = graph.tasks.findText(edge.predecessorId)
    const to = graph.tasks.findText(edge.successorId)
    if (from === -1 || to === -1) return
    if (from === to) {
      const { predecessorId } = edge
      refused.push({ index, code: 'self_reference', offending: [predecessorId, predecessorId] })
    } else open.set(index, { from, to })
  })
  return [...refused, ...findCyclic(graph, open)].sort((left, right) => left.index - right.index)
}

/** Throws the refusal of the first link that cannot stand, worded with names. */
export async function checkEdges(ctx: Ctx<unknown>, graph: EdgeGraph, added: readonly EdgePair[]): Promise<void> {
  const [first] = findRefusedEdges(graph, added)
  if (!first) return
  const path = await describeCycle(ctx, first.offending)
  if (first.code === 'self_reference') throw selfReference(first.offending[0] as string, path.split(' → ')[0] as string)
  throw cyclicDependency(first.offending, path)
}

/**
 * A link lies on a cycle exactly when its ends reach each other. For one link a search back from its successor tells;
 * for a set the strong components of all links together tell for each at once.
 */
function findCyclic(graph: EdgeGraph, open: ReadonlyMap<number, EdgeEnds>): RefusedEdge[] {
  if (open.size === 0) return []
  const network = edgeNetwork(graph, open.size === 1 ? [] : [...open.values()])
  const component = open.size === 1 ? null : strongComponents(network)
  return [...open].flatMap(([index, { from, to }]): RefusedEdge[] => {
    if (component && component[exitOf(network, from)] !== component[to]) return []
    const way = findReturnPath(network, from, to)
    if (way === null) return []
    const offending = [...way, way[0] as number].map((task) => graph.tasks.textAt(task))
    return [{ index, code: 'cyclic_dependency', offending }]
  })
}
