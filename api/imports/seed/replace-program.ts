import type { ProjectScope } from '../../access/project-scope.ts'
import { withScope } from '../../access/project-scope.ts'
import { issueWantedKey } from '../../keys/issue-key.ts'
import { Program } from '../../levels/program.entity.ts'
import type { Ctx } from '../../platform/context.ts'
import { lockProgramRow, touchProgram } from '../../programs/lock-program-row.ts'
import { emitProgram, programDeleted } from '../../programs/program.events.ts'
import { deleteProject } from '../../projects/lifecycle/delete-project.ts'
import { deleteProgramKeys, detachProjects } from './seed.queries.ts'

/**
 * The replaced program gives way: its projects go to the trash, each on its own, the program is deleted, and its key
 * goes to the new one. Memberships stay, so that offline clients of its members learn of the deletion.
 */
export async function replaceProgram(
  ctx: Ctx<unknown>,
  { oldId, newId, slug }: { oldId: string; newId: string; slug: string },
): Promise<void> {
  const old = await ctx.em.findOne(Program, { id: oldId })
  if (!old || old.is_deleted) return
  const program = await lockProgramRow(ctx, oldId, { whenClosed: 'allowed' })
  const projects = await detachProjects(ctx, oldId)
  // In the order in which everybody locks projects.
  for (const { id, code, is_archived } of projects.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const scope: ProjectScope = {
      kind: 'project',
      projectId: id,
      programId: null,
      code,
      role: null,
      isArchived: is_archived,
      isReadOnly: false,
    }
    await deleteProject(withScope(ctx, scope), { isForced: false })
  }
  program.is_deleted = true
  touchProgram(ctx, program)
  emitProgram(ctx, programDeleted, oldId)
  await ctx.em.flush()
  if (program.code.toLowerCase() === slug.toLowerCase()) await passKey(ctx, newId, slug)
}

/** References by the key lead to the program that stands there now. */
async function passKey(ctx: Ctx<unknown>, programId: string, slug: string): Promise<void> {
  const successor = await lockProgramRow(ctx, programId)
  await deleteProgramKeys(ctx, slug, programId)
  successor.code = await issueWantedKey(ctx, { kind: 'program', objectId: programId, wanted: slug })
  touchProgram(ctx, successor)
  await ctx.em.flush()
}
