import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/ids.ts'
import type { ListActionsQuery } from './agent-log.schema.ts'

const COLUMNS = [
  ...(['id', 'schema_version', 'sequence', 'actor_kind', 'actor_token_prefix', 'principal_id', 'action'] as const),
  ...(['method', 'object_type', 'object_id', 'project_id', 'capability_used', 'verdict', 'refusal_reason'] as const),
  ...(['refusal_detail', 'engine_version', 'payload_hash', 'record_hash', 'summary', 'occurred_at'] as const),
]
export type ActionRow = Pick<RowOf<'agent_actions'>, (typeof COLUMNS)[number]>

/** Records of one's own tokens, and those about the projects one is a member of. */
function visibleActions(ctx: Ctx) {
  const accountId = actingAccount(ctx).id
  const ownProjects = tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, accountId), 'm.project_id', 'p.id')
    .select('p.id')
    .where('p.is_deleted', '=', false)
  return tables(ctx)
    .selectFrom('agent_actions')
    .select(COLUMNS)
    .where((eb) => eb.or([eb('principal_id', '=', accountId), eb('project_id', 'in', ownProjects)]))
}

/** The records that the caller may see, newest first. */
export function pageActions(ctx: Ctx, query: ListActionsQuery): Promise<OffsetPage<ActionRow>> {
  const { verdict, constraint, project } = query
  const found = visibleActions(ctx)
    .$if(Boolean(verdict), (some) => some.where('verdict', '=', verdict as string))
    .$if(Boolean(constraint), (some) => some.where('constraint_name', '=', constraint as string))
    .$if(Boolean(project), (some) =>
      some.where('project_id', '=', isUuid(project as string) ? (project as string) : null),
    )
  return pageRows(found.orderBy('sequence', 'desc'), pageRequest(query, LARGE_LIST))
}

export async function loadAction(ctx: Ctx, id: string): Promise<ActionRow> {
  const action = await visibleActions(ctx).where('id', '=', id).executeTakeFirst()
  refuseUnless(action, notFound)
  return action
}

/** Takes the next number of the chain and returns it with the hash before; the end of the chain stays locked. */
export async function lockChainHead(db: Db, genesisHash: string): Promise<{ sequence: number; record_hash: string }> {
  const head = await advanceHead(db)
  if (head) return head
  await tables(db)
    .insertInto('agent_chain_head')
    .values({ id: 1, sequence: 0, record_hash: genesisHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await advanceHead(db))!
}

function advanceHead(db: Db) {
  return tables(db)
    .updateTable('agent_chain_head')
    .set({ sequence: sql`sequence + 1` })
    .where('id', '=', 1)
    .returning(['sequence', 'record_hash'])
    .executeTakeFirst()
}

/** Adds a record and makes its hash the end of the chain. */
export async function insertAction(db: Db, record: Insertable<Tables['agent_actions']>): Promise<void> {
  await tables(db).insertInto('agent_actions').values(record).execute()
  await tables(db)
    .updateTable('agent_chain_head')
    .set({ record_hash: record.record_hash })
    .where('id', '=', 1)
    .execute()
}
