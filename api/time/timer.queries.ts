import type { Insertable } from 'kysely'
import { type Db, type Tables, tables } from '../database.ts'

export type TimerRow = NonNullable<Awaited<ReturnType<typeof findTimer>>>

/** The timer that runs for the account, with what names its task; also where the account has no access any more. */
export function findTimer(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('running_timers as r')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .select(['r.id', 'r.account_id', 'r.project_id', 'r.task_id', 'r.started_at', 'r.note'])
    .select(['t.name as task_name', 't.number', 'p.code as project_code'])
    .where('r.account_id', '=', accountId)
    .executeTakeFirst()
}

export async function insertTimer(db: Db, values: Insertable<Tables['running_timers']>): Promise<void> {
  await tables(db).insertInto('running_timers').values(values).execute()
}

export async function deleteTimer(db: Db, accountId: string): Promise<void> {
  await tables(db).deleteFrom('running_timers').where('account_id', '=', accountId).execute()
}
