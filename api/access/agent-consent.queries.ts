import { type RawBuilder, sql } from 'kysely'
import { tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'

/**
 * Condition that the caller is no agent, or may read the project that the statement calls `alias`: the project's own word
 * counts, else its program's, else the workspace's.
 */
export function agentMayRead(ctx: Ctx<unknown>, alias: string): RawBuilder<boolean> {
  if (ctx.actor.kind !== 'agent') return sql<boolean>`true`
  return sql<boolean>`coalesce(${sql.ref(`${alias}.mcp_enabled`)},
    (select g.mcp_enabled from programs g where g.id = ${sql.ref(`${alias}.program_id`)}),
    (select w.mcp_enabled from workspace w where w.id = 1))`
}

/** Whether an agent may see the rows of a project; people always may. */
export async function projectConsents(ctx: Ctx<unknown>, projectId: string): Promise<boolean> {
  const found = await tables(ctx)
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', '=', projectId)
    .where(agentMayRead(ctx, 'p'))
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the program did not say no to agents. */
export async function programConsents(ctx: Ctx<unknown>, programId: string): Promise<boolean> {
  const found = await tables(ctx)
    .selectFrom('programs')
    .select('id')
    .where('id', '=', programId)
    .where(sql<boolean>`mcp_enabled is not false`)
    .executeTakeFirst()
  return found !== undefined
}
