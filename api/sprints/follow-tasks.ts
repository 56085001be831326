// What sprints do about writes of tasks, whichever door they came through: every row that a transaction wrote carries its
// sync cursor, so one look before the commit finds them all.

import { actorId, type Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { heldCursor } from '../projects/project-lock.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { emitTouched } from '../tasks/task.events.ts'
import { saveBurnSnapshot } from './burndown/burndown.queries.ts'
import { announceRollups } from './milestone/milestone.events.ts'
import {
  dropLeavers,
  enterNewcomers,
  findNewcomers,
  findTouchedSprints,
  flagPending,
  type Newcomer,
} from './scope/newcomer.queries.ts'
import { insertScopeChanges } from './scope/scope-change.queries.ts'

/** Tasks put into the active sprint wait to be accepted. Harmless when there are none and when it has been done. */
export async function admitNewcomers(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  const syncSeq = heldCursor(ctx, projectId)
  if (syncSeq === null) return
  for (const id of await dropLeavers(ctx, projectId, syncSeq)) leftSprints(ctx, projectId).add(id)
  const newcomers = await findNewcomers(ctx, projectId, syncSeq)
  const [first] = newcomers
  if (!first) return
  await insertScopeChanges(
    ctx,
    newcomers.map((task) => changeOf(ctx, task)),
  )
  await enterNewcomers(
    ctx,
    first.sprint_id,
    newcomers.map((task) => task.id),
  )
  const added = newcomers.filter((task) => !task.is_subtask).map((task) => task.id)
  if (added.length > 0) emitTouched(ctx, projectId, await flagPending(ctx, added, syncSeq), ['sprint_pending'])
}

function changeOf(ctx: Ctx<unknown>, { name, holder_id, sprint_id, is_subtask, goal_impact }: Newcomer) {
  const added = { added_by_id: actorId(ctx), added_at: ctx.services.clock.now() }
  return { id: newId(), sprint_id, task_id: holder_id, item_name: name, is_subtask, goal_impact, ...added }
}

/** Before the commit: newcomers, what the active sprint has left today, and how far milestones are. */
export async function followTasks(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  const syncSeq = heldCursor(ctx, projectId)
  if (syncSeq === null) return
  await admitNewcomers(ctx, projectId)
  const touched = await findTouchedSprints(ctx, projectId, syncSeq, [...leftSprints(ctx, projectId)])
  const active = touched.find((sprint) => sprint.state === 'ACTIVE')
  if (active) await saveBurnSnapshot(ctx, active.id, await todayOf(ctx, projectId))
  await announceRollups(
    ctx,
    projectId,
    touched.map((sprint) => sprint.target_milestone_id),
  )
}

/** Sprints that tasks have left in this transaction. */
function leftSprints(ctx: Ctx<unknown>, projectId: string): Set<string> {
  const key = `left-sprints:${projectId}`
  const known = (ctx.memo.get(key) as Set<string> | undefined) ?? new Set<string>()
  ctx.memo.set(key, known)
  return known
}

/** The day it is where the project stands. */
export async function todayOf(ctx: Ctx<unknown>, projectId: string): Promise<string> {
  return ctx.services.clock.today((await loadProjectFacts(ctx, projectId)).timezone)
}
