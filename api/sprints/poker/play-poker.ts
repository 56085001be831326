import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { fieldError, Refusal, refuseUnless } from '../../platform/errors.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { estimateTask } from '../../tasks/writing/team-decisions.ts'
import { followTasks } from '../follow-tasks.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { holdSprint } from '../write-sprint.ts'
import type { PokerState } from './poker.entity.ts'
import {
  findEstimable,
  findRound,
  insertRound,
  lockRound,
  type RoundRow,
  saveRound,
  saveVote,
} from './poker.queries.ts'
import { noSuchRound, type PokerScope } from './poker.scope.ts'

const pokerUpdated = defineEvent<{ id: string; task_id: string; state: PokerState }>({
  socket: 'poker_session_updated',
})

/** Opens a round on a task of a sprint that is being planned, or of none. */
export async function openRound(ctx: Ctx<SprintScope>, taskId: string) {
  const sprint = await holdSprint(ctx)
  refuseUnless(sprint.state === 'PLANNED', () => {
    return new Refusal(409, 'Tasks are estimated while their sprint is planned.', { code: 'sprint_not_planned' })
  })
  const task = await findEstimable(ctx, taskId)
  refuseUnless(task, noSuchRound)
  refuseUnless(task.sprint_id === null || task.sprint_id === sprint.id, () =>
    fieldError('task', 'The task is in another sprint.'),
  )
  const id = await insertRound(ctx, sprint.id, taskId)
  refuseUnless(id, () => new Refusal(409, 'The task is being estimated already.', { code: 'already_live' }))
  tell(ctx, { id, task_id: taskId, state: 'open' })
  return load(ctx, id)
}

/** Lays the caller's card, face down. Others may lay theirs at the same time. */
export async function vote(ctx: Ctx<PokerScope>, sent: { value: number | null; comment?: string | undefined }) {
  const round = await hold(ctx, 'share')
  refuseUnless(round.state === 'open', notOpen)
  await saveVote(ctx, round.id, { value: sent.value, comment: sent.comment ?? '' })
  tell(ctx, round)
  return load(ctx, round.id)
}

export async function reveal(ctx: Ctx<PokerScope>) {
  const round = await hold(ctx)
  refuseUnless(round.state === 'open', notOpen)
  return move(ctx, round, 'revealed')
}

/** Hides the cards again, which stay laid. */
export async function reopen(ctx: Ctx<PokerScope>) {
  const round = await hold(ctx)
  refuseUnless(round.state === 'revealed', () => {
    return new Refusal(409, 'The cards of this round are not revealed.', { code: 'not_revealed' })
  })
  return move(ctx, round, 'open')
}

/** Ends the round with the points of its task. Whoever runs the sprint writes them, whosever the task is. */
export async function commitRound(ctx: Ctx<PokerScope>, points: number) {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const round = await hold(ctx)
  refuseUnless(isLive(round.state), notLive)
  await saveRound(ctx, round.id, { committed_points: points })
  await estimateTask(ctx, round.task_id, points)
  await followTasks(ctx, projectId)
  return move(ctx, round, 'committed')
}

export async function cancelRound(ctx: Ctx<PokerScope>) {
  const round = await hold(ctx)
  refuseUnless(isLive(round.state), notLive)
  return move(ctx, round, 'cancelled')
}

type Held = NonNullable<Awaited<ReturnType<typeof lockRound>>>

async function hold(ctx: Ctx<PokerScope>, how: 'share' | 'alone' = 'alone'): Promise<Held> {
  const round = await lockRound(ctx, ctx.scope.roundId, how)
  refuseUnless(round, noSuchRound)
  return round
}

async function move(ctx: Ctx<PokerScope>, round: Held, state: PokerState) {
  await saveRound(ctx, round.id, { state, ...(isLive(state) ? {} : { closed_at: ctx.services.clock.now() }) })
  tell(ctx, { ...round, state })
  return load(ctx, round.id)
}

const isLive = (state: PokerState) => state === 'open' || state === 'revealed'
const notOpen = () => new Refusal(409, 'The round is not open.', { code: 'not_open' })
const notLive = () => new Refusal(409, 'The round has ended.', { code: 'not_live' })

/** What happened and never a card: clients read the round anew. */
function tell(ctx: Ctx<SprintScope>, { id, task_id, state }: { id: string; task_id: string; state: PokerState }): void {
  emit(ctx, pokerUpdated, { projectId: ctx.scope.projectId, payload: { id, task_id, state } })
}

async function load(ctx: Ctx<unknown>, id: string) {
  const row = await findRound(ctx, id)
  refuseUnless(row, noSuchRound)
  return presentRound(row)
}

export function presentRound(row: RoundRow) {
  return {
    id: row.id,
    task: { id: row.task_id, short_id: row.short_id, name: row.task_name },
    state: row.state,
    committed_points: row.committed_points,
    started_by: row.started_by,
    started_at: instantText(row.started_at),
    my_vote: row.my_vote,
    vote_count: row.vote_count,
    participant_count: row.participant_count,
    votes: row.votes,
  }
}
