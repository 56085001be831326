import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, Refusal, refuseUnless } from '../../platform/errors.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { prioritizationScore } from '../../tasks/reading/prioritization-score.ts'
import { findBacklogFacts, findQueued, listStories, rankedBy, saveRanks } from './product-backlog.queries.ts'
import type { RankedRow } from './product-backlog.schema.ts'

const backlogReranked = defineEvent<{ project_id: string }>({ socket: 'backlog_reranked' })
const queueReordered = defineEvent<{ project_id: string }>({ socket: 'queue_reordered' })

/** Ranks of the queue leave room, so that clients may place a single task between two. */
const QUEUE_STEP = 10
const QUEUED = new Set(['NOT_STARTED', 'IN_PROGRESS', 'REVIEW'])

/** Puts the stories of the backlog into the order sent: all of them, as the caller has seen them. */
export async function reorderBacklog(ctx: Ctx<ProjectScope>, sent: readonly RankedRow[]) {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const stories = await listStories(ctx, projectId)
  const conflicts = [...staleOf(sent, stories), ...missingOf(sent, stories)]
  const isWhole = conflicts.length === 0 && sent.length === stories.length
  refuseUnless(isWhole, () => changedSince('The backlog', conflicts))
  return { updated: await rank(ctx, ids(sent)) }
}

/** Ranks the stories by their scores, the highest first. Those without one stay behind, in the order they had. */
export async function rankBacklogByScore(ctx: Ctx<ProjectScope>) {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const { prioritization_model: model } = await findBacklogFacts(ctx, projectId)
  const scored = (await listStories(ctx, projectId)).map(({ id, ...story }) => ({
    id,
    score: prioritizationScore(story, model) ?? Number.NEGATIVE_INFINITY,
  }))
  scored.sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
  return { reranked: await rank(ctx, ids(scored)), model }
}

async function rank(ctx: Ctx<ProjectScope>, order: readonly string[]): Promise<number> {
  const { projectId } = ctx.scope
  const updated = await saveRanks(ctx, rankedBy(1, order))
  if (updated > 0) emit(ctx, backlogReranked, { projectId, payload: { project_id: projectId } })
  return updated
}

/** Puts some of the work that is planned or under way into an order. */
export async function reorderQueue(ctx: Ctx<ProjectScope>, sent: readonly RankedRow[]) {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const stored = await findQueued(ctx, ids(sent))
  const queued = stored.filter((task) => QUEUED.has(task.status) && !task.has_children)
  refuseUnless(queued.length === sent.length, () =>
    fieldError(
      'tasks',
      'Only tasks of the project that are not done, have no tasks below them and have left the backlog.',
    ),
  )
  const conflicts = staleOf(sent, stored)
  refuseUnless(conflicts.length === 0, () => changedSince('The queue', conflicts))
  const updated = await saveRanks(ctx, rankedBy(QUEUE_STEP, ids(sent)))
  if (updated > 0) emit(ctx, queueReordered, { projectId, payload: { project_id: projectId } })
  return { updated }
}

interface Versioned {
  readonly id: string
  readonly server_version: number
}

const ids = (rows: readonly { readonly id: string }[]) => rows.map((row) => row.id)

/** Rows that were named in another version than they have; of rows that are not here nothing is said. */
function staleOf(sent: readonly Versioned[], stored: readonly Versioned[]): string[] {
  const versions = new Map(stored.map((row) => [row.id, row.server_version]))
  return ids(sent.filter((row) => (versions.get(row.id) ?? row.server_version) !== row.server_version))
}

function missingOf(sent: readonly Versioned[], stored: readonly Versioned[]): string[] {
  const named = new Set(ids(sent))
  return ids(stored).filter((id) => !named.has(id))
}

function changedSince(what: string, conflicts: readonly string[]): Refusal {
  return new Refusal(409, `${what} has changed since it was read.`, { extra: { conflicts } })
}
