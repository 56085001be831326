import { loadUserSummaries } from '../accounts/user-summary.ts'
import type { Ctx } from '../platform/context.ts'
import type { GroupRow } from './mention-group.queries.ts'

/** Groups with the people in them, as the caller may see them. */
export async function viewGroups(ctx: Ctx<unknown>, rows: readonly GroupRow[]): Promise<object[]> {
  const people = await loadUserSummaries(ctx, [...new Set(rows.flatMap((row) => row.member_ids))])
  return rows.map((row) => {
    const members = row.member_ids.flatMap((id) => people.get(id) ?? [])
    return {
      id: row.id,
      server_version: row.server_version,
      ...(row.project_id === null ? { program: row.program_id } : { project: row.project_id }),
      name: row.name,
      description: row.description,
      email_default_on: row.email_default_on,
      members,
      member_count: members.length,
      muted_by_me: row.muted_by_me,
    }
  })
}
