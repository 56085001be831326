import { ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { NameSlugs } from './name-slugs.ts'

interface AccountRow {
  id: string
  username: string
  display_name: string
  role: number | null
}

export interface SeedAccounts {
  readonly rows: readonly object[]
  readonly slugOf: ReadonlyMap<string, string>
}

const NAMES: readonly [floor: number, name: string][] = [
  [ROLE.owner, 'OWNER'],
  [ROLE.manager, 'ADMIN'],
  [ROLE.scheduler, 'SCHEDULER'],
  [ROLE.member, 'MEMBER'],
  [ROLE.viewer, 'VIEWER'],
]

/** The people of the program and whoever leads or does something in it; by name, without addresses. */
export async function loadSeedAccounts(
  ctx: Pick<Ctx, 'em'>,
  programId: string,
  projectIds: readonly string[],
): Promise<SeedAccounts> {
  const rows = await sql<AccountRow>(
    ctx,
    `select a.id, a.username, trim(a.first_name || ' ' || a.last_name) as display_name, m.role
     from accounts a
     left join program_members m on m.account_id = a.id and m.program_id = $1 and not m.is_deleted
     where m.id is not null
       or a.id in (select lead_id from programs where id = $1
                   union select lead_id from projects where id = any($2::uuid[])
                   union select assignee_id from tasks where project_id = any($2::uuid[]) and not is_deleted)
     order by a.username collate "C"`,
    [programId, projectIds],
  )
  const slugs = new NameSlugs('account')
  const slugOf = new Map(rows.map((row) => [row.id, slugs.next(row.display_name || row.username)]))
  return {
    slugOf,
    rows: rows
      .map((row) => ({
        slug: slugOf.get(row.id) as string,
        username: row.username,
        display_name: row.display_name,
        role: row.role === null ? null : NAMES.find(([floor]) => (row.role as number) >= floor)?.[1],
      }))
      .sort((left, right) => (left.slug < right.slug ? -1 : 1)),
  }
}
