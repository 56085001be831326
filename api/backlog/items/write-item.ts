import type { ProgramScope } from '../../access/program-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { findItem, type ItemRow, insertItem, lockItem, saveItem } from './backlog-item.queries.ts'
import type { ItemInput } from './backlog-item.schema.ts'

/** A new item waits to be pulled, whatever status was sent. */
export async function createItem(ctx: Ctx<ProgramScope>, { status: _, ...input }: ItemInput): Promise<ItemRow> {
  return loadItem(ctx, await insertItem(ctx, present(input)))
}

export async function updateItem(ctx: Ctx<ProgramScope>, id: string, input: Partial<ItemInput>): Promise<ItemRow> {
  const stored = await holdItem(ctx, id)
  checkStatus(stored, input.status)
  const sent = present(input)
  const changed = Object.keys(sent).some(
    (name) => !isSame(sent[name as keyof typeof sent], stored[name as keyof ItemRow]),
  )
  if (!changed) return stored
  await saveItem(ctx, id, sent)
  return loadItem(ctx, id)
}

export async function deleteItem(ctx: Ctx<ProgramScope>, id: string): Promise<void> {
  await holdItem(ctx, id)
  await saveItem(ctx, id, { is_deleted: true, deleted_at: ctx.services.clock.now() })
}

/** The item with its row held, so that nobody pulls or changes it meanwhile. */
export async function holdItem(ctx: Ctx<ProgramScope>, id: string): Promise<ItemRow> {
  await lockItem(ctx, id)
  return loadItem(ctx, id)
}

export async function loadItem(ctx: Ctx<ProgramScope>, id: string): Promise<ItemRow> {
  const row = await findItem(ctx, id)
  refuseUnless(row, notFound)
  return row
}

/** Pulling is an operation of its own, and what was pulled stays so as long as its task is there. */
function checkStatus(stored: ItemRow, status: ItemInput['status']): void {
  if (status === undefined || status === stored.status) return
  refuseUnless(status !== 'pulled', () => fieldError('status', 'An item is pulled into a project, not set to it.'))
  refuseUnless(stored.status !== 'pulled', () => fieldError('status', 'The item was pulled into a project.'))
}

function present<Input extends object>(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Input
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

export function presentItem(row: ItemRow) {
  const isPulled = row.status === 'pulled'
  return {
    id: row.id,
    server_version: row.server_version,
    program: row.program_id,
    title: row.title,
    description: row.description,
    item_type: row.item_type,
    status: row.status,
    tags: row.tags,
    priority_rank: row.priority_rank,
    story_points: row.story_points,
    pulled_task: row.pulled_task_id,
    pulled_task_project_id: row.pulled_project_id,
    pulled_task_project_name: row.pulled_project_name,
    pulled_at: isPulled ? instantText(row.pulled_at) : null,
    pulled_by: isPulled ? row.pulled_by_id : null,
    created_by: row.created_by_id,
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
  }
}
