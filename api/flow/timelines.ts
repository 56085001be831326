import { TASK_STATUSES, type TaskStatus } from '../../compute/plan/task-status.ts'
import { float64s, int32s } from '../platform/db/column-bytes.ts'
import { UuidIndex, uuidWords } from '../platform/db/uuid-index.ts'
import { type PackedWork, STATUS_BITS, WORK_FLAG } from './work.queries.ts'
import type { ZoneDays } from './zone-days.ts'

/** A save of a task that moved it from one status to another. Days are those of the project's time zone. */
export interface Move {
  readonly at_ms: number
  readonly day: number
  readonly before: TaskStatus
  readonly after: TaskStatus
}

/** A task with its moves, oldest first, and the status it was made with. */
export interface Timeline {
  readonly status: TaskStatus
  readonly firstStatus: TaskStatus
  readonly moves: readonly Move[]
  readonly createdMs: number
  readonly createdDay: number
  readonly deletedDay: number | null
  readonly finishDay: number | null
  readonly points: number | null
}

export interface Work {
  readonly timelines: readonly Timeline[]
  /** Where the timeline of an id stands; -1 for a phase. */
  placeOf(id: string): number
  idAt(place: number): string
}

export const NO_WORK: Work = { timelines: [], placeOf: () => -1, idAt: () => '' }

/** A task is as old as the first that is known of it: an imported one may have been moved before it was stored here. */
export function unpackWork(packed: PackedWork | undefined, days: ZoneDays): Work {
  if (!packed?.ids) return NO_WORK
  const index = new UuidIndex(uuidWords(packed.ids))
  const moves = movesOf(packed, index, days)
  const [created, points, deleted] = [packed.created, packed.points, packed.deleted].map(float64s) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const finishes = int32s(packed.finishes)
  let [nextDeleted, nextFinish] = [0, 0]
  const timelines = Array.from(int32s(packed.words), (word, place): Timeline => {
    const own = moves[place] as Move[]
    const createdMs = Math.min((created[place] as number) * 1000, own[0]?.at_ms ?? Number.POSITIVE_INFINITY)
    const pointed = points[place] as number
    const status = statusOf(word)
    return {
      status,
      firstStatus: own[0]?.before ?? status,
      moves: own,
      createdMs,
      createdDay: days.dayOf(createdMs),
      deletedDay: word & WORK_FLAG.deleted ? days.dayOf((deleted[nextDeleted++] as number) * 1000) : null,
      finishDay: word & WORK_FLAG.finished ? (finishes[nextFinish++] as number) : null,
      points: Number.isNaN(pointed) ? null : pointed,
    }
  })
  return { timelines, placeOf: (id) => index.findText(id), idAt: (place) => index.textAt(place) }
}

/** Moves of each task, in the order in which they were saved. */
function movesOf(packed: PackedWork, index: UuidIndex, days: ZoneDays): Move[][] {
  const moves: Move[][] = Array.from({ length: index.count }, () => [])
  const moved = uuidWords(packed.moved_ids)
  const seconds = float64s(packed.moved)
  for (const [at, word] of int32s(packed.moves).entries()) {
    const at_ms = (seconds[at] as number) * 1000
    moves[index.find(moved, at)]?.push({
      at_ms,
      day: days.dayOf(at_ms),
      before: statusOf(word),
      after: statusOf(word >> STATUS_BITS),
    })
  }
  return moves
}

function statusOf(word: number): TaskStatus {
  return TASK_STATUSES[word & ((1 << STATUS_BITS) - 1)] as TaskStatus
}
