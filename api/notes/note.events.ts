import { defineEvent } from '../platform/events/define-event.ts'

interface NoteFrame {
  readonly id: string
  readonly task_id: string
}

export const noteCreated = defineEvent<NoteFrame>({ socket: 'task_note_created' })
export const noteUpdated = defineEvent<NoteFrame>({ socket: 'task_note_updated' })
export const noteDeleted = defineEvent<NoteFrame>({ socket: 'task_note_deleted' })
export const notePinned = defineEvent<NoteFrame & { pinned: boolean }>({ socket: 'task_note_pinned' })
export const noteDecisionToggled = defineEvent<NoteFrame & { decision: boolean }>({
  socket: 'task_note_decision_toggled',
})
