import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { tasksReordered } from '../../tasks/task.events.ts'
import type { TaskScope } from '../../tasks/task-scope.ts'
import { listColumn, saveRanks } from './product-backlog.queries.ts'

/** As in the queue: room for a card between two. */
const STEP = 10
/** Columns of PostgreSQL's `integer`. */
const HIGHEST = 2_147_483_647

export const placeCardBody = z.object({
  before_id: wireId.optional(),
  after_id: wireId.optional(),
  to_end: z.boolean().optional(),
})
type Place = z.output<typeof placeCardBody>

const ranked = { id: z.guid(), priority_rank: z.int() }
export const placedCardReply = z
  .object({ ...ranked, renormalized: z.array(z.object(ranked)).describe('other cards whose rank had to change') })
  .meta({ id: 'PlacedCard' })

interface Card {
  readonly id: string
  readonly priority_rank: number | null
}

/** Puts a task before or behind another of its column of the board, or at the end of it. */
export async function placeCard(ctx: Ctx<TaskScope>, place: Place) {
  const { projectId, taskId: id } = ctx.scope
  await lockProject(ctx, projectId)
  const column = await listColumn(ctx, id)
  const others = column.filter((card) => card.id !== id)
  const at = placeIn(others, place)
  const there = column[at]
  if (there?.id === id && there.priority_rank !== null) return { ...there, renormalized: [] }
  const rank = rankAt(others, at)
  const order = others.toSpliced(at, 0, { id, priority_rank: rank })
  const placed =
    rank === null ? order.map((card, index) => ({ ...card, priority_rank: (index + 1) * STEP })) : [order[at]]
  const before = new Map(column.map((card) => [card.id, card.priority_rank]))
  const changed = placed.filter(
    (card): card is Ranked => card !== undefined && before.get(card.id) !== card.priority_rank,
  )
  const saved = await saveRanks(ctx, changed)
  if (saved > 0) emit(ctx, tasksReordered, { projectId, payload: { project_id: projectId } })
  const own = placed.find((card) => card?.id === id) as Ranked
  return { id, priority_rank: own.priority_rank, renormalized: changed.filter((card) => card.id !== id) }
}

interface Ranked extends Card {
  readonly priority_rank: number
}

function placeIn(others: readonly Card[], { before_id, after_id, to_end }: Place): number {
  const named = [before_id, after_id, to_end || undefined].filter((one) => one !== undefined)
  refuseUnless(named.length === 1, () => new Refusal(400, 'Send one of before_id, after_id and to_end: true.'))
  if (to_end) return others.length
  const found = others.findIndex((card) => card.id === (before_id ?? after_id))
  refuseUnless(found !== -1, () => new Refusal(400, 'The other task is none of the same column.'))
  return after_id === undefined ? found : found + 1
}

/** A rank between the neighbours; null where there is no room, or where those before have none to come after. */
function rankAt(others: readonly Card[], at: number): number | null {
  const [before, after] = [others[at - 1], others[at]]
  if (before !== undefined && before.priority_rank === null) return null
  const low = before?.priority_rank ?? 0
  if (after === undefined || after.priority_rank === null) return low + STEP > HIGHEST ? null : low + STEP
  const middle = Math.floor((low + after.priority_rank) / 2)
  return middle > low && middle < after.priority_rank ? middle : null
}
