import type { Ctx } from '../../platform/context.ts'
import { defineEvent, type EventDefinition, emit } from '../../platform/events/define-event.ts'
import type { ProjectMember } from './project-member.entity.ts'

type MemberPayload = { membership_id: string; user_id: string; role: number }

export const memberAdded = defineEvent<MemberPayload>({ socket: 'member_added' })
export const memberRoleChanged = defineEvent<MemberPayload>({ socket: 'member_role_changed' })
export const memberRemoved = defineEvent<MemberPayload>({ socket: 'member_removed' })

export function emitMember(ctx: Ctx<unknown>, event: EventDefinition<MemberPayload>, member: ProjectMember): void {
  emit(ctx, event, {
    projectId: member.project_id,
    payload: { membership_id: member.id, user_id: member.account_id, role: member.role },
  })
}
