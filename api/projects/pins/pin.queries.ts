import { sql } from 'kysely'
import { programMemberships, projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'

export interface PinTarget {
  readonly kind: 'project' | 'program'
  readonly objectId: string
}

/** Holds a person's pins until the transaction ends, so that two requests count them one after the other. */
export async function lockPinsOf(db: Db, accountId: string): Promise<void> {
  await tables(db).selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** What a person pinned and is still a member of, last pinned first. */
export function findPins(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('pins as n')
    .innerJoin('projects as p', 'p.id', 'n.object_id')
    .innerJoin(projectMemberships(db, accountId), 'm.project_id', 'p.id')
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .select(['n.kind', 'p.id', 'p.name', 'p.code', 'p.program_id', 'g.name as program_name', 'n.pinned_at'])
    .where('n.account_id', '=', accountId)
    .where('n.kind', '=', 'project')
    .where('p.is_deleted', '=', false)
    .unionAll(
      tables(db)
        .selectFrom('pins as n')
        .innerJoin('programs as g', 'g.id', 'n.object_id')
        .innerJoin(programMemberships(db, accountId), 'pm.program_id', 'g.id')
        .select(['n.kind', 'g.id', 'g.name', 'g.code'])
        .select([
          sql<string | null>`null::uuid`.as('program_id'),
          sql<string | null>`null::text`.as('program_name'),
          'n.pinned_at',
        ])
        .where('n.account_id', '=', accountId)
        .where('n.kind', '=', 'program')
        .where('g.is_deleted', '=', false),
    )
    .orderBy('pinned_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Pins it; what is pinned already stays where it is. */
export async function insertPin(db: Db, accountId: string, target: PinTarget, pinnedAt: Date): Promise<void> {
  await tables(db)
    .insertInto('pins')
    .values({ account_id: accountId, kind: target.kind, object_id: target.objectId, pinned_at: pinnedAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes a pin away; one that is not there is no fault. */
export async function deletePin(db: Db, accountId: string, target: PinTarget): Promise<void> {
  await tables(db)
    .deleteFrom('pins')
    .where('account_id', '=', accountId)
    .where('kind', '=', target.kind)
    .where('object_id', '=', target.objectId)
    .execute()
}

/** Which of the objects the caller pinned. */
export async function pinnedAmong(ctx: Ctx<unknown>, objectIds: readonly string[]): Promise<Set<string>> {
  const accountId = actorId(ctx)
  if (accountId === null) return new Set()
  const rows = await tables(ctx)
    .selectFrom('pins')
    .select('object_id')
    .where('account_id', '=', accountId)
    .where('object_id', '=', anyOf(objectIds))
    .execute()
  return new Set(rows.map((row) => row.object_id))
}
