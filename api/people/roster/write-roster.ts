import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { emitRosterChanged } from '../people.events.ts'
import { holdResource } from '../resources/resource.queries.ts'
import { findRosterRow, type RosterScope } from './roster.queries.ts'
import type { RosterFields } from './roster.schema.ts'

/** Puts a resource on the roster of the scope's project; answers the id of the row. */
export async function addToRoster(ctx: Ctx<ProjectScope>, input: RosterFields & { resource: string }): Promise<string> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  await holdResource(ctx, input.resource)
  const inserted = await sql<{ id: string }>(
    ctx,
    `insert into project_resources (id, project_id, resource_id, role_title, units_override, notes)
     values ($1, $2, $3, $4, $5, $6) on conflict (project_id, resource_id) do nothing returning id`,
    [newId(), projectId, input.resource, input.role_title ?? '', input.units_override ?? null, input.notes ?? ''],
  )
  const [row] = inserted
  refuseUnless(row, () => fieldError('non_field_errors', 'The resource is on the roster already.'))
  emitRosterChanged(ctx, [projectId], input.resource)
  return row.id
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
  await sql(
    ctx,
    `update project_resources set role_title = $2, units_override = $3, notes = $4,
       server_version = server_version + 1 where id = $1`,
    [
      row.id,
      input.role_title ?? row.role_title,
      input.units_override === undefined ? row.units_override : input.units_override,
      input.notes ?? row.notes,
    ],
  )
  emitRosterChanged(ctx, [projectId], row.resource_id)
  return row.id
}
