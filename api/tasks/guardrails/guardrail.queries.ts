import { type Db, tables } from '../../database.ts'
import { asJson } from '../../platform/db/statements.ts'
import type { GuardrailLevels } from './guardrail-policy.entity.ts'

export function findPolicy(db: Db, projectId: string) {
  return tables(db).selectFrom('guardrail_policies').selectAll().where('project_id', '=', projectId).executeTakeFirst()
}

/** Stores the policy of a project; an acknowledgement keeps its first stamp. */
export async function savePolicy(
  db: Db,
  projectId: string,
  policy: { levels: GuardrailLevels; acknowledged_at: Date | string | null; acknowledged_by_id: string | null },
): Promise<void> {
  const values = { ...policy, levels: asJson(policy.levels) }
  await tables(db)
    .insertInto('guardrail_policies')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet((eb) => ({
        ...values,
        server_version: eb('guardrail_policies.server_version', '+', 1),
      })),
    )
    .execute()
}

/** First and last day of a sprint. */
export function findSprintWindow(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('sprints')
    .select(['start_date', 'finish_date'])
    .where('id', '=', sprintId)
    .executeTakeFirst()
}
