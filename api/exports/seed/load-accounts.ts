import { ROLE } from '../../access/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { NameSlugs } from './name-slugs.ts'
import { loadProgramAccounts } from './seed.queries.ts'

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
  db: Db,
  programId: string,
  projectIds: readonly string[],
): Promise<SeedAccounts> {
  const rows = await loadProgramAccounts(db, programId, projectIds)
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
