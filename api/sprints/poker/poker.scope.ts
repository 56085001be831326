import { projectScopeOf } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import type { RawInput } from '../../platform/http/route.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { findRoundOfMember } from './poker.queries.ts'

/** The sprint of the round that a path names. */
export interface PokerScope extends SprintScope {
  readonly roundId: string
}

export async function pokerScope(ctx: Ctx, raw: RawInput): Promise<PokerScope> {
  const row = await findRoundOfMember(ctx, raw.params.id ?? '')
  if (!row) throw noSuchRound()
  return { ...projectScopeOf(row), sprintId: row.sprint_id, roundId: row.id }
}

export function noSuchRound(): Refusal {
  return new Refusal(404, 'Not found.', { code: 'not_found' })
}
