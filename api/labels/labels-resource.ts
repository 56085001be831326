import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { RowOf } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { fieldError, Refusal, refuseUnless } from '../platform/errors.ts'
import { foldName } from '../platform/fold-name.ts'
import { resource } from '../platform/http/resource.ts'
import { projectRows } from '../projects/project-rows.queries.ts'
import { labelCreated, labelDeleted, labelUpdated } from './label.events.ts'
import { detachLabelFromAll, labelNeighbours, TASK_COUNT } from './label.queries.ts'
import { type LabelInput, labelBody, labelReply, listLabelsQuery, MAX_POSITION } from './label.schema.ts'

const COLUMNS = ['id', 'name', 'color', 'position', 'server_version', 'created_at'] as const
type LabelRow = Pick<RowOf<'labels'>, (typeof COLUMNS)[number]> & { task_count: number }

export const labelRows = projectRows<'labels', LabelRow, LabelInput>({
  table: 'labels',
  columns: COLUMNS,
  computed: { task_count: TASK_COUNT },
  searched: ['name'],
  orderings: { position: 'position', name: 'folded_name' },
  order: ['position', 'folded_name'],
  prepare: prepareLabel,
  beforeRemove: (ctx, row, syncSeq) => detachLabelFromAll(ctx, row.id, syncSeq),
  events: { created: labelCreated, updated: labelUpdated, deleted: labelDeleted },
})

/** Names are one whatever their case; a new label stands behind the others unless a position is named. */
async function prepareLabel(ctx: Ctx<ProjectScope>, input: Partial<LabelInput>, stored: LabelRow | null) {
  const name = input.name ?? stored?.name ?? ''
  const near = await labelNeighbours(ctx, foldName(name), stored?.id ?? null)
  const cap = ctx.services.config.labelSoftCap
  refuseUnless(stored || near.count < cap, () => new Refusal(400, `A project has at most ${cap} labels.`))
  refuseUnless(!near.is_taken, () => fieldError('name', 'A label of this name exists already.'))
  const behind = Math.min((near.last_position ?? -1) + 1, MAX_POSITION)
  return {
    name,
    folded_name: foldName(name),
    color: input.color ?? stored?.color ?? 'slate',
    position: input.position ?? stored?.position ?? behind,
  }
}

export const labelCollection = resource({
  path: '/projects/{id}/labels/',
  item: 'labelId',
  tag: 'labels',
  one: 'a label',
  many: 'Labels of a project',
  agentReadable: true,
  scope: projectScope(),
  mayCreate: (ctx) => atLeast(ctx.scope.role, ROLE.member),
  mayChange: (ctx) => atLeast(ctx.scope.role, ROLE.manager),
  query: listLabelsQuery,
  body: labelBody,
  reply: labelReply,
  rows: labelRows,
  present: (row) => ({ ...row, created_at: instantText(row.created_at) }),
})
