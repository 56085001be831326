import type { ProgramScope } from '../access/program-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { lockProjectRow, touchProject } from '../projects/lock-project-row.ts'
import { emitProject, projectUpdated } from '../projects/project.events.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { lockProgramRow, touchProgram } from './lock-program-row.ts'
import { emitProgram, programDeleted } from './program.events.ts'
import { deleteMembersOfProgram, projectsOfProgram } from './program.queries.ts'

/** Soft-deletes the program and its memberships; its projects survive without it. */
export async function deleteProgram(ctx: Ctx<ProgramScope>): Promise<void> {
  const { programId } = ctx.scope
  const program = await lockProgramRow(ctx, programId, { whenClosed: 'allowed' })
  await detachProjects(ctx, programId, program.calendar_id ?? null)
  await deleteMembersOfProgram(ctx, programId)
  program.is_deleted = true
  touchProgram(ctx, program)
  await ctx.em.flush()
  emitProgram(ctx, programDeleted, programId)
}

/** One save a project, in id order. Those that took the program's calendar are computed again. */
async function detachProjects(ctx: Ctx<unknown>, programId: string, calendarId: string | null): Promise<void> {
  for (const { id } of await projectsOfProgram(ctx, programId)) {
    const locked = await lockProjectRow(ctx, id, { whenArchived: 'allowed' })
    locked.project.program_id = null
    touchProject(ctx, locked)
    emitProject(ctx, projectUpdated, id)
    if (calendarId !== null && !locked.project.calendar_id) requestRecompute(ctx, id)
  }
  await ctx.em.flush()
}
