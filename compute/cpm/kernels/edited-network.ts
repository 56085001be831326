import * as layout from '../../wasm/layout.ts'
import type { NodeQueue } from '../node-queue.ts'
import type { NodeLinks } from '../successors.ts'
import type { ResidentNetwork } from './workday-network.ts'

/** Words of the facts of an edited network, as `layout.ts` has them. */
export const EDIT_FACT = {
  finish: layout.EDIT_FINISH / 4,
  oldFinish: layout.EDIT_OLD_FINISH / 4,
  mayEndEarlier: layout.EDIT_MAY_END_EARLIER / 4,
  isBefore: layout.EDIT_IS_BEFORE / 4,
  /** Of several calendars: the last day of the project before. */
  finishDay: layout.EDIT_FINISH_DAY / 4,
  touchedCount: layout.EDIT_TOUCHED_COUNT / 4,
  aheadEnds: layout.EDIT_AHEAD_ENDS / 4,
  backEnds: layout.EDIT_BACK_ENDS / 4,
  words: layout.EDIT_HEADER_BYTES / 4,
} as const

/** A network of working days where a kernel keeps it and follows what an edit reaches, node by node. All of its nodes have states. */
export interface EditedNetwork {
  resident: ResidentNetwork
  successors: NodeLinks
  facts: Int32Array
  /** Nodes whose early start is to be found again, and whose late and next start and driving links are. */
  ahead: NodeQueue
  back: NodeQueue
  /** Nodes that the edit reached, and 1 for each of them; room for one more. */
  touched: Int32Array
  isTouched: Uint8Array
  /** Takes over what an edge adds to the start of its source. */
  weigh(edge: number, target: number, weight: number): void
  /** Early starts as far as they change; -1, or the node where more than so many would be met, which leaves others in the queue. */
  moveAhead(most: number): number
  /** Late and next starts and driving links as far as late starts change; returns the same. */
  moveBack(most: number): number
  /** Early starts of a node and all behind it; returns the latest end of those. Next starts and driving links are behind then. */
  sweepAhead(from: number): number
  /** Late starts of a node and all before it; next starts and driving links are behind then. */
  sweepBack(from: number): void
  /** Brings next starts and driving links of all nodes up to date. */
  findNext(): void
  /** Has all nodes met back whose late start need not stay where it is beside the finish: by a latest start or another calendar. Returns how many. */
  addCapped(): number
  /** Has the next sweep see an edge that crosses over and changed. */
  updateCrossing(edge: number): void
  /** The latest end of the first so many nodes, of which none has another calendar. */
  latestEnd(count: number): number
  /** Where the project ends now, of several calendars, which the crossings then know. */
  findFinish(): number
  /** The least late start from the first day of its calendar, as it counts from the finish. */
  leastLate(): number
  /** Brings the rows of the nodes that were touched up to date. */
  writeTouched(): void
}

/** Notes that an edit reached a node. */
export function touch({ facts, touched, isTouched }: EditedNetwork, node: number): void {
  if (isTouched[node] === 1) return
  isTouched[node] = 1
  touched[facts[EDIT_FACT.touchedCount]++] = node
}
