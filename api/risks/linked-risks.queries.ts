import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'

interface LinkedRisks {
  readonly openRiskCount: number
  readonly openRiskMaxSeverity: number
}

/** The risks that are open or being dealt with of each of the tasks. `idList` is the text of a uuid array. */
export async function loadLinkedRisks(db: Db, idList: string): Promise<Map<string, LinkedRisks>> {
  const rows = await tables(db)
    .selectFrom('risk_tasks as k')
    .innerJoin('risks as r', 'r.id', 'k.risk_id')
    .select([
      'k.task_id',
      sql<number>`count(*)`.as('openRiskCount'),
      sql<number>`max(r.severity)`.as('openRiskMaxSeverity'),
    ])
    .where(sql<boolean>`k.task_id = any(${idList}::uuid[])`)
    .where('r.is_deleted', '=', false)
    .where('r.status', 'in', ['OPEN', 'MITIGATING'])
    .groupBy('k.task_id')
    .execute()
  return new Map(rows.map(({ task_id, ...risks }) => [task_id, risks]))
}
