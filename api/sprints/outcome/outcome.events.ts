import { defineEvent } from '../../platform/events/define-event.ts'

interface OfOutcome {
  readonly id: string
  readonly sprint_id: string
}

export const demoToggled = defineEvent<OfOutcome & { demo_ready: boolean }>({ socket: 'demo_toggled' })
export const demoPresenterSet = defineEvent<OfOutcome & { presenter: string }>({ socket: 'demo_presenter_set' })
export const reviewNoteSet = defineEvent<OfOutcome & { note: string }>({ socket: 'review_note_set' })
export const flaggedForBacklog = defineEvent<OfOutcome & { task_id: string }>({ socket: 'flagged_for_backlog' })
export const demoReordered = defineEvent<{ sprint_id: string }>({ socket: 'demo_reordered' })
