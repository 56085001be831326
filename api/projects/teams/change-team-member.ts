import type { z } from 'zod'
import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { lockProjectRow } from '../lock-project-row.ts'
import { emitTeamMember } from './team.events.ts'
import { findHolders, findOwnPlace, findTeamMember, saveTeamPlace, type TeamMemberRow } from './team.queries.ts'
import type { teamMemberPatch } from './team.schema.ts'

const FACETS = ['is_scrum_master', 'is_product_owner'] as const
type Facet = (typeof FACETS)[number]

/**
 * Gives a member of the team another place or facet. Each facet has one holder: whoever has it lets go in the same
 * transaction, and is announced first. Managers of the project and admins of the team may.
 */
export async function changeTeamMember(
  ctx: Ctx<ProjectScope>,
  memberId: string,
  input: z.output<typeof teamMemberPatch>,
): Promise<TeamMemberRow> {
  const { syncSeq } = await lockProjectRow(ctx, ctx.scope.projectId)
  const isAdmin = atLeast(ctx.scope.role, ROLE.manager) || (await findOwnPlace(ctx))?.role === 'admin'
  refuseUnless(isAdmin, forbidden)
  const member = await findTeamMember(ctx, memberId)
  refuseUnless(member, notFound)
  const taken = FACETS.filter((facet) => input[facet] === true && !member[facet])
  await releaseFacets(ctx, memberId, taken, syncSeq)
  const wanted = { role: member.role, ...pick(member), ...defined(input) }
  const isSame = wanted.role === member.role && FACETS.every((facet) => wanted[facet] === member[facet])
  if (isSame) return member
  const { role, ...facets } = wanted
  const team_role = role === member.role ? {} : { team_role: role }
  return saveAndTell(ctx, memberId, { ...team_role, ...facets, sync_seq: syncSeq })
}

async function releaseFacets(ctx: Ctx<ProjectScope>, memberId: string, facets: readonly Facet[], syncSeq: number) {
  if (facets.length === 0) return
  const released = Object.fromEntries(facets.map((facet) => [facet, false]))
  for (const holder of await findHolders(ctx, memberId, facets))
    await saveAndTell(ctx, holder.id, { ...released, sync_seq: syncSeq })
}

async function saveAndTell(
  ctx: Ctx<ProjectScope>,
  memberId: string,
  values: Parameters<typeof saveTeamPlace>[2],
): Promise<TeamMemberRow> {
  await saveTeamPlace(ctx, memberId, values)
  const row = (await findTeamMember(ctx, memberId)) as TeamMemberRow
  emitTeamMember(ctx, ctx.scope.projectId, row)
  return row
}

function pick(member: TeamMemberRow): Record<Facet, boolean> {
  return { is_scrum_master: member.is_scrum_master, is_product_owner: member.is_product_owner }
}

/** The fields that were sent. */
function defined(input: z.output<typeof teamMemberPatch>) {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
