import { projectConsents } from '../../access/agent-consent.queries.ts'
import { findProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { likeEscape } from '../../platform/db/sql.ts'
import { isUuid } from '../../platform/ids.ts'
import { badRequest } from '../task.errors.ts'
import { findTasksWith } from '../task.queries.ts'

const MAX_QUERY_LENGTH = 100
const MAX_HITS = 500

export interface TaskHit {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly short_id: string
}

/** Tasks of one project whose name or notes contain the text, names first. A project the caller cannot see has none. */
export async function searchTasks(
  ctx: Ctx,
  query: { project?: string | undefined; q?: string | undefined },
): Promise<TaskHit[]> {
  if (!query.project) throw badRequest('The query parameter project is required.')
  if (!isUuid(query.project)) throw badRequest('The query parameter project must be a UUID.')
  if (query.q === undefined) throw badRequest('The query parameter q is required.')
  const text = query.q.trim().slice(0, MAX_QUERY_LENGTH)
  const scope = text === '' ? undefined : await findProjectScope(ctx, query.project)
  if (!scope || !(await projectConsents(ctx, scope.projectId))) return []
  const rows = await findTasksWith(ctx, scope.projectId, `%${likeEscape(text)}%`, MAX_HITS)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    short_id: `${scope.code}-T-${row.number}`,
  }))
}
