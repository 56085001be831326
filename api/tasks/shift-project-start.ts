import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { moveStartBack } from './project-facts.queries.ts'
import { projectStartShifted } from './task.events.ts'

/** A task planned before its project begins moves the project's start back to it. */
export async function shiftProjectStart(
  ctx: Ctx<unknown>,
  projectId: string,
  plannedStart: string | null,
): Promise<void> {
  if (plannedStart === null) return
  const hasMoved = await moveStartBack(ctx, projectId, plannedStart)
  if (hasMoved) emit(ctx, projectStartShifted, { projectId, payload: { id: projectId } })
}
