import { ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'

/** A program that a seed of the same key would replace. */
export interface ReplaceCandidate {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly project_count: number
  readonly task_count: number
}

/** The live program of that key when the account owns it; programs of other people never collide and never show. */
export function findReplaceCandidate(
  ctx: Pick<Ctx, 'em'>,
  slug: string,
  ownerId: string,
): Promise<ReplaceCandidate | undefined> {
  return sqlOne<ReplaceCandidate>(
    ctx,
    `select g.id, g.name, g.code,
       (select count(*)::int from projects p where p.program_id = g.id and not p.is_deleted) as project_count,
       (select count(*)::int from tasks t join projects p on p.id = t.project_id
        where p.program_id = g.id and not p.is_deleted and not t.is_deleted) as task_count
     from programs g
     join program_members m on m.program_id = g.id and m.account_id = $2 and m.role >= $3 and not m.is_deleted
     where lower(g.code) = lower($1) and not g.is_deleted`,
    [slug, ownerId, ROLE.owner],
  )
}
