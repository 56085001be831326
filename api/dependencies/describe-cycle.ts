import type { Ctx } from '../platform/context.ts'
import { canSeeEnd } from './dependency.policy.ts'
import { findLinkEnds, type LinkEnd } from './link-end.queries.ts'

const MOST_NAMED = 4

/**
 * A cycle for people: `1.2 Design → 1.3 Build → 1.2 Design`, the middle left out past four tasks. `path` repeats its
 * first id at the end. Tasks of projects the caller may not see keep their names to themselves.
 */
export async function describeCycle(ctx: Ctx<unknown>, path: readonly string[]): Promise<string> {
  const members = path.slice(0, -1)
  const named = members.length <= MOST_NAMED ? members : [...members.slice(0, 2), ...members.slice(-2)]
  const ends = await findLinkEnds(ctx, named)
  const names = named.map((id) => nameOf(ctx, ends.get(id)))
  if (members.length > MOST_NAMED) names.splice(2, 0, '…')
  return [...names, names[0]].join(' → ')
}

function nameOf(ctx: Ctx<unknown>, end: LinkEnd | undefined): string {
  if (!end || !canSeeEnd(ctx, end)) return 'a task of another project'
  return end.wbs === '' ? end.name : `${end.wbs} ${end.name}`
}
