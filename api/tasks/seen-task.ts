import { projectScopeOf } from '../access/project-scope.ts'
import { actorId, type Ctx, type Services } from '../platform/context.ts'
import { lookUpTogether } from '../platform/db/look-up-together.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { loadSeenRows, type SeenRow } from './reading/task-page.queries.ts'
import type { TaskScope } from './task-scope.ts'

/** The scope of a look at one task, with the row itself: one statement tells whether it may be seen and what it holds. */
export interface SeenTaskScope extends TaskScope {
  readonly row: SeenRow
}

type FindSeen = (key: string) => Promise<SeenRow | undefined>

/** By the object mapper of a process: those who read at the same moment share a statement. */
const finders = new WeakMap<object, FindSeen>()

/** For routes without a transaction, which would not see its own writes. */
export async function seenTaskScope(ctx: Ctx, raw: RawInput): Promise<SeenTaskScope> {
  const accountId = actorId(ctx)
  const row = accountId === null ? undefined : await finderOf(ctx.services)(keyOf(raw.params.id ?? '', accountId))
  if (!row) throw notFound()
  return {
    ...projectScopeOf({ ...row, code: row.project_code }),
    taskId: row.id,
    assignee_id: row.assignee_id,
    hasStaleDates: row.has_stale_dates,
    row,
  }
}

const keyOf = (taskId: string, accountId: string) => `${taskId} ${accountId}`

function finderOf({ orm }: Services): FindSeen {
  const known = finders.get(orm)
  if (known) return known
  const find = lookUpTogether(async (keys) => {
    const asked = keys.map((key) => {
      const [taskId = '', accountId = ''] = key.split(' ')
      return { taskId, accountId }
    })
    const rows = await loadSeenRows({ em: orm.em.fork() }, asked)
    return new Map(rows.map((row) => [keys[row.asked_at] ?? '', row]))
  })
  finders.set(orm, find)
  return find
}
