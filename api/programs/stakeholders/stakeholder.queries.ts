import { type Insertable, sql, type Updateable } from 'kysely'
import type { ProgramScope } from '../../access/program-scope.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { containsWords, orderTerms } from '../../platform/db/page-rows.ts'
import type { StakeholdersQuery } from './stakeholder.schema.ts'

const ORDERINGS = { name: 'e.name', created_at: 'e.created_at' }

export type StakeholderRow = NonNullable<Awaited<ReturnType<typeof findStakeholder>>>

function stakeholders(ctx: Ctx<ProgramScope>) {
  return tables(ctx)
    .selectFrom('external_stakeholders as e')
    .leftJoin('accounts as a', 'a.id', 'e.created_by_id')
    .select(['e.id', 'e.name', 'e.email', 'e.note', 'e.created_at', 'e.updated_at', 'a.username as created_by'])
    .where('e.program_id', '=', ctx.scope.programId)
}

/** All of a program by name. */
export function listStakeholders(ctx: Ctx<ProgramScope>, query: StakeholdersQuery) {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql.ref('e.name')]
  return stakeholders(ctx)
    .where(containsWords(query.search, ['e.name', 'e.email']))
    .orderBy(sql`${sql.join(order)}, e.id`)
    .execute()
}

export function findStakeholder(ctx: Ctx<ProgramScope>, id: string) {
  return stakeholders(ctx).where('e.id', '=', id).executeTakeFirst()
}

/** Whether another of the program has the address, in any case. */
export async function isAddressTaken(ctx: Ctx<ProgramScope>, email: string, ownId: string | null): Promise<boolean> {
  const found = await stakeholders(ctx)
    .where(sql<boolean>`lower(e.email) = lower(${email}) and e.id is distinct from ${ownId}::uuid`)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertStakeholder(db: Db, values: Insertable<Tables['external_stakeholders']>): Promise<void> {
  await tables(db).insertInto('external_stakeholders').values(values).execute()
}

export async function saveStakeholder(
  db: Db,
  id: string,
  values: Updateable<Tables['external_stakeholders']>,
): Promise<void> {
  await tables(db).updateTable('external_stakeholders').set(values).where('id', '=', id).execute()
}

/** Returns false when somebody else removed it meanwhile. */
export async function deleteStakeholderRow(db: Db, id: string): Promise<boolean> {
  const deleted = await tables(db).deleteFrom('external_stakeholders').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
