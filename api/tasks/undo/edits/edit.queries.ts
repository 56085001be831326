import { tables } from '../../../database.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fieldOf, type TaskValues, WRITTEN_COLUMNS } from '../../task-values.ts'
import type { EditSnapshot } from './edit-snapshot.ts'

export interface EditedRow {
  readonly server_version: number
  readonly is_deleted: boolean
  /** What callers write of it, by their names. */
  readonly fields: Readonly<Record<string, unknown>>
}

type Kind = EditSnapshot['object_type']

/** The row as it stands, live or deleted. */
export function findEditedRow(ctx: Ctx<unknown>, kind: Kind, id: string): Promise<EditedRow | undefined> {
  return kind === 'task' ? findTask(ctx, id) : findLink(ctx, id)
}

async function findTask(ctx: Ctx<unknown>, id: string): Promise<EditedRow | undefined> {
  const columns = [...WRITTEN_COLUMNS.values()]
  const row = (await tables(ctx)
    .selectFrom('tasks')
    .select(['server_version', 'is_deleted', ...columns])
    .where('id', '=', id)
    .executeTakeFirst()) as (TaskValues & Omit<EditedRow, 'fields'>) | undefined
  if (!row) return undefined
  const { server_version, is_deleted } = row
  const fields = Object.fromEntries(columns.map((column) => [fieldOf(column), row[column]]))
  return { server_version, is_deleted, fields }
}

async function findLink(ctx: Ctx<unknown>, id: string): Promise<EditedRow | undefined> {
  const row = await tables(ctx)
    .selectFrom('dependencies')
    .select(['server_version', 'is_deleted', 'dep_type', 'lag', 'lag_unit'])
    .select(['predecessor_id as predecessor', 'successor_id as successor'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { server_version, is_deleted, ...fields } = row
  return { server_version, is_deleted, fields }
}
