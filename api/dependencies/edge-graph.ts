import type { Ctx } from '../platform/context.ts'
import { UuidIndex, uuidWords } from '../platform/db/uuid-index.ts'
import { loadGraphBytes } from './edge.queries.ts'

/** All live tasks and links (pending ones too) of some projects, as positions. */
export interface EdgeGraph {
  readonly tasks: UuidIndex
  /** -1 for none. */
  readonly parentIndex: Int32Array
  readonly predecessorIndex: Int32Array
  readonly successorIndex: Int32Array
}

/** Reads the graph in one row of bytes. `exceptId` leaves out the link that is about to change. */
export async function loadEdgeGraph(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  exceptId: string | null,
): Promise<EdgeGraph> {
  const bytes = await loadGraphBytes(ctx, projectIds, exceptId)
  const tasks = new UuidIndex(uuidWords(bytes.ids))
  const predecessors = uuidWords(bytes.predecessors)
  const successors = uuidWords(bytes.successors)
  return {
    tasks,
    parentIndex: positionsOf(tasks, uuidWords(bytes.parents)),
    ...knownPairs(positionsOf(tasks, predecessors), positionsOf(tasks, successors)),
  }
}

function positionsOf(tasks: UuidIndex, words: Int32Array): Int32Array {
  const positions = new Int32Array(words.length / 4)
  for (let at = 0; at < positions.length; at++) positions[at] = tasks.find(words, at)
  return positions
}

/** Drops links with an end outside the graph: to a project that left the program, for example. */
function knownPairs(predecessorIndex: Int32Array, successorIndex: Int32Array) {
  if (!predecessorIndex.includes(-1) && !successorIndex.includes(-1)) return { predecessorIndex, successorIndex }
  const isKnown = (_: number, link: number) => predecessorIndex[link] !== -1 && successorIndex[link] !== -1
  return { predecessorIndex: predecessorIndex.filter(isKnown), successorIndex: successorIndex.filter(isKnown) }
}
