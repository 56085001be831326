import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { sprintReranked } from '../sprint.events.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { holdSprint } from '../write-sprint.ts'
import { findRankedTasks, saveSprintRanks } from './ranking.queries.ts'

const MAX_TASKS = 2000

export const rankBody = z.object({
  tasks: z
    .array(z.object({ id: wireId, server_version: z.int().min(0).max(2_147_483_647) }))
    .min(1, 'Name the tasks in their order')
    .max(MAX_TASKS)
    .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, 'Name each task once'),
})
export const rankReply = z.object({ updated: z.int() })

/** Puts the tasks of an active sprint into the order sent: all of them, as the caller has seen them. */
export async function rankSprint(ctx: Ctx<SprintScope>, sent: z.output<typeof rankBody>['tasks']) {
  const { projectId, sprintId } = ctx.scope
  const sprint = await holdSprint(ctx)
  refuseUnless(sprint.state === 'ACTIVE', () => new Refusal(400, 'Only the tasks of an active sprint are ranked.'))
  const stored = new Map((await findRankedTasks(ctx, sprintId)).map((task) => [task.id, task]))
  const known = sent.filter(({ id, server_version }) => stored.get(id)?.server_version === server_version)
  const isWhole = known.length === sent.length && sent.length === stored.size
  refuseUnless(isWhole, () => stale(sent, stored))
  const ids = sent.map((task) => task.id)
  const isMoved = ids.some((id, index) => stored.get(id)?.sprint_rank !== index + 1)
  if (!isMoved) return { updated: 0 }
  const updated = await saveSprintRanks(ctx, ids, await lockProject(ctx, projectId))
  emit(ctx, sprintReranked, { projectId, payload: { project_id: projectId, sprint_id: sprintId } })
  return { updated }
}

/** Tells which tasks of the sprint were named in another version or not at all; of others nothing is said. */
function stale(
  sent: readonly { id: string; server_version: number }[],
  stored: ReadonlyMap<string, { server_version: number }>,
): Refusal {
  const named = new Set(sent.map((task) => task.id))
  const changed = sent.filter(
    ({ id, server_version }) => (stored.get(id)?.server_version ?? server_version) !== server_version,
  )
  const conflicts = [...changed.map((task) => task.id), ...[...stored.keys()].filter((id) => !named.has(id))]
  return new Refusal(409, 'The sprint has changed since it was read.', { extra: { conflicts } })
}
