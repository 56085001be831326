import { type Insertable, sql, type Updateable } from 'kysely'
import type { ProgramScope } from '../../access/program-scope.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { PROJECT_LIST, pageRequest } from '../../platform/http/paging.ts'

export type CeremonyRow = NonNullable<Awaited<ReturnType<typeof findCeremony>>>

function ceremonies(ctx: Ctx<ProgramScope>) {
  return tables(ctx).selectFrom('ceremonies as c').selectAll('c').where('c.program_id', '=', ctx.scope.programId)
}

/** Those of a program by name. */
export function pageCeremonies(ctx: Ctx<ProgramScope>, query: Parameters<typeof pageRequest>[0]) {
  return pageRows(ceremonies(ctx).orderBy('c.name').orderBy('c.id'), pageRequest(query, PROJECT_LIST))
}

export function findCeremony(ctx: Ctx<ProgramScope>, id: string) {
  return ceremonies(ctx).where('c.id', '=', id).executeTakeFirst()
}

/** Whether another of the program has the name, in any case. */
export async function isNameTaken(ctx: Ctx<ProgramScope>, name: string, ownId: string | null): Promise<boolean> {
  const found = await ceremonies(ctx)
    .where(sql<boolean>`lower(c.name) = lower(${name}) and c.id is distinct from ${ownId}::uuid`)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertCeremony(db: Db, values: Insertable<Tables['ceremonies']>): Promise<void> {
  await tables(db).insertInto('ceremonies').values(values).execute()
}

export async function saveCeremony(db: Db, id: string, values: Updateable<Tables['ceremonies']>): Promise<void> {
  await tables(db)
    .updateTable('ceremonies')
    .set((eb) => ({ ...values, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteCeremonyRow(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('ceremonies').where('id', '=', id).execute()
}
