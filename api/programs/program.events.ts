import type { Ctx } from '../platform/context.ts'
import { defineEvent, type EventDefinition, emit } from '../platform/events/define-event.ts'

type ProgramId = { id: string }

export const programClosed = defineEvent<ProgramId>({ socket: 'program_closed' })
export const programReopened = defineEvent<ProgramId>({ socket: 'program_reopened' })
export const programDeleted = defineEvent<ProgramId>({ socket: 'program_deleted' })
export const programSponsorshipTransferred = defineEvent<{ id: string; new_owner_id: string }>({
  socket: 'program_sponsorship_transferred',
})

/** Announced for the sake of a later channel: none carries program events in this protocol, so nothing is written. */
export function emitProgram(ctx: Ctx<unknown>, event: EventDefinition<ProgramId>, programId: string): void {
  emit(ctx, event, { projectId: null, payload: { id: programId } })
}
