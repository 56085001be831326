import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { isMe, loadViewer } from '../resources/viewer.ts'
import {
  type AllocatedPerson,
  type AllocationRow,
  countAllocations,
  loadAllocatedPeople,
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
  const isBounded = Boolean(query.start && query.end)
  const period = isBounded ? UNASKED : await findSchedulePeriod(ctx, projectIds)
  const window = lookAtAll(query, period)
  const filter = { projectIds, window, resourceIds: query.resource, statuses: query.status }
  const counted = await countAllocations(ctx, filter)
  const resourceIds = fitting(counted, ctx.services.config.capacityMaxRows)
  // Only of those who fit: assignments are twenty thousand at times.
  const found = resourceIds.length === 0 ? [] : await loadAllocations(ctx, { ...filter, resourceIds })
  const tasksOf = new Map(resourceIds.map((id): [string, AllocationRow[]] => [id, []]))
  for (const row of found) tasksOf.get(row.resource_id)?.push(row)
  const people = new Map((await loadAllocatedPeople(ctx, [...tasksOf.keys()])).map((person) => [person.id, person]))
  const viewer = await loadViewer(ctx)
  const { start, end } = presentWindow(window)
  return {
    window_start: start,
    window_end: end,
    people: [...tasksOf].map(([id, tasks]) => {
      const person = people.get(id) as AllocatedPerson
      return { person, tasks, email: viewer.isAdmin || isMe(viewer, person.email) ? person.email : undefined }
    }),
    truncated: resourceIds.length < counted.length,
    resource_count: counted.length,
  }
}

/** The first of the people, as long as their assignments together are no more than that. */
function fitting(counted: readonly { readonly id: string; readonly count: number }[], maxRows: number): string[] {
  let rows = 0
  const end = counted.findIndex(({ count }) => {
    rows += count
    return rows > maxRows
  })
  return counted.slice(0, end === -1 ? undefined : end).map(({ id }) => id)
}

/** Where both bounds are said nobody has to know the schedule's. */
const UNASKED = { firstDay: null, lastDay: null }

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
