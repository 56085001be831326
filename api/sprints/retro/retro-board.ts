import type { z } from 'zod'
import { projectScopeOf } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { Reply } from '../../platform/http/route.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { SprintState } from '../sprint.entity.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { holdSprint } from '../write-sprint.ts'
import { COLUMNS, type RetroColumn } from './retro.entity.ts'
import { retroItemCreated, retroItemDeleted, retroItemMoved, retroItemUpdated, retroUpdated } from './retro.events.ts'
import { presentAction, presentItem, readsWhole } from './retro.present.ts'
import {
  enterRetro,
  findAction,
  findItem,
  findItemOfMember,
  findRetro,
  type ItemRow,
  insertAction,
  insertItem,
  listItems,
  lockItem,
  saveItem,
} from './retro.queries.ts'
import type { addItemBody, itemPatch } from './retro.schema.ts'

const LABELS: Record<RetroColumn, string> = {
  went_well: 'Went well',
  to_improve: 'To improve',
  ideas: 'Ideas',
}

/** The sprint of a note that a path names. */
export interface RetroItemScope extends SprintScope {
  readonly itemId: string
  readonly sprintState: SprintState
}

export async function retroItemScope(ctx: Ctx, raw: RawInput): Promise<RetroItemScope> {
  const row = await findItemOfMember(ctx, raw.params.id ?? '')
  if (!row) throw notFound()
  return { ...projectScopeOf(row), sprintId: row.sprint_id, itemId: row.id, sprintState: row.state }
}

/** The columns with their notes; what the team keeps to itself is empty for who only looks on. */
export async function readBoard(ctx: Ctx<SprintScope>): Promise<object> {
  const retro = await findRetro(ctx, ctx.scope.sprintId)
  const isShown = retro !== undefined && readsWhole(ctx, retro.team_visibility)
  return {
    columns: COLUMNS.map((key) => ({ key, label: LABELS[key] })),
    items: isShown ? (await listItems(ctx, retro.id)).map(presentItem) : [],
  }
}

/** Puts a note on the board, with which the retrospective of the sprint begins. */
export async function addItem(ctx: Ctx<SprintScope>, sent: z.output<typeof addItemBody>): Promise<object> {
  const { projectId, sprintId } = ctx.scope
  const sprint = await holdSprint(ctx)
  checkWritable(sprint.state)
  const retro = await enterRetro(ctx, sprintId, await lockProject(ctx, projectId))
  const column = sent.column ?? 'went_well'
  const id = await insertItem(ctx, retro.id, { column_key: column, text: sent.text, color: sent.color ?? '' })
  const payload = { id, retro_id: retro.id, sprint_id: sprintId, column, author_id: actorId(ctx) }
  emit(ctx, retroItemCreated, { projectId, payload })
  return presentItem(await load(ctx, id))
}

/** Changes or moves a note; the last one to write wins, as around a table. */
export async function updateItem(ctx: Ctx<RetroItemScope>, sent: z.output<typeof itemPatch>): Promise<object> {
  const stored = await hold(ctx)
  const { text = stored.text, color = stored.color, column = stored.column_key, position = stored.position } = sent
  const isMoved = column !== stored.column_key || position !== stored.position
  const isWritten = text !== stored.text || color !== stored.color
  if (!isMoved && !isWritten) return presentItem(stored)
  await saveItem(ctx, stored.id, { text, color, column_key: column, position })
  const { projectId } = ctx.scope
  if (isMoved) emit(ctx, retroItemMoved, { projectId, payload: { ...idsOf(stored), column } })
  if (isWritten) emit(ctx, retroItemUpdated, { projectId, payload: idsOf(stored) })
  return presentItem(await load(ctx, stored.id))
}

export async function deleteItem(ctx: Ctx<RetroItemScope>): Promise<void> {
  const stored = await hold(ctx)
  await saveItem(ctx, stored.id, { is_deleted: true })
  emit(ctx, retroItemDeleted, { projectId: ctx.scope.projectId, payload: idsOf(stored) })
}

/** Makes an action of a note, once as long as the action is there. */
export async function convertItem(ctx: Ctx<RetroItemScope>): Promise<Reply> {
  const { projectId, sprintId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const stored = await hold(ctx)
  const known = stored.converted_action_id && (await findAction(ctx, sprintId, stored.converted_action_id))
  if (known) return new Reply(200, presentAction(known, await mayReadVelocity(ctx)))
  const id = await insertAction(ctx, { retroId: stored.retro_id, syncSeq }, stored.text)
  await saveItem(ctx, stored.id, { converted_action_id: id })
  emit(ctx, retroItemUpdated, { projectId, payload: idsOf(stored) })
  emit(ctx, retroUpdated, { projectId, payload: { sprint_id: sprintId } })
  const made = await findAction(ctx, sprintId, id)
  refuseUnless(made, notFound)
  return new Reply(201, presentAction(made, await mayReadVelocity(ctx)))
}

/** The note with its row held. */
async function hold(ctx: Ctx<RetroItemScope>): Promise<ItemRow> {
  checkWritable(ctx.scope.sprintState)
  await lockItem(ctx, ctx.scope.itemId)
  return load(ctx, ctx.scope.itemId)
}

async function load(ctx: Ctx<unknown>, id: string): Promise<ItemRow> {
  const row = await findItem(ctx, id)
  refuseUnless(row, notFound)
  return row
}

const idsOf = (row: ItemRow) => ({ id: row.id, retro_id: row.retro_id })

function checkWritable(state: SprintState): void {
  const isOpen = state === 'ACTIVE' || state === 'COMPLETED'
  refuseUnless(isOpen, () => new Refusal(400, 'The board is written while the sprint is active or closed.'))
}
