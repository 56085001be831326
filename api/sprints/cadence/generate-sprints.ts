import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject, reserveItemNumbers } from '../../projects/project-lock.ts'
import { sprintCreated } from '../sprint.events.ts'
import { canSetTargets } from '../sprint.policy.ts'
import { insertSprints, type NewSprint } from '../sprint.queries.ts'
import { loadProjectDays } from '../sprint-days.ts'
import { findTakenNames } from './cadence.queries.ts'
import type { GenerateInput } from './cadence.schema.ts'
import { capacityHint } from './capacity-hint.ts'
import { type CadenceRow, layOutSprints } from './lay-out-sprints.ts'

/**
 * Plans sprints one behind the other, or shows how they would lie. A name that a sprint has already is left to it. Names
 * are looked at under the project's lock, so that a form sent twice makes one set.
 */
export async function generateSprints(ctx: Ctx<ProjectScope>, input: GenerateInput) {
  const { projectId } = ctx.scope
  const isPreview = input.dry_run ?? false
  const capacity = input.first_sprint_capacity_points ?? null
  refuseUnless(capacity === null || canSetTargets(ctx), () =>
    fieldError('first_sprint_capacity_points', 'Only a Resource Manager or above may set this.'),
  )
  const rows = layOutSprints(input, await loadProjectDays(ctx, projectId))
  if (!isPreview) await lockProject(ctx, projectId)
  const names = rows.map((row) => row.name)
  const taken = await findTakenNames(ctx, projectId, names)
  const fresh = rows.filter((row) => !taken.has(row.name))
  const ids = isPreview ? new Map<string, string>() : await store(ctx, fresh, { row: rows[0], capacity })
  const statusOf = ({ name }: CadenceRow) => (taken.has(name) ? 'exists' : isPreview ? 'new' : 'created')
  return {
    dry_run: isPreview,
    sprints: rows.map((row) => ({ ...row, status: statusOf(row), id: ids.get(row.name) ?? null })),
    created_count: fresh.length,
    skipped_count: rows.length - fresh.length,
    capacity_hint: await capacityHint(ctx),
  }
}

/** Returns the new ids by name. The capacity is that of the first row asked for, and of no other in its place. */
async function store(
  ctx: Ctx<ProjectScope>,
  fresh: readonly CadenceRow[],
  first: { row: CadenceRow | undefined; capacity: number | null },
): Promise<Map<string, string>> {
  const { projectId } = ctx.scope
  if (fresh.length === 0) return new Map()
  const firstNumber = await reserveItemNumbers(ctx, projectId, fresh.length)
  const sync_seq = await lockProject(ctx, projectId)
  const now = ctx.services.clock.now()
  const stored = fresh.map(
    (row, index): NewSprint => ({
      id: newId(),
      project_id: projectId,
      sync_seq,
      number: firstNumber + index,
      name: row.name,
      start_date: row.start_date,
      finish_date: row.finish_date,
      capacity_points: row === first.row ? first.capacity : null,
      created_by_id: actorId(ctx),
      created_at: now,
      updated_at: now,
    }),
  )
  await insertSprints(ctx, stored)
  for (const { id } of stored) emit(ctx, sprintCreated, { projectId, payload: { id } })
  return new Map(stored.map((row) => [row.name, row.id]))
}
