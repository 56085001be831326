import type { ProgramScope } from '../../access/program-scope.ts'
import type { AllocationRow } from '../../people/capacity/allocation.queries.ts'
import { findAllocations, presentAllocated, presentPerson } from '../../people/capacity/allocation.ts'
import type { AllocationQuery } from '../../people/capacity/capacity.schema.ts'
import type { Ctx } from '../../platform/context.ts'
import { findMemberProjects } from './figures.queries.ts'

/**
 * Who works for which projects of a program, whatever the reader is in them: seeing who is wanted by several is what it is
 * for. Capacities are those of the catalogue, because a person's time is one across projects.
 */
export async function readContention(ctx: Ctx<ProgramScope>, query: AllocationQuery): Promise<object> {
  const projects = await findMemberProjects(ctx, ctx.scope.programId)
  const { people, ...found } = await findAllocations(
    ctx,
    projects.map((project) => project.id),
    query,
  )
  const nameOf = new Map(projects.map((project) => [project.id, project.name]))
  const placeOf = new Map(projects.map((project, place) => [project.id, place]))
  const place = (task: AllocationRow) => placeOf.get(task.project_id) as number
  return {
    program_id: ctx.scope.programId,
    ...found,
    resources: people.map(({ person, tasks, email }) => ({
      ...presentPerson(person, email),
      tasks: [...tasks]
        .sort((a, b) => place(a) - place(b))
        .map((task) => ({
          ...presentAllocated(task),
          project_id: task.project_id,
          project_name: nameOf.get(task.project_id) as string,
        })),
    })),
  }
}
