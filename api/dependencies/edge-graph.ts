import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { UuidIndex, uuidWords } from '../schedule/uuid-index.ts'

/** All live tasks and links (pending ones too) of some projects, as positions. */
export interface EdgeGraph {
  readonly tasks: UuidIndex
  /** -1 for none. */
  readonly parentIndex: Int32Array
  readonly predecessorIndex: Int32Array
  readonly successorIndex: Int32Array
}

interface GraphBytes {
  ids: Buffer | null
  parents: Buffer | null
  predecessors: Buffer | null
  successors: Buffer | null
}

/** Reads the graph in one row of bytes. `exceptId` leaves out the link that is about to change. */
export async function loadEdgeGraph(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  exceptId: string | null,
): Promise<EdgeGraph> {
  const bytes = await sqlOne<GraphBytes>(
    ctx,
    `select * from
       (select string_agg(uuid_send(id), '') as ids,
          string_agg(uuid_send(coalesce(parent_id, '00000000-0000-0000-0000-000000000000')), '') as parents
        from tasks where project_id = any($1::uuid[]) and not is_deleted) as t,
       (select string_agg(uuid_send(predecessor_id), '') as predecessors,
          string_agg(uuid_send(successor_id), '') as successors
        from dependencies where predecessor_project_id = any($1::uuid[]) and not is_deleted
          and ($2::uuid is null or id <> $2)) as d`,
    [projectIds, exceptId],
  )
  const tasks = new UuidIndex(uuidWords(bytes?.ids ?? null))
  const predecessors = uuidWords(bytes?.predecessors ?? null)
  const successors = uuidWords(bytes?.successors ?? null)
  return {
    tasks,
    parentIndex: positionsOf(tasks, uuidWords(bytes?.parents ?? null)),
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
