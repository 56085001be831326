import type { Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { projectsOfProgram } from '../programs/program.queries.ts'
import { notASample } from './sample.errors.ts'

/** The live projects of a sample program in id order, for locking; refused when one of them is real. */
export async function loadSampleProjects(ctx: Ctx<unknown>, programId: string): Promise<string[]> {
  const projects = await projectsOfProgram(ctx, programId)
  refuseUnless(projects.length > 0 && projects.every((project) => project.is_sample), notASample)
  return projects.map((project) => project.id)
}
