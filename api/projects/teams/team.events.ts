import type { Ctx } from '../../platform/context.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import type { TeamMemberRow } from './team.queries.ts'

export const teamMemberChanged = defineEvent<{
  membership_id: string
  user_id: string
  team_id: string
  role: string
  is_scrum_master: boolean
  is_product_owner: boolean
}>({ socket: 'team_member_changed' })

export function emitTeamMember(ctx: Ctx<unknown>, projectId: string, row: TeamMemberRow): void {
  const { role, is_scrum_master, is_product_owner } = row
  const payload = { membership_id: row.id, user_id: row.account_id, team_id: projectId }
  emit(ctx, teamMemberChanged, { projectId, payload: { ...payload, role, is_scrum_master, is_product_owner } })
}
