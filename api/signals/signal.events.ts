import { defineEvent } from '../platform/events/define-event.ts'

/** Told with ids alone: what the signals say, and who voted how, is read by those who may. */
export const signalPrivacyChanged = defineEvent<{ id: string }>({ socket: 'signal_privacy_changed' })
export const ceilingProposalChanged = defineEvent<{ id: string }>({ socket: 'signal_ceiling_proposal_changed' })
export const ceilingVoteCast = defineEvent<{ id: string }>({ socket: 'signal_ceiling_vote_cast' })
