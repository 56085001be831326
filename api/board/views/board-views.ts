import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { RowOf } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { asJson } from '../../platform/db/statements.ts'
import { fieldError, forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { foldName } from '../../platform/fold-name.ts'
import { projectRows } from '../../projects/project-rows.queries.ts'
import { boardViewCreated, boardViewDeleted, boardViewUpdated } from '../board.events.ts'
import { viewNeighbours } from './view.queries.ts'
import { MAX_VIEWS, VIEW_SCHEMA_VERSION, type ViewInput } from './view.schema.ts'

const COLUMNS = ['id', 'name', 'config', 'created_by_id', 'server_version', 'created_at', 'updated_at'] as const
type ViewRow = Pick<RowOf<'board_views'>, (typeof COLUMNS)[number]>

export const viewRows = projectRows<'board_views', ViewRow, ViewInput>({
  table: 'board_views',
  columns: COLUMNS,
  searched: ['name'],
  orderings: {},
  order: ['folded_name'],
  sizes: { defaultSize: MAX_VIEWS, maxSize: MAX_VIEWS },
  prepare: prepareView,
  beforeRemove: async (ctx, row) => checkMayChange(ctx, row),
  events: { created: boardViewCreated, updated: boardViewUpdated, deleted: boardViewDeleted },
})

/** Names are one whatever their case. A view is changed by who made it, and by Resource Managers and above. */
async function prepareView(ctx: Ctx<ProjectScope>, input: Partial<ViewInput>, stored: ViewRow | null) {
  if (stored) checkMayChange(ctx, stored)
  const name = input.name ?? stored?.name ?? ''
  const near = await viewNeighbours(ctx, foldName(name), stored?.id ?? null)
  refuseUnless(stored || near.count < MAX_VIEWS, () => new Refusal(400, `A board has at most ${MAX_VIEWS} views.`))
  refuseUnless(!near.is_taken, () => fieldError('name', 'A view of this name exists already.'))
  const config = input.config ?? stored?.config
  return {
    name,
    folded_name: foldName(name),
    ...(config ? { config: asJson(config) } : {}),
    ...(stored ? {} : { created_by_id: actorId(ctx) }),
    updated_at: ctx.services.clock.now(),
  }
}

function checkMayChange(ctx: Ctx<ProjectScope>, row: ViewRow): void {
  const isOwn = atLeast(ctx.scope.role, ROLE.member) && row.created_by_id === actorId(ctx)
  refuseUnless(isOwn || atLeast(ctx.scope.role, ROLE.scheduler), forbidden)
}

export function presentView({ created_by_id, ...row }: ViewRow) {
  return {
    ...row,
    schema_version: VIEW_SCHEMA_VERSION,
    created_by: created_by_id,
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
  }
}
