import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { projectStartShifted, tasksBulkMutated, taskTouched } from '../task.events.ts'

/** Takes the frames of single rows back out: one frame speaks for the batch. Returns the rows they were about. */
export function takeTouched(ctx: Ctx<ProjectScope>): string[] {
  const frames = ctx.events.filter((event) => event.socket === taskTouched.socket)
  const hasShifted = ctx.events.some((event) => event.socket === projectStartShifted.socket)
  ctx.events.length = 0
  if (hasShifted) {
    const { projectId } = ctx.scope
    emit(ctx, projectStartShifted, { projectId, payload: { id: projectId } })
  }
  return frames.map((frame) => (frame.payload as { id: string }).id)
}

/** One frame and one computation for all rows that a batch changed, and those that changed with them. */
export function announceBatch(ctx: Ctx<ProjectScope>, changed: readonly string[], touched: readonly string[]): void {
  if (changed.length === 0) return
  const { projectId } = ctx.scope
  emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: [...new Set([...changed, ...touched])] } })
  requestRecompute(ctx, projectId)
}
