import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { emitRosterChanged } from '../people.events.ts'
import { holdResource } from '../resources/resource.queries.ts'
import { findRosterRow, insertRosterRow, type RosterScope, updateRosterColumns } from './roster.queries.ts'
import type { RosterFields } from './roster.schema.ts'

/** Puts a resource on the roster of the scope's project; returns the id of the row. */
export async function addToRoster(ctx: Ctx<ProjectScope>, input: RosterFields & { resource: string }): Promise<string> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  await holdResource(ctx, input.resource)
  const id = newId()
  const isNew = await insertRosterRow(ctx, {
    id,
    project_id: projectId,
    resource_id: input.resource,
    role_title: input.role_title ?? '',
    units_override: input.units_override ?? null,
    notes: input.notes ?? '',
  })
  refuseUnless(isNew, () => fieldError('non_field_errors', 'The resource is on the roster already.'))
  emitRosterChanged(ctx, [projectId], input.resource)
  return id
}

/** Changes what was sent; which project and resource a row joins is settled when it is made. */
export async function updateRoster(ctx: Ctx<RosterScope>, input: RosterFields): Promise<string> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const row = await findRosterRow(ctx, ctx.scope.row.id)
  refuseUnless(row, notFound)
  refuseUnless(input.project === undefined || input.project === projectId, () =>
    fieldError('project', 'A roster row cannot move to another project.'),
  )
  refuseUnless(input.resource === undefined || input.resource === row.resource_id, () =>
    fieldError('resource', 'A roster row cannot change to another resource.'),
  )
  await updateRosterColumns(ctx, row.id, {
    role_title: input.role_title ?? row.role_title,
    units_override: input.units_override === undefined ? row.units_override : input.units_override,
    notes: input.notes ?? row.notes,
  })
  emitRosterChanged(ctx, [projectId], row.resource_id)
  return row.id
}
