import type { Insertable } from 'kysely'
import { type Db, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

export type SuggestionState = 'accepted' | 'declined' | 'revoked'
export type SuggestionRow = NonNullable<Awaited<ReturnType<typeof findSuggestion>>>

/** A suggestion of a task, held so that it is decided once. */
export function findSuggestion(db: Db, taskId: string, id: string) {
  return tables(db)
    .selectFrom('task_suggestions')
    .select(['id', 'suggested_account_id', 'suggested_by_id', 'state'])
    .where('task_id', '=', taskId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertSuggestion(db: Db, values: Insertable<Tables['task_suggestions']>): Promise<void> {
  await tables(db).insertInto('task_suggestions').values(values).execute()
}

export async function saveDecision(
  ctx: Ctx<unknown>,
  id: string,
  decided: { readonly state: SuggestionState; readonly syncSeq: number },
): Promise<void> {
  const values = { state: decided.state, sync_seq: decided.syncSeq, decided_at: ctx.services.clock.now() }
  await tables(ctx)
    .updateTable('task_suggestions')
    .set((eb) => ({ ...values, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
