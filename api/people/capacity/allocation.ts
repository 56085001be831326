import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { isMe, loadViewer } from '../resources/viewer.ts'
import {
  type AllocatedPerson,
  type AllocationRow,
  countAllocations,
  loadAllocations,
  loadOverrides,
} from './allocation.queries.ts'
import { findSchedulePeriod } from './capacity.queries.ts'
import type { AllocationQuery } from './capacity.schema.ts'
import { lookAtAll, presentWindow } from './capacity-window.ts'

/** What people are assigned to in some projects. */
export interface Allocations {
  readonly window_start: string
  readonly window_end: string
  readonly people: readonly { person: AllocatedPerson; tasks: readonly AllocationRow[]; email: string | undefined }[]
  readonly truncated: boolean
  readonly resource_count: number
}

/**
 * Whole people by name, up to as many assignments as a reply holds; a person who would go beyond is left out with all who
 * follow. Whether anybody has too much is for the reader to say.
 */
export async function findAllocations(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  query: AllocationQuery,
): Promise<Allocations> {
  const window = lookAtAll(query, await findSchedulePeriod(ctx, projectIds))
  const filter = { projectIds, window, resourceIds: query.resource, statuses: query.status }
  const people = await countAllocations(ctx, filter)
  const shown = upTo(people, ctx.services.config.capacityMaxRows)
  const rows = await loadAllocations(ctx, { ...filter, resourceIds: shown.map((person) => person.id) })
  const tasksOf = Map.groupBy(rows, (row) => row.resource_id)
  const viewer = await loadViewer(ctx)
  const { start, end } = presentWindow(window)
  return {
    window_start: start,
    window_end: end,
    people: shown.map((person) => ({
      person,
      tasks: tasksOf.get(person.id) ?? [],
      email: viewer.isAdmin || isMe(viewer, person.email) ? person.email : undefined,
    })),
    truncated: shown.length < people.length,
    resource_count: people.length,
  }
}

function upTo(people: readonly AllocatedPerson[], maxRows: number): AllocatedPerson[] {
  let count = 0
  const tooMany = people.findIndex((person) => {
    count += person.count
    return count > maxRows
  })
  return tooMany === -1 ? [...people] : people.slice(0, tooMany)
}

/** The assignments of one project, each person with the capacity that they have there. */
export async function readAllocation(ctx: Ctx<ProjectScope>, query: AllocationQuery): Promise<object> {
  const { projectId } = ctx.scope
  const { people, ...found } = await findAllocations(ctx, [projectId], query)
  const overrides = await loadOverrides(ctx, projectId)
  return {
    project_id: projectId,
    ...found,
    resources: people.map(({ person, tasks, email }) => ({
      ...presentPerson(person, email),
      max_units: overrides.get(person.id) ?? person.max_units,
      tasks: tasks.map(presentAllocated),
    })),
  }
}

export function presentPerson({ id, name, max_units }: AllocatedPerson, email: string | undefined) {
  return { id, name, ...(email === undefined ? {} : { email }), max_units }
}

export function presentAllocated({ resource_id: _, project_id: __, ...task }: AllocationRow) {
  return task
}
